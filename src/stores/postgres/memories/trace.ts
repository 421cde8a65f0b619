// Edges that memories state by name. A memory stores names it answers to and claims about others; an edge exists while
// it is claimed and both ends exist. A change of names or claims updates the edges in the same transaction.
import type { SearchFilter, TraceEdge, TraceStore } from '../../../engine/memories/ports.ts';
import { byId, type Claim, type Trace, type TraceName } from '../../../engine/memories/trace.ts';
import type { Direction } from '../../../engine/model.ts';
import type { Row } from '../../rows/row.ts';
import type { Database, Queryable } from '../server/database.ts';
import { hold, share } from '../server/locks.ts';
import { joined, prepared, raw, type Sql, sql } from '../server/sql.ts';
import { filterClause } from './filter.ts';

/** The names and claims of a memory. */
export interface Telling {
  readonly row: number;
  readonly id: string;
  readonly trace: Trace;
  /** Edges made by hand. */
  readonly declared?: readonly Claim[];
  readonly at: number;
}

interface Pairs {
  readonly types: string[];
  readonly from: number[];
  readonly to: number[];
}

const ENDS =
  raw(`JOIN trace_names f ON f.tenant_id = c.tenant_id AND f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space
  JOIN trace_names t ON t.tenant_id = c.tenant_id AND t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space`);

/** Stores the names and claims of memories. Call it inside a change. */
export async function insertTrace(on: Queryable, tellings: readonly Telling[]): Promise<void> {
  const names = tellings.flatMap(({ row, trace }) => trace.names.map((name) => ({ row, ...name })));
  const claims = tellings.flatMap(({ row, trace, declared = [], at }) => [
    ...trace.claims.map((claim) => ({ row, claim, declared: 0, at })),
    ...declared.map((claim) => ({ row, claim, declared: 1, at })),
  ]);
  if (names.length === 0 && claims.length === 0) return;
  const own = new Set(tellings.map(({ id }) => id));
  const isForeign = ({ space, key }: TraceName) => space === '' && !own.has(key);
  const refersElsewhere = claims.some(({ claim }) => isForeign(claim.from) || isForeign(claim.to));
  const ends = claims.filter(({ declared }) => declared === 1).flatMap(({ claim }) => [claim.from, claim.to]);
  const rows = [...new Set(tellings.map(({ row }) => row))];
  // Sent in this order, in one round trip.
  const sent = [
    refersElsewhere ? hold(on, 'trace') : share(on, 'trace'),
    insertNames(on, names),
    insertClaims(on, claims),
    answerToIds(on, ends),
  ];
  const [pairs] = await Promise.all([pairsOf(on, rows), ...sent]);
  await settleEdges(on, pairs);
}

async function insertNames(on: Queryable, names: readonly ({ row: number } & TraceName)[]): Promise<void> {
  if (names.length === 0) return;
  const rows = sql`INSERT INTO trace_names (tenant_id, memory_row, label, key, space)
    SELECT ${on.tenant}, n.* FROM unnest(${names.map(({ row }) => row)}::bigint[], ${names.map(({ label }) => label)}::text[],
      ${names.map(({ key }) => key)}::text[], ${names.map(({ space }) => space)}::text[]) n ON CONFLICT DO NOTHING`;
  await on.run(prepared(rows));
}

async function insertClaims(
  on: Queryable,
  claims: readonly { row: number; claim: Claim; declared: number; at: number }[],
): Promise<void> {
  if (claims.length === 0) return;
  const each = <T>(of: (claim: Claim) => T) => claims.map(({ claim }) => of(claim));
  const rows = sql`INSERT INTO trace_claims (tenant_id, owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
    SELECT ${on.tenant}, c.* FROM unnest(${claims.map(({ row }) => row)}::bigint[], ${each(({ type }) => type)}::text[],
      ${claims.map(({ declared }) => declared)}::smallint[], ${each(({ from }) => from.label)}::text[], ${each(({ from }) => from.key)}::text[],
      ${each(({ from }) => from.space)}::text[], ${each(({ to }) => to.label)}::text[], ${each(({ to }) => to.key)}::text[],
      ${each(({ to }) => to.space)}::text[], ${claims.map(({ at }) => at)}::bigint[]) c ON CONFLICT DO NOTHING`;
  await on.run(prepared(rows));
}

/** Hand-made edges refer to memories by id, so those memories must answer to their ids. */
async function answerToIds(on: Queryable, ends: readonly TraceName[]): Promise<void> {
  if (ends.length === 0) return;
  await on.run(sql`INSERT INTO trace_names (tenant_id, memory_row, label, key, space)
    SELECT ${on.tenant}, m.row, e.label, e.key, e.space FROM unnest(${ends.map(({ label }) => label)}::text[],
      ${ends.map(({ key }) => key)}::text[], ${ends.map(({ space }) => space)}::text[]) e(label, key, space)
    JOIN memories m ON m.tenant_id = ${on.tenant} AND m.id = e.key ON CONFLICT DO NOTHING`);
}

/** The edges that the current names and claims of these memories make. */
async function pairsOf(on: Queryable, rows: readonly number[]): Promise<Pairs> {
  const of = (condition: Sql) =>
    sql`SELECT c.type, f.memory_row AS from_row, t.memory_row AS to_row FROM trace_claims c ${ENDS}
      WHERE c.tenant_id = ${on.tenant} AND f.memory_row <> t.memory_row AND ${condition}`;
  const parts = ['c.owner_row', 'f.memory_row', 't.memory_row'].map((column) =>
    of(sql`${raw(column)} = ANY (${rows}::bigint[])`),
  );
  return readPairs(await on.all(prepared(joined(parts, ' UNION '))));
}

const readPairs = (rows: readonly Row[]): Pairs => ({
  types: rows.map(({ type }) => String(type)),
  from: rows.map(({ from_row }) => Number(from_row)),
  to: rows.map(({ to_row }) => Number(to_row)),
});

const together = (one: Pairs, other: Pairs): Pairs => {
  const all = new Map<string, [string, number, number]>();
  for (const { types, from, to } of [one, other])
    types.forEach((type, i) => {
      const pair: [string, number, number] = [type, from[i] ?? 0, to[i] ?? 0];
      all.set(JSON.stringify(pair), pair);
    });
  const pairs = [...all.values()];
  return { types: pairs.map(([type]) => type), from: pairs.map(([, from]) => from), to: pairs.map(([, , to]) => to) };
};

/** Makes exactly those of these edges exist that are claimed. */
async function settleEdges(on: Queryable, { types, from, to }: Pairs): Promise<void> {
  if (types.length === 0) return;
  const pairs = sql`unnest(${types}::text[], ${from}::bigint[], ${to}::bigint[]) p(type, from_row, to_row)`;
  const claimed = sql`FROM ${pairs}
    JOIN trace_names f ON f.tenant_id = ${on.tenant} AND f.memory_row = p.from_row
    JOIN trace_names t ON t.tenant_id = ${on.tenant} AND t.memory_row = p.to_row
    JOIN trace_claims c ON c.tenant_id = ${on.tenant} AND c.type = p.type AND c.from_key = f.key AND c.from_label = f.label
      AND c.from_space = f.space AND c.to_key = t.key AND c.to_label = t.label AND c.to_space = t.space
    GROUP BY p.type, p.from_row, p.to_row`;
  const adding = sql`INSERT INTO trace_edges (tenant_id, type, from_row, to_row, claims)
    SELECT ${on.tenant}, p.type, p.from_row, p.to_row, 1 ${claimed} ON CONFLICT DO NOTHING`;
  const removing = sql`DELETE FROM trace_edges e USING ${pairs} WHERE e.tenant_id = ${on.tenant} AND e.type = p.type AND e.from_row = p.from_row
    AND e.to_row = p.to_row AND NOT EXISTS (SELECT 1 FROM (SELECT p.type, p.from_row, p.to_row ${claimed}) n WHERE n.type = p.type AND n.from_row = p.from_row AND n.to_row = p.to_row)`;
  await Promise.all([on.run(adding), on.run(removing)]);
}

/** Replaces what the text and metadata of a memory stated before. Call it inside a change. */
export async function renewTrace(on: Queryable, telling: Telling): Promise<void> {
  await hold(on, 'trace');
  const before = await pairsOf(on, [telling.row]);
  await on.run(
    sql`DELETE FROM trace_names WHERE tenant_id = ${on.tenant} AND memory_row = ${telling.row} AND label <> 'Memory'`,
  );
  await on.run(
    sql`DELETE FROM trace_claims WHERE tenant_id = ${on.tenant} AND owner_row = ${telling.row} AND declared = 0`,
  );
  await insertTrace(on, [telling]);
  await settleEdges(on, together(before, await pairsOf(on, [telling.row])));
}

/** Keeps others' claims about them by name, since another memory may come to answer to it. Call it inside a change. */
export async function removeTrace(on: Queryable, memories: readonly { row: number; id: string }[]): Promise<void> {
  const rows = memories.map(({ row }) => row);
  const ids = memories.map(({ id }) => id);
  const { label, space } = byId('');
  const known =
    await on.get(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM trace_names WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${rows}::bigint[]))
    OR EXISTS (SELECT 1 FROM trace_claims WHERE tenant_id = ${on.tenant} AND owner_row = ANY (${rows}::bigint[]))
    OR EXISTS (SELECT 1 FROM trace_claims WHERE tenant_id = ${on.tenant} AND from_key = ANY (${ids}::text[]) AND from_label = ${label})
    OR EXISTS (SELECT 1 FROM trace_claims WHERE tenant_id = ${on.tenant} AND to_key = ANY (${ids}::text[]) AND to_label = ${label})`);
  if (!known) return;
  await hold(on, 'trace');
  const before = await pairsOf(on, rows);
  for (const end of ['from', 'to'])
    await on.run(sql`DELETE FROM trace_claims WHERE tenant_id = ${on.tenant} AND ${raw(end)}_key = ANY (${ids}::text[])
      AND ${raw(end)}_label = ${label} AND ${raw(end)}_space = ${space}`);
  await on.run(sql`DELETE FROM trace_claims WHERE tenant_id = ${on.tenant} AND owner_row = ANY (${rows}::bigint[])`);
  await on.run(sql`DELETE FROM trace_names WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${rows}::bigint[])`);
  await settleEdges(on, before);
}

/** Moves edges that refer to a memory by id, or were made by hand from it, to another memory. */
export async function moveTrace(
  on: Queryable,
  gone: { row: number; id: string },
  kept: { row: number; id: string },
): Promise<void> {
  const { label, space } = byId('');
  const byGone = (end: string) =>
    sql`(${raw(end)}_key = ${gone.id} AND ${raw(end)}_label = ${label} AND ${raw(end)}_space = ${space})`;
  const touching = sql`tenant_id = ${on.tenant} AND (${byGone('from')} OR ${byGone('to')} OR (owner_row = ${gone.row} AND declared = 1))`;
  const claims = await on.all(sql`SELECT * FROM trace_claims WHERE ${touching}`);
  if (claims.length === 0) return;
  await hold(on, 'trace');
  const before = await pairsOf(on, [gone.row, kept.row]);
  await insertNames(on, [{ row: kept.row, ...byId(kept.id) }]);
  // An edge between the two would become one from a memory to itself.
  const key = (end: string) => sql`CASE WHEN ${byGone(end)} THEN ${kept.id} ELSE ${raw(end)}_key END`;
  await on.run(sql`INSERT INTO trace_claims (tenant_id, owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
    SELECT tenant_id, CASE WHEN owner_row = ${gone.row} THEN ${kept.row}::bigint ELSE owner_row END, type, declared, from_label, ${key('from')},
      from_space, to_label, ${key('to')}, to_space, created_at FROM trace_claims
    WHERE ${touching} AND NOT (from_label = to_label AND ${key('from')} = ${key('to')}) ON CONFLICT DO NOTHING`);
  await on.run(
    sql`DELETE FROM trace_claims WHERE tenant_id = ${on.tenant} AND id = ANY (${claims.map(({ id }) => Number(id))}::bigint[])`,
  );
  await settleEdges(on, together(before, await pairsOf(on, [gone.row, kept.row])));
}

/** The ids that a memory answers to: its own, and those of memories merged into it. */
export async function idsOf(on: Queryable, row: number): Promise<string[]> {
  const rows = await on.all(sql`SELECT key FROM trace_names WHERE tenant_id = ${on.tenant} AND memory_row = ${row}
    AND label = 'Memory' AND space = ''`);
  return rows.map(({ key }) => String(key));
}

export async function answerTo(on: Queryable, row: number, ids: readonly string[]): Promise<void> {
  await insertNames(
    on,
    ids.map((id) => ({ row, ...byId(id) })),
  );
  await settleEdges(on, await pairsOf(on, [row]));
}

export class PostgresTrace implements TraceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async named(
    names: readonly Pick<TraceName, 'label' | 'key'>[],
    filter: SearchFilter,
  ): Promise<{ row: number; key: string }[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      prepared(sql`SELECT n.memory_row, n.key FROM unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ label }) => label)}::text[])
          WITH ORDINALITY wanted(key, label, place)
        JOIN trace_names n ON n.tenant_id = ${tenant} AND n.key = wanted.key AND n.label = wanted.label
        JOIN memories m ON m.tenant_id = ${tenant} AND m.row = n.memory_row WHERE ${filterClause(tenant, filter, 'm')}
        GROUP BY n.memory_row, n.key ORDER BY min(wanted.place), n.memory_row DESC`),
      filter.within,
    );
    return rows.map((row) => ({ row: Number(row.memory_row), key: String(row.key) }));
  }

  async edges(rows: readonly number[], direction: Direction, filter: SearchFilter): Promise<TraceEdge[]> {
    const edges = prepared(edgesOf(this.#database.tenant, rows, direction, filter));
    const found = await this.#database.all(edges, filter.within);
    return found.map((row) => ({ type: String(row.type), from: Number(row.from_row), to: Number(row.to_row) }));
  }
}

export function edgesOf(tenant: number, rows: readonly number[], direction: Direction, filter: SearchFilter): Sql {
  const ends = { outgoing: ['from'], incoming: ['to'], both: ['from', 'to'] }[direction];
  const touching = ends.map(
    (end) =>
      sql`SELECT e.type, e.from_row, e.to_row FROM trace_edges e WHERE e.tenant_id = ${tenant} AND e.${raw(end)}_row = ANY (${rows}::bigint[])`,
  );
  // Each memory is checked once, however many edges it has.
  return sql`WITH touching AS MATERIALIZED (${joined(touching, ' UNION ')}),
    seen AS MATERIALIZED (SELECT m.row FROM (SELECT from_row AS row FROM touching UNION SELECT to_row FROM touching) ends
      JOIN memories m ON m.row = ends.row WHERE ${filterClause(tenant, filter, 'm')})
    SELECT e.type, e.from_row, e.to_row FROM touching e JOIN seen f ON f.row = e.from_row JOIN seen t ON t.row = e.to_row
    ORDER BY e.type, e.from_row, e.to_row`;
}
