// Nearest vectors: all of them compared where few are in reach, and through the graph of the index where many are.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';

/** Comparing so many takes as long as walking the graph, and misses none. */
const COMPARED = 20_000;
/** Above this pgvector has no index for half precision. */
const MOST_DIMENSIONS = 4000;
const SEARCHED = 400;
/** More are taken from the graph than wanted: it orders by half precision, and what is wanted by single. */
const SURPLUS = 2;

const WALK = `; SET LOCAL hnsw.ef_search = ${SEARCHED}; SET LOCAL hnsw.iterative_scan = relaxed_order`;

export type VectorTable = 'vectors' | 'chunk_vectors';

export const indexName = (table: VectorTable, dimensions: number): string => `${table}_near_${dimensions}`;

/** The index of a dimension; null where there can be none. */
export const indexFor = (table: VectorTable, dimensions: number): string | null =>
  dimensions > MOST_DIMENSIONS
    ? null
    : `CREATE INDEX IF NOT EXISTS ${indexName(table, dimensions)} ON ${table}
       USING hnsw ((vector::halfvec(${dimensions})) halfvec_ip_ops) WITH (m = 16, ef_construction = 128)
       WHERE vector_dims(vector) = ${dimensions}`;

interface Search {
  readonly table: VectorTable;
  /** What narrows the vectors `v` by their own columns, beginning with AND. */
  readonly inside: Sql;
  /** What else they have to be joined to and to fulfil. */
  readonly joins: Sql;
  readonly where: Sql;
  /** Most vectors are let through, so that a few more than wanted are enough to begin with. */
  readonly isNarrow: boolean;
  /** What is selected of the vectors, and of what they are joined to. */
  readonly own: string;
  readonly joined: Sql;
  /** Everything that the filter lets through, and the column of `v` that names it. */
  readonly passing: Sql;
  readonly owner: string;
}

const SURPLUS_NARROW = 8;

/** Rows of `own` and `joined` and the cosine as `score`, the nearest first. */
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
  // The filter took so many that better ones may have been left out. What passes is listed once, whatever the planner knows.
  return search(sql`${of} AND v.${raw(owner)} = ANY (ARRAY(${passing}))`, limit * SURPLUS);
}
