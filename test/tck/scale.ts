// Query times on an in-memory graph of 100 000 nodes and 500 000 edges; and a runaway query stops in time.
import { CypherError } from '../../src/cypher/error.ts';
import { runCypher } from '../../src/cypher/run.ts';
import { MemoryNetwork } from '../memory-network.ts';

const NODES = 100_000;
const EDGES = 500_000;
const LABELS = ['Function', 'Class', 'Module', 'File', 'Memory'];
const TYPES = ['CALLS', 'IMPORTS', 'CONTAINS', 'MENTIONS', 'DEPENDS_ON'];
const clock = { now: () => Date.now() };

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The same graph every time: a linear congruential generator instead of random numbers. */
function generate(): MemoryNetwork {
  const network = new MemoryNetwork();
  let seed = 42;
  const below = (limit: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((seed / 4_294_967_296) * limit);
  };
  const ids = Array.from({ length: NODES }, (_, index) =>
    network.addNode([LABELS[index % LABELS.length] ?? ''], { name: `name ${index}`, line: index % 1000 }),
  );
  for (let count = 0; count < EDGES; count++) {
    network.addEdge(ids[below(NODES)] ?? '', TYPES[below(TYPES.length)] ?? '', ids[below(NODES)] ?? '', {
      weight: count % 10,
    });
  }
  return network;
}

const QUERIES: readonly { readonly what: string; readonly query: string; readonly most: number }[] = [
  { what: 'one hop', query: "MATCH (n:Function {name: 'name 500'})-->(m) RETURN m.name", most: 10 },
  { what: 'one hop from an id', query: 'MATCH (n)--(m) WHERE id(n) = $id RETURN m', most: 10 },
  { what: 'three hops, distinct', query: 'MATCH (n)-[*1..3]-(m) WHERE id(n) = $id RETURN DISTINCT m.name', most: 100 },
  {
    what: 'three hops, one by one',
    query: 'MATCH (n)--()--()--(m) WHERE id(n) = $id RETURN count(DISTINCT m)',
    most: 100,
  },
  { what: 'count by type', query: 'MATCH ()-[r]->() RETURN type(r), count(*)', most: 500 },
  { what: 'count by label', query: 'MATCH (n) RETURN labels(n), count(*)', most: 500 },
  { what: 'count all edges', query: 'MATCH ()-[r]->() RETURN count(r)', most: 500 },
  {
    what: 'shortest path',
    query: 'MATCH (a), (b), p = shortestPath((a)-[*]-(b)) WHERE id(a) = $id AND id(b) = $other RETURN length(p)',
    most: 500,
  },
  { what: 'sort all nodes', query: 'MATCH (n) RETURN n.name ORDER BY n.line, n.name LIMIT 10', most: 2000 },
  {
    what: 'degree of all functions',
    query: 'MATCH (n:Function)-->(m) RETURN n.name, count(m) AS c ORDER BY c DESC LIMIT 10',
    most: 3000,
  },
];

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export async function scale(): Promise<void> {
  const network = generate();
  print(`${NODES} nodes, ${EDGES} edges in memory`);
  const params = { id: 'n000000501', other: 'n000077777' };
  for (const { what, query, most } of QUERIES) {
    const [times, processor]: [number[], number[]] = [[], []];
    let found = 0;
    for (let run = 0; run < 5; run++) {
      const [start, used] = [performance.now(), process.cpuUsage()];
      const { rows } = await runCypher(network, query, { params, rows: 10_000, timeMs: 30_000, clock });
      times.push(performance.now() - start);
      const { user, system } = process.cpuUsage(used);
      processor.push((user + system) / 1000);
      found = rows.length;
    }
    const [wall, cpu] = [median(times), median(processor)];
    // If other work shares the processor, processor time says more than elapsed time.
    const verdict = Math.min(wall, cpu) <= most ? 'ok  ' : 'SLOW';
    const figures = `${wall.toFixed(1).padStart(8)} ms, ${cpu.toFixed(1)} ms of processor time (at most ${most})`;
    print(`${verdict} ${what.padEnd(26)} ${figures}, ${found} rows`);
  }
  await runaway(network, 'cross product', 'MATCH (a), (b), (c) RETURN count(*)');
  await runaway(network, 'every way', 'MATCH (a)-[*]-(b) RETURN count(*)');
  await runaway(
    network,
    'a long expression',
    'UNWIND range(1, 1000000) AS x RETURN sum(reduce(s = 0, y IN range(1, 1000000) | s + y))',
  );
}

/** An endless query: stopped at its limit, while other timers are late by at most this. */
async function runaway(network: MemoryNetwork, what: string, query: string): Promise<void> {
  let [late, last] = [0, performance.now()];
  const ticks = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - last - 5);
    last = now;
  }, 5);
  const start = performance.now();
  const error = await runCypher(network, query, { rows: 100, timeMs: 1000, clock }).catch((thrown: unknown) => thrown);
  const ms = performance.now() - start;
  clearInterval(ticks);
  const detail = error instanceof CypherError && error.type === 'Limit' ? error.detail : 'not stopped';
  print(
    `${detail !== 'not stopped' && ms < 1300 ? 'ok  ' : 'BAD '} ${what.padEnd(26)} ${detail} after ${ms.toFixed(0)} ms; others waited at most ${late.toFixed(0)} ms`,
  );
}
