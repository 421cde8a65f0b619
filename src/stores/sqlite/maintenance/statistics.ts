import type { Measured, MeasuredHour, Sizes, StatisticsStore, Timing } from '../../../engine/maintenance/ports.ts';
import { yieldToEventLoop } from '../../../engine/waiting.ts';
import type { Row } from '../../rows/row.ts';
import { readHours } from '../../rows/statistics.ts';
import { DISTINCT_FILES } from '../code/projects.ts';
import type { Database } from '../file/database.ts';

/** The purpose of each table with its indexes. The small rest counts as memories. */
const PURPOSES: readonly (readonly [RegExp, keyof Sizes])[] = [
  [/^(?:passages|vector_segments|chunk_vectors|entity_vectors)$/, 'vectors'],
  [/^(?:passage|chunk)_(?:text|words|sizes)/, 'text'],
  [/^(?:entities|mentions|relations|observations|trace_\w+|code_edges|code_references|code_links)$/, 'graph'],
  [/^(?:projects|files|chunks|symbols)$/, 'code'],
];

export class SqliteStatistics implements StatisticsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** From SQLite's page statistics, one table or index at a time, since walking a large one takes a while. */
  async sizes(): Promise<Sizes> {
    const sizes = { vectors: 0, text: 0, graph: 0, memories: 0, code: 0 };
    const parts = this.#database.all('SELECT name, tbl_name FROM sqlite_schema WHERE rootpage > 0');
    for (const { name, tbl_name: table } of parts) {
      const sql = 'SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE';
      const purpose = PURPOSES.find(([pattern]) => pattern.test(String(table)))?.[1] ?? 'memories';
      sizes[purpose] += Number(this.#database.get(sql, String(name))?.bytes ?? 0);
      await yieldToEventLoop();
    }
    return sizes;
  }

  async symbols(projects: readonly number[]): Promise<Map<string, number>> {
    return this.#grouped(
      `SELECT kind AS name, count(*) AS n FROM symbols WHERE file_id IN (${DISTINCT_FILES}) GROUP BY kind`,
      JSON.stringify(projects),
    );
  }

  #grouped(sql: string, ...values: string[]): Map<string, number> {
    return new Map(this.#database.all(sql, ...values).map((row) => [String(row.name), Number(row.n)]));
  }

  async failedJobs(): Promise<number> {
    const row = this.#database.get(
      `SELECT count(*) AS n FROM jobs j WHERE state = 'failed'
         AND NOT EXISTS (SELECT 1 FROM jobs later WHERE later.kind = j.kind AND later.started_at > j.started_at)`,
    );
    return Number(row?.n);
  }

  async timings(): Promise<Map<string, Timing>> {
    const read = (row: Row): [string, Timing] => [
      String(row.operation),
      { count: Number(row.count), ms: Number(row.ms) },
    ];
    return new Map(this.#database.all('SELECT operation, count, ms FROM timings').map(read));
  }

  async addTimings(timings: ReadonlyMap<string, Measured>, hour: number): Promise<void> {
    if (timings.size === 0) return;
    await this.#database.change(() => {
      for (const [operation, { count, ms, slowest }] of timings) {
        this.#database.run(
          `INSERT INTO timings (operation, count, ms) VALUES (?1, ?2, ?3)
           ON CONFLICT (operation) DO UPDATE SET count = count + ?2, ms = ms + ?3`,
          operation,
          count,
          ms,
        );
        this.#database.run(
          `INSERT INTO hourly_timings (hour, operation, count, ms, slowest) VALUES (?1, ?2, ?3, ?4, ?5)
           ON CONFLICT (hour, operation) DO UPDATE SET count = count + ?3, ms = ms + ?4, slowest = max(slowest, ?5)`,
          hour,
          operation,
          count,
          ms,
          slowest,
        );
      }
    });
  }

  async noteSize(hour: number, size: { memories: number; bytes: number }, expiry: number): Promise<void> {
    if (this.#database.get('SELECT 1 FROM hourly_sizes WHERE hour = ?', hour)) return;
    await this.#database.change(() => {
      const sql = 'INSERT OR IGNORE INTO hourly_sizes (hour, memories, bytes) VALUES (?, ?, ?)';
      this.#database.run(sql, hour, size.memories, size.bytes);
      for (const table of ['hourly_sizes', 'hourly_timings'])
        this.#database.run(`DELETE FROM ${table} WHERE hour < ?`, expiry);
    });
  }

  async hours(since: number): Promise<MeasuredHour[]> {
    return readHours(
      this.#database.all('SELECT * FROM hourly_timings WHERE hour >= ?', since),
      this.#database.all('SELECT * FROM hourly_sizes WHERE hour >= ?', since),
    );
  }
}
