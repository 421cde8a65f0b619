// Finds memories that say nearly the same.
import { groupBy } from '../../../engine/group.ts';
import type { Twins } from '../../../engine/maintenance/ports.ts';
import { MAX_TWINS } from '../../rows/limits.ts';
import type { Database } from '../server/database.ts';
import { NOTHING, type Sql, sql } from '../server/sql.ts';

type Near = Omit<Twins, 'similarity'>;

/**
 * Pairs of these with newer ones of the same scope, type and end of validity. The first passages select candidates;
 * then every passage must be similar to its counterpart.
 */
export async function findTwins(
  database: Database,
  rows: readonly number[],
  among: ReadonlySet<number>,
  similarity: number,
): Promise<Twins[]> {
  const near = await candidates(database, rows, similarity);
  // All of `among` can be as many as there are memories: it is sent only for those whose places others have taken.
  const crowded = [...groupBy(near, ({ row }) => row)]
    .filter(([, found]) => found.length === MAX_TWINS && !found.every(({ other }) => among.has(other)))
    .map(([row]) => row);
  const left = near.filter(({ row, other }) => among.has(other) && !crowded.includes(row));
  if (crowded.length > 0) {
    const only = sql` AND v.memory_row = ANY (${[...among]}::bigint[])`;
    left.push(...(await candidates(database, crowded, similarity, only)));
  }
  return left.length === 0 ? [] : alike(database, left, similarity);
}

async function candidates(
  database: Database,
  rows: readonly number[],
  similarity: number,
  only: Sql = NOTHING,
): Promise<Near[]> {
  const { tenant } = database;
  const near = await database.all(sql`SELECT m.row, other.memory_row AS other FROM memories m
    JOIN vectors own ON own.tenant_id = ${tenant} AND own.memory_row = m.row AND own.position = 0
    CROSS JOIN LATERAL (
      SELECT v.memory_row FROM vectors v JOIN memories o ON o.tenant_id = ${tenant} AND o.row = v.memory_row
      WHERE v.tenant_id = ${tenant} AND v.scope_id = own.scope_id AND v.position = 0 AND v.memory_row > m.row${only}
        AND vector_dims(v.vector) = vector_dims(own.vector)
        AND coalesce(o.type, o.kind) = coalesce(m.type, m.kind) AND o.valid_until IS NOT DISTINCT FROM m.valid_until
        AND -(v.vector <#> own.vector) >= ${similarity}
      ORDER BY v.vector <#> own.vector LIMIT ${MAX_TWINS}
    ) other WHERE m.tenant_id = ${tenant} AND m.row = ANY (${rows}::bigint[])`);
  return near.map(({ row, other }) => ({ row: Number(row), other: Number(other) }));
}

/** Those of which every passage is similar to its counterpart. */
async function alike(database: Database, near: readonly Near[], similarity: number): Promise<Twins[]> {
  const { tenant } = database;
  const found = await database.all(sql`
    SELECT near.row, near.other, min(coalesce(-(a.vector <#> b.vector), 0)) AS similarity
    FROM unnest(${near.map(({ row }) => row)}::bigint[], ${near.map(({ other }) => other)}::bigint[]) near(row, other)
    JOIN passages p ON p.tenant_id = ${tenant} AND p.memory_row = near.row
    LEFT JOIN vectors a ON a.tenant_id = ${tenant} AND a.passage_id = p.id
    LEFT JOIN vectors b ON b.tenant_id = ${tenant} AND b.memory_row = near.other AND b.position = p.position
    WHERE (SELECT count(*) FROM passages c WHERE c.tenant_id = ${tenant} AND c.memory_row = near.row)
        = (SELECT count(*) FROM passages c WHERE c.tenant_id = ${tenant} AND c.memory_row = near.other)
    GROUP BY near.row, near.other HAVING min(coalesce(-(a.vector <#> b.vector), 0)) >= ${similarity} ORDER BY near.row, near.other`);
  return found.map((row) => ({
    row: Number(row.row),
    other: Number(row.other),
    similarity: Math.min(1, Number(row.similarity)),
  }));
}
