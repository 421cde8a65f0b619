// Cypher over everything the caller may see, as a table and as a graph.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ask, read } from '../api.ts';
import { draft } from '../drafts.ts';
import { count, counted, ms } from '../format.ts';
import { Cell, graphIn } from '../parts/cypher-value.tsx';
import { GraphCanvas } from '../parts/graph-canvas.tsx';
import { Problem } from '../parts/problem.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../route.ts';
import { Text } from '../text.tsx';

type Answer = Routes['query.run']['output'];

const EXAMPLES: readonly [string, string][] = [
  ['Newest memories', 'MATCH (m:Memory) RETURN m ORDER BY m.created_at DESC LIMIT 25'],
  ['Connections between entities', 'MATCH (a:Entity)-[r]->(b:Entity) RETURN a, r, b LIMIT 50'],
  [
    'Most mentioned',
    'MATCH (m:Memory)-[r]->(e:Entity) RETURN e.name AS entity, count(m) AS memories ORDER BY memories DESC LIMIT 20',
  ],
  ['Code that memories name', 'MATCH (m:Memory)-[r]->(f:File) RETURN m, r, f LIMIT 50'],
];

export default function Query() {
  const text = draft('cypher', route.value.query.get('cypher') ?? EXAMPLES[0]?.[1]);
  const schema = useResource('schema', (signal) => read('graph.schema', {}, signal));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const runs = useRef(0);
  const run = async () => {
    const own = ++runs.current;
    // A slow query does not overwrite the answer of a later one
    const isLast = () => own === runs.current;
    setBusy(true);
    setQuery({ cypher: text.value });
    try {
      const fresh = await ask('query.run', { cypher: text.value });
      if (isLast()) setAnswer(fresh);
      if (isLast()) setError(null);
    } catch (thrown) {
      if (isLast()) setError(thrown);
    } finally {
      if (isLast()) setBusy(false);
    }
  };
  // A query in the address is run once, when the view opens
  useEffect(() => {
    if (route.peek().query.get('cypher')) void run();
  }, []);
  const graph = useMemo(() => (answer ? graphIn(answer.rows) : null), [answer]);
  return (
    <>
      <div class="head">
        <h1>Query</h1>
        <div class="row">
          {EXAMPLES.map(([name, cypher]) => (
            <button
              key={name}
              type="button"
              class="quiet small"
              onClick={() => {
                text.value = cypher;
                void run();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <form
        class="stack lead"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <textarea
          class="code"
          aria-label="Cypher"
          spellcheck={false}
          rows={4}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
          }}
        />
        <div class="row">
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Running…' : 'Run'} <kbd>Ctrl Enter</kbd>
          </button>
          {graph && graph.nodes.length > 0 && (
            <div class="tabs" role="group" aria-label="Shown as">
              <button type="button" aria-pressed={!isDrawn} onClick={() => setDrawn(false)}>
                Table
              </button>
              <button type="button" aria-pressed={isDrawn} onClick={() => setDrawn(true)}>
                Graph
              </button>
            </div>
          )}
          <p class="muted small number" role="status">
            {answer && `${counted(answer.rows.length, 'row')}${answer.truncated ? ', cut off' : ''} · ${ms(answer.ms)}`}
          </p>
        </div>
      </form>
      <Problem error={error} />
      {answer?.hint && (
        <p class="remark">
          <Text of={answer.hint} />
        </p>
      )}
      {answer && isDrawn && graph ? (
        <GraphCanvas nodes={graph.nodes} edges={graph.edges} chosen={null} onChoose={() => {}} />
      ) : (
        answer && <Rows answer={answer} />
      )}
      <Labels schema={schema.data} />
    </>
  );
}

function Rows({ answer: { columns, rows } }: { readonly answer: Answer }) {
  return (
    <Scroll label="Rows" class="card">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <Text of={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column}>
                  <Cell value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Labels({ schema }: { readonly schema: Routes['graph.schema']['output'] | null }) {
  if (!schema) return null;
  const list = (entries: Readonly<Record<string, number>>, sign: string) =>
    Object.entries(entries).map(([name, number]) => (
      <span key={name} class="tag mono">
        {sign}
        {name} {count(number)}
      </span>
    ));
  return (
    <details class="lead">
      <summary>Labels, types and properties</summary>
      <p class="row">{list(schema.labels, ':')}</p>
      <p class="row">{list(schema.types, '-')}</p>
      <p class="muted small mono">{schema.properties.join(' · ')}</p>
    </details>
  );
}
