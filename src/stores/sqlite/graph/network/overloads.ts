// Symbols declared several times in one place under one name, such as overloads or a getter and its setter, are one
// node of the graph: the first represents all of them.
import type { NetworkEdge } from '../../../../engine/graph/network.ts';
import { betweenSymbols, NODE_PREFIX, nodeId, rowsOf } from '../../../rows/network.ts';
import type { Condition, Reach } from './reach.ts';

const PREFIX = NODE_PREFIX.symbol;

/** Uses the case-insensitive index of symbols. */
const same = (a: string, b: string): string =>
  `${a}.name = ${b}.name COLLATE NOCASE AND ${a}.file_id = ${b}.file_id AND ${a}.name = ${b}.name
   AND ${a}.kind = ${b}.kind AND ${a}.container IS ${b}.container`;

export const isFirst = (symbol: string): Condition => ({
  sql: `NOT EXISTS (SELECT 1 FROM symbols o WHERE ${same('o', symbol)} AND o.id < ${symbol}.id)`,
  values: [],
});

/** These nodes, and the overloads of each symbol among them. */
export function withOverloads({ database }: Reach, ids: readonly string[]): string[] {
  const rows = rowsOf(ids, PREFIX);
  if (rows.length === 0) return [...ids];
  const sql = `SELECT o.id FROM json_each(?) w JOIN symbols s ON s.id = w.value JOIN symbols o ON ${same('o', 's')}`;
  const all = database.all(sql, JSON.stringify(rows)).map(({ id }) => nodeId(PREFIX, id));
  return [...new Set([...ids, ...all])];
}

/** Keeps one edge per overloaded name among the targets of a reference. */
export const leadsToFirst = (edge: string): Condition => ({
  sql: `NOT EXISTS (SELECT 1 FROM code_edges d JOIN symbols o ON o.id = d.to_symbol JOIN symbols t ON t.id = ${edge}.to_symbol
    WHERE d.reference_id = ${edge}.reference_id AND d.to_file = ${edge}.to_file AND d.to_symbol < ${edge}.to_symbol AND ${same('o', 't')})`,
  values: [],
});

/** The same edges between the first overloads of their ends. */
export function betweenFirsts({ database }: Reach, edges: readonly NetworkEdge[]): NetworkEdge[] {
  const rows = rowsOf([...new Set(edges.flatMap(({ from, to }) => [from, to]))], PREFIX);
  if (rows.length === 0) return [...edges];
  const sql = `SELECT s.id, min(o.id) AS first FROM json_each(?) w JOIN symbols s ON s.id = w.value
    JOIN symbols o ON ${same('o', 's')} GROUP BY s.id HAVING min(o.id) < s.id`;
  const found = database.all(sql, JSON.stringify(rows));
  return betweenSymbols(edges, found);
}
