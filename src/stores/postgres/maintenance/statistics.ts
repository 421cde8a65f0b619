import type { Measured, MeasuredHour, Sizes, StatisticsStore, Timing } from '../../../engine/maintenance/ports.ts';
import { readHours } from '../../rows/statistics.ts';
import { distinctFiles } from '../code/projects.ts';
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql, when } from '../server/sql.ts';

/** The purpose of each table with its indexes. The small rest counts as memories. */
const PURPOSES: readonly (readonly [RegExp, keyof Sizes])[] = [
  [/^(?:vectors|chunk_vectors)_\d+$|^entity_vectors$/, 'vectors'],
  [/^(?:words|chunk_words|passages)$/, 'text'],
  [/^(?:entities|mentions|relations|observations|trace_\w+|code_edges|code_references|code_links)$/, 'graph'],
  [/^(?:projects|files|chunks|symbols)$/, 'code'],
];

/** Tables that grow with a code base. All others grow with the memories. */
const OF_CODE = /^(?:projects|files|chunks|chunk_words|chunk_vectors(?:_\d+)?|symbols|code_\w+)$/;

const TABLE_SIZES = raw(`SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'`);
const SHARD_SIZES = raw(
  ' UNION ALL SELECT table_name::text AS name, sum(shard_size)::bigint AS bytes FROM citus_shards GROUP BY table_name',
);

/** The rows of a table, of all tenants, as the last ANALYZE found them; no tenant may count those of others. */
const allRows = (table: string): Sql => sql`(SELECT reltuples FROM pg_class WHERE oid = ${table}::regclass)`;

/**
 * Bytes of each table with its indexes. Tenants share tables, so each is charged in proportion to its memories, or its files
 * of code. On Citus nobody counts all rows: there the sizes are those of all tenants.
 */
export async function tableSizes(database: Database): Promise<{ name: string; bytes: number }[]> {
  const { tenant, isCitus } = database;
  const [tables = [], [rows] = []] = await database.together([
    sql`${TABLE_SIZES}${when(isCitus, () => SHARD_SIZES)}`,
    sql`SELECT (SELECT coalesce(sum(held), 0)::float8 FROM memory_counts WHERE tenant_id = ${tenant}) AS memories,
      (SELECT count(*) FROM files WHERE tenant_id = ${tenant})::float8 AS files,
      ${allRows('memories')} AS all_memories, ${allRows('files')} AS all_files`,
  ]);
  const share = (own: unknown, all: unknown) => (isCitus ? 1 : Number(own) / Math.max(Number(own), Number(all), 1));
  const shares = { memories: share(rows?.memories, rows?.all_memories), code: share(rows?.files, rows?.all_files) };
  return tables.map(({ name, bytes }) => ({
    name: String(name),
    bytes: Math.round(Number(bytes) * (OF_CODE.test(String(name)) ? shares.code : shares.memories)),
  }));
}

export class PostgresStatistics implements StatisticsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async sizes(): Promise<Sizes> {
    const sizes = { vectors: 0, text: 0, graph: 0, memories: 0, code: 0 };
    for (const { name, bytes } of await tableSizes(this.#database)) {
      const purpose = PURPOSES.find(([pattern]) => pattern.test(name))?.[1] ?? 'memories';
      sizes[purpose] += bytes;
    }
    return sizes;
  }

  async symbols(projects: readonly number[]): Promise<Map<string, number>> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(sql`SELECT kind, count(*) AS n FROM symbols WHERE tenant_id = ${tenant}
      AND file_id IN (${distinctFiles(tenant, projects)}) GROUP BY kind`);
    return new Map(rows.map((row) => [String(row.kind), Number(row.n)]));
  }

  async failedJobs(): Promise<number> {
    const row =
      await this.#database.get(sql`SELECT count(*) AS n FROM jobs j WHERE j.tenant_id = ${this.#database.tenant} AND j.state = 'failed'
      AND NOT EXISTS (SELECT 1 FROM jobs later WHERE later.tenant_id = j.tenant_id AND later.kind = j.kind AND later.started_at > j.started_at)`);
    return Number(row?.n);
  }

  async timings(): Promise<Map<string, Timing>> {
    const rows = await this.#database.all(
      sql`SELECT operation, count, ms FROM timings WHERE tenant_id = ${this.#database.tenant}`,
    );
    return new Map(rows.map((row) => [String(row.operation), { count: Number(row.count), ms: Number(row.ms) }]));
  }

  async addTimings(timings: ReadonlyMap<string, Measured>, hour: number): Promise<void> {
    if (timings.size === 0) return;
    // Always in the same order, so that servers do not deadlock.
    const sorted = [...timings].sort(([a], [b]) => (a < b ? -1 : 1));
    await this.#database.change(async (on) => {
      for (const [operation, { count, ms, slowest }] of sorted) {
        await on.run(sql`INSERT INTO timings AS t (tenant_id, operation, count, ms) VALUES (${on.tenant}, ${operation}, ${count}, ${ms})
          ON CONFLICT (tenant_id, operation) DO UPDATE SET count = t.count + excluded.count, ms = t.ms + excluded.ms`);
        await on.run(sql`INSERT INTO hourly_timings AS t (tenant_id, hour, operation, count, ms, slowest)
          VALUES (${on.tenant}, ${hour}, ${operation}, ${count}, ${ms}, ${slowest}) ON CONFLICT (tenant_id, hour, operation)
          DO UPDATE SET count = t.count + excluded.count, ms = t.ms + excluded.ms, slowest = greatest(t.slowest, excluded.slowest)`);
      }
    });
  }

  async noteSize(hour: number, size: { memories: number; bytes: number }, expiry: number): Promise<void> {
    await this.#database.change(async (on) => {
      const added = await on.run(sql`INSERT INTO hourly_sizes (tenant_id, hour, memories, bytes)
        VALUES (${on.tenant}, ${hour}, ${size.memories}, ${size.bytes}) ON CONFLICT DO NOTHING`);
      if (added === 0) return;
      for (const table of ['hourly_sizes', 'hourly_timings'])
        await on.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant} AND hour < ${expiry}`);
    });
  }

  async hours(since: number): Promise<MeasuredHour[]> {
    const { tenant } = this.#database;
    const [measured = [], noted = []] = await this.#database.together([
      sql`SELECT * FROM hourly_timings WHERE tenant_id = ${tenant} AND hour >= ${since}`,
      sql`SELECT * FROM hourly_sizes WHERE tenant_id = ${tenant} AND hour >= ${since}`,
    ]);
    return readHours(measured, noted);
  }
}
