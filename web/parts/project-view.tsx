// One project: files, symbols, who calls whom, copies, and the memories that name it.
import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { counted } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, setQuery, to } from '../route.ts';
import { Text } from '../text.tsx';
import { Copies } from './copies.tsx';
import { List } from './list.tsx';
import { MemoryRow } from './memory-row.tsx';
import { Problem } from './problem.tsx';
import { SymbolSheet } from './symbol-sheet.tsx';

type Project = Routes['code.projects']['output']['projects'][number];

export function ProjectView({ project }: { readonly project: Project }) {
  const { query } = route.value;
  const path = query.get('path');
  const symbol = query.get('symbol');
  const tab = query.get('show') ?? (path ? 'symbols' : 'files');
  const [name, setName] = useState(query.get('name') ?? '');
  return (
    <>
      <div class="head">
        <h1>
          <a href={to('code')}>Code</a> / <Text of={project.name} />
        </h1>
        <nav class="tabs" aria-label="Sections">
          {['files', 'symbols', 'copies'].map((each) => (
            <a
              key={each}
              class="button"
              href={to('code', project.name, { show: each })}
              aria-current={each === tab ? 'true' : undefined}
            >
              {each.charAt(0).toUpperCase() + each.slice(1)}
            </a>
          ))}
        </nav>
      </div>
      {tab === 'copies' && <Copies project={project.name} />}
      {tab === 'files' && <Files project={project.name} />}
      {tab === 'symbols' && (
        <div class="columns">
          <section class="stack" aria-label="Symbols">
            {path ? (
              <p class="row ends small">
                <span class="mono">
                  <Text of={path} />
                </span>
                <a href={to('code', project.name, { show: 'symbols' })}>all files</a>
              </p>
            ) : (
              <input
                type="search"
                aria-label="Name of a symbol"
                placeholder="Name of a symbol"
                value={name}
                onInput={(event) => {
                  setName(event.currentTarget.value);
                  setQuery({ show: 'symbols', name: event.currentTarget.value });
                }}
              />
            )}
            <Symbols project={project.name} path={path} name={name} />
            {path && <MemoriesAt project={project.name} path={path} />}
          </section>
          {symbol ? (
            <SymbolSheet project={project.name} id={symbol} />
          ) : (
            <p class="muted">Choose a symbol to see its source, callers and callees.</p>
          )}
        </div>
      )}
    </>
  );
}

function Files({ project }: { readonly project: string }) {
  return (
    <List
      name={`files ${project}`}
      class="lines"
      load={(after, signal) => read('code.files', { project, after, limit: 200 }, signal)}
      keyOf={({ path }) => path}
      empty={<p class="muted">No files indexed yet.</p>}
    >
      {({ path, language, memories }) => (
        <div class="line" data-row>
          <a class="mono" href={to('code', project, { path })}>
            <Text of={path} />
          </a>
          <span class="muted small">{language}</span>
          {memories > 0 && <span class="tag accent">{counted(memories, 'memory', 'memories')}</span>}
        </div>
      )}
    </List>
  );
}

function Symbols({
  project,
  path,
  name,
}: {
  readonly project: string;
  readonly path: string | null;
  readonly name: string;
}) {
  const { query } = route.value;
  return (
    <List
      name={`symbols ${project} ${path} ${path ? '' : name}`}
      class="lines"
      load={(after, signal) =>
        read(
          'code.symbols',
          { project, path: path ?? undefined, name: path ? undefined : name || undefined, after, limit: 100 },
          signal,
        )
      }
      keyOf={({ id }) => id}
      empty={<p class="muted">No symbol has this name.</p>}
    >
      {(symbol) => (
        <div class="line" data-row>
          <span class="muted small kind-of">{symbol.kind}</span>
          <a
            class="mono"
            href={to('code', project, { ...Object.fromEntries(query), show: 'symbols', symbol: symbol.id })}
            aria-current={query.get('symbol') === symbol.id ? 'true' : undefined}
          >
            {symbol.container && <Text of={`${symbol.container}.`} />}
            <Text of={symbol.name} />
          </a>
          <span class="muted small number">
            {path ? symbol.startLine : <Text of={`${symbol.path}:${symbol.startLine}`} />}
          </span>
        </div>
      )}
    </List>
  );
}

function MemoriesAt({ project, path }: { readonly project: string; readonly path: string }) {
  const { data, error } = useResource(`memories at ${project} ${path}`, (signal) =>
    read('code.memories', { project, path }, signal),
  );
  if (error) return <Problem error={error} />;
  if (!data || data.memories.length === 0) return null;
  return (
    <section aria-label="Memories about this file">
      <h2>Memories about this file</h2>
      <ol class="rows">
        {data.memories.map(({ memory, symbol, stale }) => (
          <li key={`${memory.id} ${symbol}`}>
            <MemoryRow memory={memory} stale={stale}>
              {symbol && (
                <p class="mono small muted">
                  <Text of={symbol} />
                </p>
              )}
            </MemoryRow>
          </li>
        ))}
      </ol>
    </section>
  );
}
