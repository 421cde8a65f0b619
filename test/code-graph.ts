// A small graph to query: two files, their functions, their calls, and memories about them.
import { type Plain, plain } from '../src/cypher/plain.ts';
import { type CypherOptions, runCypher } from '../src/cypher/run.ts';
import { MemoryNetwork } from './memory-network.ts';

export function codeGraph(): MemoryNetwork {
  const graph = new MemoryNetwork();
  const file = (name: string, language: string) => graph.addNode(['File'], { name, language });
  const func = (name: string, lines: number, tags: readonly string[], more = {}) =>
    graph.addNode(['Symbol', 'Function'], { name, lines, tags, ...more });
  const [cli, core] = [file('cli.ts', 'typescript'), file('core.ts', 'typescript')];
  const [main, parse, lex, report] = [
    func('main', 12, ['entry'], { exported: true }),
    func('parse', 80, ['hot', 'pure'], { exported: true }),
    func('lex', 40, ['hot']),
    func('report', 25, []),
  ];
  const memory = (text: string, importance: number) => graph.addNode(['Memory'], { text, importance });
  const [slow, style, loose] = [
    memory('parse is slow on long lines', 8),
    memory('report prints to stderr', 3),
    memory('lunch', 0.5),
  ];
  graph.addEdge(cli, 'CONTAINS', main);
  graph.addEdge(cli, 'CONTAINS', report);
  graph.addEdge(core, 'CONTAINS', parse);
  graph.addEdge(core, 'CONTAINS', lex);
  graph.addEdge(main, 'CALLS', parse, { line: 3 });
  graph.addEdge(main, 'CALLS', report, { line: 9 });
  graph.addEdge(parse, 'CALLS', lex, { line: 14 });
  graph.addEdge(parse, 'CALLS', parse, { line: 70 });
  graph.addEdge(report, 'CALLS', lex, { line: 5 });
  graph.addEdge(slow, 'MENTIONS', parse, { weight: 0.9 });
  graph.addEdge(style, 'MENTIONS', report, { weight: 0.4 });
  graph.addEdge(style, 'FOLLOWS', slow);
  void loose;
  return graph;
}

export const clock = { now: () => Date.now() };

/** Rows as plain values; a single column is unwrapped. */
export async function ask(
  query: string,
  params: CypherOptions['params'] = {},
  graph: MemoryNetwork = codeGraph(),
): Promise<Plain[]> {
  const { rows } = await runCypher(graph, query, { params, rows: 1000, timeMs: 5000, clock });
  return rows.map((row) => (row.length === 1 ? plain(row[0] ?? null) : row.map(plain)));
}
