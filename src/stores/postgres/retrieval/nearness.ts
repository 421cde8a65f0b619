// Nearest vectors: compares all of them if few are in reach, and uses the HNSW index otherwise; those that are not in it yet
// are compared.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../server/database.ts';
import { prepared, raw, type Sql, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';
import { feederOf } from './index-feeder.ts';
import { COMPARED, MOST_DIMENSIONS, type VectorTable } from './vector-index.ts';

const SEARCHED = 400;
/** Takes more from the index than wanted, since it orders by half precision; the result is ordered by single. */
const SURPLUS = 2;

const WALK = [`SET LOCAL hnsw.ef_search = ${SEARCHED}`, 'SET LOCAL hnsw.iterative_scan = relaxed_order'];

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
  const dimensions = vector.length;
  const asked = sql`${toText(vector)}::vector`;
  const of = sql`${raw(table)} v WHERE v.tenant_id = ${database.tenant} AND vector_dims(v.vector) = ${raw(String(dimensions))}${inside}`;
  const isWalked = dimensions <= MOST_DIMENSIONS && (await isMany(database, table, of, within));
  const half = raw(`halfvec(${dimensions})`);
  const part = (from: Sql, order: Sql, most: number) =>
    sql`SELECT ${raw(own)}, v.tenant_id, v.vector <#> ${asked} AS distance FROM ${from} ORDER BY ${order} LIMIT ${most}`;
  const walked = (from: Sql, most: number) =>
    sql`(${part(sql`${from} AND v.indexed`, sql`v.vector::${half} <#> ${asked}::${half}`, most)})
      UNION ALL (${part(sql`${from} AND NOT v.indexed`, sql`distance`, most)})`;
  const search = (from: Sql, most: number) => {
    // The vectors themselves are left behind, since rows with them are slow to sort.
    const query = sql`WITH near AS MATERIALIZED (${isWalked ? walked(from, most) : part(from, sql`distance`, most)})
      SELECT v.*, ${joined}, -v.distance AS score, (SELECT count(*) FROM near) AS considered FROM near v ${joins}
      WHERE ${where} ORDER BY v.distance LIMIT ${limit}`;
    return isWalked ? database.all(query, within, WALK) : database.all(prepared(query), within);
  };
  const wanted = limit * (isNarrow ? SURPLUS_NARROW : SURPLUS);
  const found = await search(of, wanted);
  const isAll = !isWalked && found.length > 0 && Number(found[0]?.considered) < wanted;
  if (found.length === limit || isAll) return found;
  // The filter removed so many that better ones may be missing. List what passes once, whatever the planner thinks.
  return search(sql`${of} AND v.${raw(owner)} = ANY (ARRAY(${passing}))`, limit * SURPLUS);
}

/** Counting reads every vector, and the count decides only how to search: one that is a minute old will do. */
const COUNTED_FOR_MS = 60_000;
const MOST_COUNTS = 500;
const counts = new WeakMap<Database, Map<string, { readonly n: number; readonly until: number }>>();

/** Whether there are so many that the index is used. */
async function isMany(database: Database, table: VectorTable, of: Sql, within: ScopeFilter): Promise<boolean> {
  const known = counts.get(database) ?? new Map<string, { n: number; until: number }>();
  counts.set(database, known);
  const key = JSON.stringify([of.texts, of.values, within]);
  const last = known.get(key);
  if (last && last.until > performance.now()) return last.n > COMPARED;
  const counted = await database.get(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${of} LIMIT ${COMPARED + 1}) few`,
    within,
  );
  const n = Number(counted?.n);
  if (known.size >= MOST_COUNTS) known.clear();
  known.set(key, { n, until: performance.now() + COUNTED_FOR_MS });
  // For vectors that were stored by processes too short to do it.
  if (n > COMPARED) void feederOf(database, table).feed();
  return n > COMPARED;
}
