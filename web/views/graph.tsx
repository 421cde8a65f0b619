// The graph: starts at one node and grows with each click. A table beside the drawing shows the same.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { count, counted } from '../format.ts';
import { variableOf } from '../graph/colours.ts';
import { joined, NOTHING, type Subgraph, unpacked, without } from '../graph/subgraph.ts';
import { GraphCanvas } from '../parts/graph-canvas.tsx';
import { GraphTable } from '../parts/graph-table.tsx';
import { Problem } from '../parts/problem.tsx';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../route.ts';
import { Text } from '../text.tsx';

const SIZES = [50, 200, 1000, 2000, 10_000];
const DEPTHS = [1, 2, 3, 4, 6];

export default function GraphView() {
  const { query } = route.value;
  const start = query.get('start') ?? '';
  const limit = Number(query.get('limit')) || 50;
  const depth = Number(query.get('depth')) || 1;
  const schema = useResource(start === '' ? 'schema' : null, (signal) => read('graph.schema', {}, signal));
  const [name, setName] = useState(start);
  const [grown, setGrown] = useState<Subgraph>(NOTHING);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const starts = useResource(start ? `start ${start}` : null, (signal) => read('graph.start', { name: start }, signal));
  const [first] = starts.data?.nodes ?? [];
  const growing = useRef(new AbortController());
  // A new start begins a new graph, which gets nothing that was asked for the old one
  useEffect(() => {
    growing.current = new AbortController();
    setGrown(NOTHING);
    setError(null);
    if (first) void grow(first.id);
    return () => growing.current.abort();
  }, [first?.id, limit, depth]);

  const grow = async (id: string) => {
    const { signal } = growing.current;
    setChosen(id);
    try {
      const more = unpacked(await read('graph.grow', { nodes: [id], depth, limit }, signal));
      if (signal.aborted) return;
      setGrown((now) => joined(now, more));
      setError(null);
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
    }
  };
  const shown = useMemo(() => without(grown, hidden), [grown, hidden]);
  const turn = (what: string) => {
    const next = new Set(hidden);
    if (!next.delete(what)) next.add(what);
    setHidden(next);
  };
  return (
    <>
      <div class="head">
        <h1>Graph</h1>
        <p class="muted small number">
          {shown.nodes.length > 0 &&
            `${counted(shown.nodes.length, 'node')}, ${counted(shown.edges.length, 'edge')}${grown.cut ? ', and more' : ''}`}
        </p>
      </div>
      <form
        class="row lead"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ ...Object.fromEntries(query), start: name.trim() });
        }}
      >
        <input
          type="search"
          class="grow"
          aria-label="Start at"
          placeholder="Start at a name, a path, a symbol or the id of a memory"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Pick label="Steps" values={DEPTHS} now={depth} name="depth" />
        <Pick label="At most" values={SIZES} now={limit} name="limit" />
        <button type="submit" class="primary">
          Show
        </button>
      </form>
      <Problem error={error ?? starts.error} />
      {starts.data && starts.data.nodes.length > 1 && (
        <p class="row lead small">
          <span class="muted">Same name:</span>
          {starts.data.nodes.slice(1, 8).map((node) => (
            <button key={node.id} type="button" class="small" onClick={() => grow(node.id)}>
              <Text of={node.name.slice(0, 50)} /> <span class="muted">{node.label}</span>
            </button>
          ))}
        </p>
      )}
      {start === '' && <Beginnings schema={schema.data} />}
      {starts.data?.nodes.length === 0 && (
        <div class="empty">
          <h2>Nothing has this name</h2>
          <p>Start at an entity, a file, a symbol or a memory.</p>
        </div>
      )}
      {grown.nodes.length > 0 && (
        <>
          <Legend grown={grown} hidden={hidden} onTurn={turn} />
          <div class="graph-view">
            <GraphCanvas nodes={shown.nodes} edges={shown.edges} chosen={chosen} onChoose={grow} />
            <GraphTable grown={shown} chosen={chosen} onGrow={grow} />
          </div>
        </>
      )}
    </>
  );
}

function Pick({ label, values, now, name }: { label: string; values: readonly number[]; now: number; name: string }) {
  return (
    <select
      aria-label={label}
      class="narrow"
      value={String(now)}
      onChange={(event) => setQuery({ ...Object.fromEntries(route.peek().query), [name]: event.currentTarget.value })}
    >
      {values.map((value) => (
        <option key={value} value={String(value)}>
          {label.toLowerCase() === 'steps' ? counted(value, 'step') : `${label} ${count(value)}`}
        </option>
      ))}
    </select>
  );
}

interface LegendProps {
  readonly grown: Subgraph;
  readonly hidden: ReadonlySet<string>;
  readonly onTurn: (what: string) => void;
}

function Legend({ grown, hidden, onTurn }: LegendProps) {
  const counts = (values: readonly string[]) => {
    const all = new Map<string, number>();
    for (const value of values) all.set(value, (all.get(value) ?? 0) + 1);
    return [...all].sort(([, a], [, b]) => b - a);
  };
  const labels = counts(grown.nodes.map(({ label }) => label));
  const types = counts(grown.edges.map(({ type }) => type));
  const button = (what: string, text: string, number: number, swatch: string | null) => (
    <button key={what} type="button" class="small turn" aria-pressed={!hidden.has(what)} onClick={() => onTurn(what)}>
      {swatch && <span class="spot" style={{ background: `var(${swatch})` }} />}
      {text} <span class="number">{count(number)}</span>
    </button>
  );
  return (
    <div class="legend" role="group" aria-label="What is shown">
      {labels.map(([label, number]) => button(`label ${label}`, label, number, variableOf(label)))}
      {types.map(([type, number]) => button(`type ${type}`, type.toLowerCase().replaceAll('_', ' '), number, null))}
    </div>
  );
}

function Beginnings({ schema }: { readonly schema: Routes['graph.schema']['output'] | null }) {
  const labels = Object.entries(schema?.labels ?? {});
  return (
    <div class="empty">
      <h2>Choose a start</h2>
      <p>
        Name an entity, a file or a symbol, or open a memory and follow “In the graph”. Each click on a node adds its
        neighbours.
      </p>
      {labels.length > 0 && (
        <p class="row">
          {labels.map(([label, number]) => (
            <span key={label} class="tag">
              {label} {count(number)}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
