// Requirements with their designs, implementations and tests; those with gaps first.
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { count, percent } from '../format.ts';
import { Waiting } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

type Traced = Routes['trace.requirements']['output']['items'][number];
type Linked = Traced['designs'][number];

const MAX_SHOWN = 4;

export default function Trace() {
  const { data, error, reload } = useResource('trace', (signal) => read('trace.requirements', {}, signal));
  const complete = data?.items.filter(({ gaps }) => gaps.length === 0).length ?? 0;
  return (
    <>
      <div class="head">
        <h1>Trace</h1>
        <p class="muted small" role="status">
          {data && data.total > 0 && `${count(complete)} of ${count(data.items.length)} requirements are complete`}
        </p>
      </div>
      <Problem error={error} retry={reload} />
      {!data && !error && <Waiting />}
      {data?.items.length === 0 && (
        <div class="empty">
          <h2>No requirements yet</h2>
          <p>
            Memories of the type “requirements” are shown here with the designs, components, code and tests that name
            them.
          </p>
        </div>
      )}
      {data && data.items.length > 0 && (
        <Scroll label="Requirements" class="card trace">
          <table>
            <thead>
              <tr>
                <th scope="col">Requirement</th>
                <th scope="col">Design</th>
                <th scope="col">Component</th>
                <th scope="col">Code</th>
                <th scope="col">Test</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <Row key={item.memory} item={item} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </>
  );
}

function Row({ item }: { readonly item: Traced }) {
  const lacks = (gap: Traced['gaps'][number]) => item.gaps.includes(gap);
  return (
    <tr data-row>
      <th scope="row" class="wide">
        {item.id && (
          <span class="mono small muted">
            <Text of={item.id} />{' '}
          </span>
        )}
        <a href={to('memory', item.memory)}>
          <Text of={item.title} />
        </a>
        <span class="facts">
          {item.status && (
            <span>
              <Text of={item.status} />
            </span>
          )}
          <span class="number">built {percent(item.implementation)}</span>
          <span class="number">tested {percent(item.testing)}</span>
        </span>
        {item.notes.map((note) => (
          <span key={note} class="small muted note">
            <Text of={note} />
          </span>
        ))}
      </th>
      <td class={lacks('design') ? 'gap' : ''}>
        <Links of={item.designs} />
      </td>
      <td class={lacks('component') ? 'gap' : ''}>
        <Links of={item.components} />
      </td>
      <td class={lacks('code') ? 'gap' : ''}>
        <Code places={item.code} />
      </td>
      <td class={lacks('test') ? 'gap' : lacks('failing') ? 'failing' : ''}>
        <Links of={item.tests} />
      </td>
    </tr>
  );
}

const Missing = () => <span class="tag bad">missing</span>;

function Links({ of }: { readonly of: readonly Linked[] }) {
  if (of.length === 0) return <Missing />;
  return (
    <ul>
      {of.slice(0, MAX_SHOWN).map(({ memory, name, detail }, at) => (
        <li key={at} title={detail ?? undefined}>
          {memory ? (
            <a href={to('memory', memory)}>
              <Text of={name} />
            </a>
          ) : (
            <span class="muted">
              <Text of={name} />
            </span>
          )}
          {detail && /^(?:failed|error|passed)$/i.test(detail) && (
            <span class={/^passed$/i.test(detail) ? 'tag good' : 'tag bad'}>{detail.toLowerCase()}</span>
          )}
        </li>
      ))}
      {of.length > MAX_SHOWN && <li class="muted">and {of.length - MAX_SHOWN} more</li>}
    </ul>
  );
}

function Code({ places }: { readonly places: Traced['code'] }) {
  if (places.length === 0) return <span class="muted">–</span>;
  return (
    <ul>
      {places.slice(0, MAX_SHOWN).map(({ path, symbol, line }) => (
        <li key={`${path} ${line}`} class="mono small" title={`${path}:${line}`}>
          <Text of={symbol ?? path} />
        </li>
      ))}
      {places.length > MAX_SHOWN && <li class="muted">and {places.length - MAX_SHOWN} more</li>}
    </ul>
  );
}
