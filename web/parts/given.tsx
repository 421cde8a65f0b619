import type { Routes } from '../../src/transports/api/routes.ts';
import { ApiError, read } from '../api.ts';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { excerpt } from './memory-row.tsx';
import { Scroll } from './scroll.tsx';
import { Bar } from './why.tsx';

type Given = Routes['recalls.list']['output']['items'][number]['given'][number];

/** What a client was given, in that order, with the scores at that time. */
export function GivenList({ given, question }: { readonly given: readonly Given[]; readonly question: string }) {
  if (given.length === 0) {
    return (
      <p class="muted">
        Nothing was given. <a href={to('search', null, { q: question })}>Ask the same now</a>
      </p>
    );
  }
  return (
    <Scroll label="What was given">
      <table>
        <thead>
          <tr>
            <th scope="col">What was given</th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col">Parts</th>
          </tr>
        </thead>
        <tbody>
          {given.map((each, at) => (
            <tr key={at}>
              <td>{each.source === 'memory' ? <Remembered id={each.id} /> : <Other given={each} />}</td>
              <td class="number">{each.score.toFixed(3)}</td>
              <td class="short">
                <Parts parts={each.parts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Remembered({ id }: { readonly id: string }) {
  const { data, error } = useResource(`given ${id}`, (signal) => read('memory.get', { id }, signal));
  if (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    return <span class="muted">{isGone ? `${id} no longer exists` : 'cannot be read right now'}</span>;
  }
  return (
    <a href={to('memory', id)}>
      <Text of={data ? excerpt(data.memory.content).slice(0, 220) : id} />
    </a>
  );
}

function Other({ given }: { readonly given: Given }) {
  return (
    <>
      <span class="tag">{given.source}</span> <Text of={given.id} />
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = { lexical: 'words', vector: 'meaning' };

function Parts({ parts }: { readonly parts: Given['parts'] }) {
  return (
    <span class="parts">
      {Object.entries(parts).map(([name, share]) => (
        <span key={name} class={NAMES[name] ?? name} title={`${NAMES[name] ?? name} ${share.toFixed(2)}`}>
          <Bar share={share} />
          <span class="visually-hidden">
            {NAMES[name] ?? name} {share.toFixed(2)}
          </span>
        </span>
      ))}
    </span>
  );
}
