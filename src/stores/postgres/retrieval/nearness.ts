// Nearest vectors: compares all of them if few are in reach, and uses the HNSW index otherwise.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';

/** Up to this many, comparing all takes no longer than the index, and misses none. */
const COMPARED = 20_000;
/** pgvector cannot index half-precision vectors with more dimensions. */
const MOST_DIMENSIONS = 4000;
const SEARCHED = 400;
/** Takes more from the index than wanted, since it orders by half precision; the result is ordered by single. */
const SURPLUS = 2;

const WALK = `; SET LOCAL hnsw.ef_search = ${SEARCHED}; SET LOCAL hnsw.iterative_scan = relaxed_order`;

export type VectorTable = 'vectors' | 'chunk_vectors';

export const indexName = (table: VectorTable, dimensions: number): string => `${table}_near_${dimensions}`;

/** The index for a dimension; null if there can be none. */
export const indexFor = (table: VectorTable, dimensions: number): string | null =>
  dimensions > MOST_DIMENSIONS
    ? null
    : `CREATE INDEX IF NOT EXISTS ${indexName(table, dimensions)} ON ${table}
       USING hnsw ((vector::halfvec(${dimensions})) halfvec_ip_ops) WITH (m = 16, ef_construction = 128)
       WHERE vector_dims(vector) = ${dimensions}`;

interface Search {
  readonly table: VectorTable;
  /** Conditions on the own columns of the vectors `v`, starting with AND. */
  readonly inside: Sql;
  /** Further joins and conditions. */
  readonly joins: Sql;
  readonly where: Sql;
  /** False if most vectors pass, so that slightly more candidates than wanted are enough at first. */
  readonly isNarrow: boolean;
  /** The columns selected from the vectors and the joined tables. */
  readonly own: string;
  readonly joined: Sql;
  /** Everything that passes the filter, and the column of `v` that refers to it. */
  readonly passing: Sql;
  readonly owner: string;
}

const SURPLUS_NARROW = 8;

/** Rows of `own` and `joined`, with the cosine as `score`, nearest first. */
export async function nearest(
  database: Database,
  vector: Float32Array,
  { table, inside, joins, where, isNarrow, own, joined, passing, owner }: Search,
  limit: number,
  within: ScopeFilter,
): Promise<Row[]> {
  const { tenant } = database;
  const dimensions = vector.length;
  const asked = sql`${toText(vector)}::vector`;
  const half = raw(`halfvec(${dimensions})`);
  const of = sql`${raw(table)} v WHERE v.tenant_id = ${tenant} AND vector_dims(v.vector) = ${raw(String(dimensions))}${inside}`;
  const counted = await database.get(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${of} LIMIT ${COMPARED + 1}) few`,
    within,
  );
  const isWalked = Number(counted?.n) > COMPARED && dimensions <= MOST_DIMENSIONS;
  const order = isWalked ? sql`v.vector::${half} <#> ${asked}::${half}` : sql`v.vector <#> ${asked}`;
  const settings = isWalked ? WALK : '';
  const wanted = limit * (isNarrow ? SURPLUS_NARROW : SURPLUS);
  const search = (from: Sql, most: number) =>
    database.all(
      sql`WITH near AS MATERIALIZED (SELECT ${raw(own)}, v.tenant_id, v.vector FROM ${from} ORDER BY ${order} LIMIT ${most})
        SELECT v.*, ${joined}, -(v.vector <#> ${asked}) AS score FROM near v ${joins}
        WHERE ${where} ORDER BY v.vector <#> ${asked} LIMIT ${limit}`,
      within,
      settings,
    );
  const found = await search(of, wanted);
  if (found.length === limit || Number(counted?.n) <= wanted) return found;
  // The filter removed so many that better ones may be missing. List what passes once, whatever the planner thinks.
  return search(sql`${of} AND v.${raw(owner)} = ANY (ARRAY(${passing}))`, limit * SURPLUS);
}
