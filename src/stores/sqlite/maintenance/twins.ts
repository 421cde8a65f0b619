import { groupBy } from '../../../engine/group.ts';
import type { Twins } from '../../../engine/maintenance/ports.ts';
import { MAX_TWINS } from '../../rows/limits.ts';
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
    const nearest = (most: number) =>
      vectors.twins(toVector(first.vector), { row, scope: Number(first.scope_id) }, among, most);
    return [...passagesOf(database, candidates(database, first, nearest))].flatMap(([other, theirs]): Twins[] => {
      const alike = likeness(passages, theirs);
      return alike >= similarity ? [{ row, other, similarity: Math.min(1, alike) }] : [];
    });
  });
}

/** Memories of the same sort. Passages that cannot be twins may lie nearer and take all places: then more are read. */
function candidates(database: Database, own: Row, nearest: (most: number) => number[]): number[] {
  for (let most = MAX_TWINS; ; most *= 4) {
    const passages = nearest(most);
    const found = ownersOf(database, passages, own);
    if (found.length >= MAX_TWINS || passages.length < most) return found;
  }
}

const ownersOf = (database: Database, passages: readonly number[], { sort, valid_until: end }: Row): number[] =>
  database
    .all(
      `SELECT m.row FROM json_each(?) wanted JOIN passages p ON p.id = wanted.value JOIN memories m ON m.row = p.memory_row
       WHERE p.position = 0 AND ifnull(m.type, m.kind) = ? AND m.valid_until IS ?`,
      JSON.stringify(passages),
      String(sort),
      end === null ? null : Number(end),
    )
    .map(({ row }) => Number(row));

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
