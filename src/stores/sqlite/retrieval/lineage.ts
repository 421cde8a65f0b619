// The times of memories, and of those that superseded each other.
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Kin, LineageBounds } from '../../../engine/retrieval/ports.ts';
import type { Times } from '../../../engine/retrieval/time-scores.ts';
import { KinRow, TimesRow } from '../../rows/times.ts';
import type { Database } from '../file/database.ts';
import { filterClause } from '../memories/filter.ts';
import type { Scopes } from '../memories/scopes.ts';

const TIMES = `m.event_time AS eventTime, m.ingestion_time AS ingestionTime, m.valid_from AS validFrom,
  m.valid_until AS validUntil`;

export function timesOf(database: Database, rows: readonly number[]): ReadonlyMap<number, Times> {
  const found = database.all(
    `SELECT m.row, ${TIMES} FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value`,
    JSON.stringify(rows),
  );
  return new Map(found.map((row) => [Number(row.row), TimesRow.parse(row)]));
}

export function lineageOf(
  database: Database,
  scopes: Scopes,
  rows: readonly number[],
  filter: SearchFilter,
  { steps, most }: LineageBounds,
): Kin[] {
  const passes = (alias: string) => filterClause({ ...filter, ended: true }, scopes, alias);
  const [own, predecessor] = [passes('m'), passes('p')] as const;
  const superseded = (id: string) => `SELECT 1 FROM memories p WHERE p.superseded_by = ${id} AND ${predecessor.sql}`;
  const hasFew = (id: string) => `(SELECT count(*) FROM (${superseded(id)} LIMIT ? + 1)) <= ?`;
  const found = database.all(
    `WITH RECURSIVE earlier (of, row, id, step) AS (
       SELECT m.row, m.row, m.id, 0 FROM json_each(?) wanted CROSS JOIN memories m ON m.row = wanted.value
       WHERE EXISTS (SELECT 1 FROM memories p WHERE p.superseded_by = m.id)
       UNION ALL SELECT e.of, m.row, m.id, e.step + 1 FROM earlier e CROSS JOIN memories m ON m.superseded_by = e.id
       WHERE e.step < ? AND ${hasFew('e.id')} AND ${own.sql}
     ), later (of, row, successor, step) AS (
       SELECT m.row, m.row, m.superseded_by, 0 FROM json_each(?) wanted CROSS JOIN memories m ON m.row = wanted.value
       WHERE m.superseded_by IS NOT NULL
       UNION ALL SELECT l.of, m.row, m.superseded_by, l.step + 1 FROM later l CROSS JOIN memories m ON m.id = l.successor
       WHERE l.step < ? AND ${hasFew('m.id')} AND ${own.sql}
     ) SELECT k.of, m.row, k.later AS isLater, k.later OR EXISTS (${superseded('m.id')}) AS isSuccessor, ${TIMES} FROM (
       SELECT of, row, step, 0 AS later FROM earlier UNION ALL SELECT of, row, step, 1 FROM later
     ) k CROSS JOIN memories m ON m.row = k.row WHERE k.step > 0`,
    ...[0, 1].flatMap(() => [JSON.stringify(rows), steps, ...predecessor.values, most, most, ...own.values]),
    ...predecessor.values,
  );
  return found.map((row) => KinRow.parse(row));
}
