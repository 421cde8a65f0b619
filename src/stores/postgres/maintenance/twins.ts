// Finds memories that say nearly the same.
import type { Twins } from '../../../engine/maintenance/ports.ts';
import type { Database } from '../server/database.ts';
import { sql } from '../server/sql.ts';

/** A text with more twins is boilerplate; the next run finds what this one leaves. */
const MOST_TWINS = 50;

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
  const { tenant } = database;
  const found = await database.all(sql`
    WITH near AS (
      SELECT m.row, other.memory_row AS other FROM memories m
      JOIN vectors own ON own.tenant_id = ${tenant} AND own.memory_row = m.row AND own.position = 0
      CROSS JOIN LATERAL (
        SELECT v.memory_row FROM vectors v JOIN memories o ON o.tenant_id = ${tenant} AND o.row = v.memory_row
        WHERE v.tenant_id = ${tenant} AND v.scope_id = own.scope_id AND v.position = 0 AND v.memory_row > m.row
          AND v.memory_row = ANY (${[...among]}::bigint[]) AND vector_dims(v.vector) = vector_dims(own.vector)
          AND coalesce(o.type, o.kind) = coalesce(m.type, m.kind) AND o.valid_until IS NOT DISTINCT FROM m.valid_until
          AND -(v.vector <#> own.vector) >= ${similarity}
        ORDER BY v.vector <#> own.vector LIMIT ${MOST_TWINS}
      ) other WHERE m.tenant_id = ${tenant} AND m.row = ANY (${rows}::bigint[])
    )
    SELECT near.row, near.other, min(coalesce(-(a.vector <#> b.vector), 0)) AS similarity
    FROM near JOIN passages p ON p.tenant_id = ${tenant} AND p.memory_row = near.row
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
