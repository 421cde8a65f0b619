import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { Waiting } from './list.tsx';
import { Problem } from './problem.tsx';

type Call = Routes['code.symbol']['output']['callers'][number];

/** One symbol: its source, its callers and its callees. */
export function SymbolSheet({ project, id }: { readonly project: string; readonly id: string }) {
  const { data, error, reload } = useResource(`symbol ${project} ${id}`, (signal) =>
    read('code.symbol', { project, id }, signal),
  );
  if (error) return <Problem error={error} retry={reload} />;
  if (!data) return <Waiting />;
  const { symbol, source, callers, callees } = data;
  return (
    <section class="card stack" aria-label={symbol.name}>
      <div>
        <h2 class="mono">
          <Text of={symbol.container ? `${symbol.container}.${symbol.name}` : symbol.name} />
        </h2>
        <p class="muted small">
          {symbol.kind} in{' '}
          <a class="mono" href={to('code', project, { path: symbol.path })}>
            <Text of={symbol.path} />
          </a>
          , lines {symbol.startLine} to {symbol.endLine}
        </p>
      </div>
      {symbol.docstring && (
        <p>
          <Text of={symbol.docstring} />
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <pre class="source" tabIndex={0}>
        <Text of={dedented(source)} />
      </pre>
      <Calls title="Called by" calls={callers} />
      <Calls title="Calls" calls={callees} />
      <p class="small">
        <a href={to('graph', null, { start: symbol.name })}>In the graph</a>
      </p>
    </section>
  );
}

/** Removes the indentation common to all lines. */
function dedented(source: string): string {
  const lines = source.split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...depths, 200);
  return lines.map((line) => line.slice(shared)).join('\n');
}

function Calls({ title, calls }: { readonly title: string; readonly calls: readonly Call[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {calls.length === 0 && <p class="muted small">None in the indexed code.</p>}
      <ul class="lines">
        {calls.map(({ symbol, line, certainty }) => (
          <li key={`${symbol.id} ${line}`} class="line">
            <a
              class="mono"
              href={to('code', symbol.project, { show: 'symbols', symbol: symbol.id, path: symbol.path })}
            >
              <Text of={symbol.name} />
            </a>
            <span class="muted small">
              <Text of={`${symbol.path}:${line}`} />
            </span>
            {certainty === 'name' && (
              <span class="tag warn" title="Matched by name only">
                likely
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
