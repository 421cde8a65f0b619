import { groupBy } from '../../../engine/group.ts';
import type { Twins } from '../../../engine/maintenance/ports.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { toVector } from '../memories/passages.ts';
import { cosine } from '../retrieval/search.ts';
import type { VectorIndex } from '../retrieval/vectors.ts';

const SAME_SORT = 'ifnull(m.type, m.kind) AS sort, m.scope_id, m.valid_until';

/** Finds memories that say nearly the same: codes select candidates, vectors decide. Call it inside a snapshot. */
export function findTwins(
  database: Database,
  vectors: VectorIndex,
  rows: readonly number[],
  among: ReadonlySet<number>,
  similarity: number,
): Twins[] {
  const own = passagesOf(database, rows);
  return [...own].flatMap(([row, passages]) => {
    const [first] = passages;
    if (first?.vector == null) return [];
    const candidates = vectors.twins(toVector(first.vector), { row, scope: Number(first.scope_id) }, among);
    const others = passagesOf(database, ownersOf(database, candidates));
    return [...others].flatMap(([other, theirs]): Twins[] => {
      if (first.sort !== theirs[0]?.sort || first.valid_until !== theirs[0]?.valid_until) return [];
      const alike = likeness(passages, theirs);
      return alike >= similarity ? [{ row, other, similarity: Math.min(1, alike) }] : [];
    });
  });
}

const ownersOf = (database: Database, passages: readonly number[]): number[] =>
  database
    .all(
      'SELECT DISTINCT p.memory_row FROM json_each(?) wanted JOIN passages p ON p.id = wanted.value WHERE p.position = 0',
      JSON.stringify(passages),
    )
    .map((row) => Number(row.memory_row));

function passagesOf(database: Database, rows: readonly number[]): Map<number, Row[]> {
  if (rows.length === 0) return new Map();
  const found = database.all(
    `SELECT p.memory_row, p.vector, ${SAME_SORT} FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
     JOIN memories m ON m.row = p.memory_row ORDER BY p.memory_row, p.position`,
    JSON.stringify(rows),
  );
  return groupBy(found, (row) => Number(row.memory_row));
}

/** The lowest similarity between passages and their counterparts. */
function likeness(own: readonly Row[], theirs: readonly Row[]): number {
  if (own.length !== theirs.length) return 0;
  const cosines = own.map((row, i) => {
    const other = theirs[i];
    return row.vector === null || other === undefined || other.vector === null
      ? 0
      : cosine(toVector(row.vector), other);
  });
  return Math.min(...cosines);
}
