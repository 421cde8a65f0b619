// How many memories each scope has of each kind and type. Counting them instead would read every row.
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import type { Queryable } from '../server/database.ts';
import { NOTHING, prepared, raw, type Sql, sql } from '../server/sql.ts';
import { filterClause, isNarrow, validAt } from './filter.ts';
import { scopeClause } from './scopes.ts';

/** Valid from when it was learned, without an end: the condition of the index `memories_bounded`, negated. */
const IS_OPEN = raw('m.valid_until IS NULL AND m.valid_from <= m.ingestion_time');
const IS_BOUNDED = raw('(m.valid_until IS NOT NULL OR m.valid_from > m.ingestion_time)');

/** The fields that a memory is counted by. */
const FIELDS = ['kind', 'type', 'validFrom', 'validUntil', 'ingestionTime'] as const;

const counted = (of: Sql, sign: string): Sql => {
  const by = raw(sign);
  return sql`INSERT INTO memory_counts AS c (tenant_id, scope_id, kind, type, held, open)
    SELECT m.tenant_id, m.scope_id, m.kind, m.type, ${by}count(*), ${by}count(*) FILTER (WHERE ${IS_OPEN})
    FROM memories m WHERE ${of} GROUP BY m.tenant_id, m.scope_id, m.kind, m.type
    ON CONFLICT (tenant_id, scope_id, kind, type) DO UPDATE SET held = c.held + excluded.held, open = c.open + excluded.open`;
};

const these = (on: Queryable, rows: readonly number[]): Sql =>
  sql`m.tenant_id = ${on.tenant} AND m.row = ANY (${rows}::bigint[])`;

/** Counts stored memories. Call it inside a change that has locked their spaces, as all of these. */
export async function count(on: Queryable, rows: readonly number[]): Promise<void> {
  await on.run(prepared(counted(these(on, rows), '')));
}

/** Counts them out again, before they are deleted or become something else. */
export async function uncount(on: Queryable, rows: readonly number[], scopes: readonly number[]): Promise<void> {
  await on.run(prepared(counted(these(on, rows), '-')));
  await on.run(
    prepared(sql`DELETE FROM memory_counts WHERE tenant_id = ${on.tenant} AND scope_id = ANY (${scopes}::bigint[])
      AND held = 0`),
  );
}

/** Whether a change of a memory changes the counts. */
export const isCountedAnew = (before: Memory, after: Memory): boolean =>
  FIELDS.some((field) => before[field] !== after[field]);

/** How many counts differ from the memories, as a query for `n`. */
export function wrongCounts(tenant: number): Sql {
  const kept = sql`SELECT scope_id, kind, type, held, open FROM memory_counts WHERE tenant_id = ${tenant}`;
  const real = sql`SELECT m.scope_id, m.kind, m.type, count(*), count(*) FILTER (WHERE ${IS_OPEN}) FROM memories m
    WHERE m.tenant_id = ${tenant} GROUP BY m.scope_id, m.kind, m.type`;
  return sql`SELECT count(*) AS n FROM ((${kept} EXCEPT ${real}) UNION ALL (${real} EXCEPT ${kept})) wrong`;
}

/** Counts all memories of the tenant anew. Other writers wait. */
export async function countAll(on: Queryable): Promise<void> {
  await on.run(sql`SELECT 1 FROM scopes WHERE tenant_id = ${on.tenant} ORDER BY id FOR NO KEY UPDATE`);
  await on.run(sql`DELETE FROM memory_counts WHERE tenant_id = ${on.tenant}`);
  await on.run(counted(sql`m.tenant_id = ${on.tenant}`, ''));
}

/** A query for the number of memories by `type` and `kind` that pass the filter. */
export function countsWithin(tenant: number, filter: SearchFilter): Sql {
  const { within, validAt: moment, past, validity, ended } = filter;
  if (isNarrow(filter) || validity !== undefined || ended)
    return sql`SELECT m.type, m.kind, count(*) AS n FROM memories m WHERE ${filterClause(tenant, filter, 'm')} GROUP BY m.type, m.kind`;
  const own = (alias: string) =>
    sql`${raw(alias)}.tenant_id = ${tenant}${scopeClause(tenant, within, `${alias}.scope_id`)}`;
  const later = sql`
      UNION ALL SELECT m.type, m.kind, -1 FROM memories m WHERE ${own('m')} AND ${IS_OPEN}
        AND m.ingestion_time > ${moment} AND m.valid_from > ${moment}`;
  return sql`SELECT n.type, n.kind, sum(n.n) AS n FROM (
      SELECT c.type, c.kind, c.open AS n FROM memory_counts c WHERE ${own('c')}
      UNION ALL SELECT m.type, m.kind, 1 FROM memories m WHERE ${own('m')} AND ${IS_BOUNDED} AND ${validAt('m', moment, past)}${past ? later : NOTHING}
    ) n GROUP BY n.type, n.kind HAVING sum(n.n) > 0`;
}
