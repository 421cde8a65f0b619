// The times of memories, and of those that superseded each other.
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Kin, LineageBounds } from '../../../engine/retrieval/ports.ts';
import type { Times } from '../../../engine/retrieval/time-scores.ts';
import { KinRow, TimesRow } from '../../rows/times.ts';
import { filterClause } from '../memories/filter.ts';
import type { Database } from '../server/database.ts';
import { prepared, raw, sql } from '../server/sql.ts';

const TIMES = raw(
  'm.event_time AS "eventTime", m.ingestion_time AS "ingestionTime", m.valid_from AS "validFrom", m.valid_until AS "validUntil"',
);

export async function timesOf(database: Database, rows: readonly number[]): Promise<ReadonlyMap<number, Times>> {
  const found = await database.all(
    prepared(
      sql`SELECT m.row, ${TIMES} FROM memories m WHERE m.tenant_id = ${database.tenant} AND m.row = ANY (${rows}::bigint[])`,
    ),
  );
  return new Map(found.map((row) => [Number(row.row), TimesRow.parse(row)]));
}

export async function lineageOf(
  database: Database,
  rows: readonly number[],
  filter: SearchFilter,
  { steps, most }: LineageBounds,
): Promise<Kin[]> {
  const { tenant } = database;
  const passes = (alias: string) => filterClause(tenant, { ...filter, ended: true }, alias);
  const wanted = sql`m.tenant_id = ${tenant} AND m.row = ANY (${rows}::bigint[])`;
  const superseded = (id: string) =>
    sql`SELECT 1 FROM memories p WHERE p.superseded_by = ${raw(id)} AND ${passes('p')}`;
  const hasFew = (id: string) => sql`(SELECT count(*) FROM (${superseded(id)} LIMIT ${most + 1}) few) <= ${most}`;
  const found = await database.all(
    prepared(sql`WITH RECURSIVE earlier (of, row, id, step) AS (
        SELECT m.row, m.row, m.id, 0 FROM memories m WHERE ${wanted}
          AND EXISTS (SELECT 1 FROM memories p WHERE p.tenant_id = ${tenant} AND p.superseded_by = m.id)
        UNION ALL SELECT e.of, m.row, m.id, e.step + 1 FROM earlier e JOIN memories m ON m.superseded_by = e.id
          WHERE e.step < ${steps} AND ${hasFew('e.id')} AND ${passes('m')}
      ), later (of, row, successor, step) AS (
        SELECT m.row, m.row, m.superseded_by, 0 FROM memories m WHERE ${wanted} AND m.superseded_by IS NOT NULL
        UNION ALL SELECT l.of, m.row, m.superseded_by, l.step + 1 FROM later l JOIN memories m ON m.id = l.successor
          WHERE l.step < ${steps} AND ${hasFew('m.id')} AND ${passes('m')}
      ) SELECT k.of, m.row, k.later AS "isLater", k.later OR EXISTS (${superseded('m.id')}) AS "isSuccessor", ${TIMES} FROM (
        SELECT of, row, step, false AS later FROM earlier UNION ALL SELECT of, row, step, true FROM later
      ) k JOIN memories m ON m.tenant_id = ${tenant} AND m.row = k.row WHERE k.step > 0`),
    filter.within,
  );
  return found.map((row) => KinRow.parse(row));
}
