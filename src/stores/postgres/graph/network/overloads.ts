// Symbols declared several times in one place under one name, such as overloads or a getter and its setter, are one
// node of the graph: the first represents all of them.
import type { NetworkEdge } from '../../../../engine/graph/network.ts';
import { betweenSymbols, NODE_PREFIX, nodeId, rowsOf } from '../../../rows/network.ts';
import { raw, type Sql, sql } from '../../server/sql.ts';
import type { Reach } from './reach.ts';

const PREFIX = NODE_PREFIX.symbol;

/** Uses the index of symbols by lower-case name. */
const same = (a: string, b: string): Sql =>
  raw(`${a}.tenant_id = ${b}.tenant_id AND lower(${a}.name) = lower(${b}.name) AND ${a}.file_id = ${b}.file_id
    AND ${a}.name = ${b}.name AND ${a}.kind = ${b}.kind AND ${a}.container IS NOT DISTINCT FROM ${b}.container`);

export const isFirst = (symbol: string): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM symbols o WHERE ${same('o', symbol)} AND o.id < ${raw(symbol)}.id)`;

/** These nodes, and the overloads of each symbol among them. */
export async function withOverloads(reach: Reach, ids: readonly string[]): Promise<string[]> {
  const rows = rowsOf(ids, PREFIX);
  if (rows.length === 0) return [...ids];
  const found = await reach.all(sql`SELECT o.id FROM symbols s JOIN symbols o ON ${same('o', 's')}
    WHERE s.tenant_id = ${reach.tenant} AND s.id = ANY (${rows}::bigint[])`);
  return [...new Set([...ids, ...found.map(({ id }) => nodeId(PREFIX, id))])];
}

/** Keeps one edge per overloaded name among the targets of a reference. */
export const leadsToFirst = ({ tenant }: Reach, edge: string): Sql => {
  const of = raw(edge);
  return sql`NOT EXISTS (SELECT 1 FROM code_edges d JOIN symbols o ON o.tenant_id = d.tenant_id AND o.id = d.to_symbol
    JOIN symbols t ON t.tenant_id = d.tenant_id AND t.id = ${of}.to_symbol WHERE d.tenant_id = ${tenant}
      AND d.reference_id = ${of}.reference_id AND d.to_file = ${of}.to_file AND d.to_symbol < ${of}.to_symbol AND ${same('o', 't')})`;
};

/** The same edges between the first overloads of their ends. */
export async function betweenFirsts(reach: Reach, edges: readonly NetworkEdge[]): Promise<NetworkEdge[]> {
  const rows = rowsOf([...new Set(edges.flatMap(({ from, to }) => [from, to]))], PREFIX);
  if (rows.length === 0) return [...edges];
  const found = await reach.all(sql`SELECT s.id, min(o.id) AS first FROM symbols s JOIN symbols o ON ${same('o', 's')}
    WHERE s.tenant_id = ${reach.tenant} AND s.id = ANY (${rows}::bigint[]) GROUP BY s.id HAVING min(o.id) < s.id`);
  return betweenSymbols(edges, found);
}
