import { randomBytes } from 'node:crypto';
import type { DiskState } from '../../../engine/ports.ts';
import { entryIfReadable, problemOfBin } from '../../rows/bin.ts';
import { tableSizes } from '../maintenance/statistics.ts';
import { wrongCounts } from '../memories/counters.ts';
import type { Database } from './database.ts';
import { raw, sql } from './sql.ts';

const OPEN_EYES_MS = 5000;
/** More than fits into free space of existing pages, so the write needs new disk space. */
const PROBE_BYTES = 32_768;

/** The health of the database, as far as one of its users can see it. */
export class Health {
  readonly #database: Database;
  #looked: { readonly at: number; readonly isFull: boolean; readonly state: DiskState } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Describes problems with the data or with the role that reads it. */
  async check(): Promise<string[]> {
    const { tenant } = this.#database;
    const [counts, wrong] = await this.#database.together([
      sql`SELECT (SELECT count(*) FROM passages p WHERE p.tenant_id = ${tenant} AND p.pending = 0
          AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.tenant_id = ${tenant} AND v.passage_id = p.id)) AS lost,
        (SELECT count(*) FROM trace_edges e WHERE e.tenant_id = ${tenant}
          AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant_id = ${tenant} AND m.row = e.from_row)) AS loose`,
      wrongCounts(tenant),
    ]);
    const bin = await this.#database.all(sql`SELECT id, memory FROM deleted_memories WHERE tenant_id = ${tenant}`);
    return [
      ...bin.filter((row) => entryIfReadable(row) === null).map(({ id }) => problemOfBin(String(id))),
      ...(Number(counts?.[0]?.lost) > 0 ? [`${counts?.[0]?.lost} passages have lost their vectors`] : []),
      ...(Number(counts?.[0]?.loose) > 0 ? [`${counts?.[0]?.loose} edges start at deleted memories`] : []),
      ...(Number(wrong?.[0]?.n) > 0
        ? [`${wrong?.[0]?.n} counts of memories are wrong; remanence normalize mends them`]
        : []),
    ];
  }

  /** Whether writes succeed. Called often, so the answer is cached for some seconds. */
  async disk(): Promise<DiskState> {
    const { isFull } = this.#database;
    const isFresh = this.#looked?.isFull === isFull && performance.now() - this.#looked.at < OPEN_EYES_MS;
    if (this.#looked && isFresh) return this.#looked.state;
    const state = await this.#look();
    // An unreachable database may be back at any moment. Checking for room takes a write, so that result is kept for a while.
    const isLasting = state.writes === 'ok' || this.#database.isFull;
    this.#looked = isLasting ? { at: performance.now(), isFull: this.#database.isFull, state } : null;
    return state;
  }

  async #look(): Promise<DiskState> {
    const plain = { room: null, isShort: false };
    try {
      const row = await this.#database.get(
        sql`SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS closed`,
      );
      if (row?.closed === true) return { ...plain, writes: 'failed', problem: 'The database is read-only.' };
      if (this.#database.isCitus) await this.#reachWorker();
      if (this.#database.isFull) await this.#probe();
      return { ...plain, writes: 'ok', problem: null };
    } catch (error) {
      return { ...plain, writes: 'failed', problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The coordinator answers even if the worker of this tenant is down. */
  async #reachWorker(): Promise<void> {
    await this.#database.get(sql`SELECT 1 FROM settings WHERE tenant_id = ${this.#database.tenant} LIMIT 1`);
  }

  /** A server that is not ready gets no writes, so after a full disk it has to find out by itself when there is room again. */
  async #probe(): Promise<void> {
    await this.#database.change(async (on) => {
      await on.run(
        sql`INSERT INTO settings (tenant_id, key, value) VALUES (${on.tenant}, 'probe', ${randomBytes(PROBE_BYTES).toString('hex')})
          ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`,
      );
      await on.run(sql`DELETE FROM settings WHERE tenant_id = ${on.tenant} AND key = 'probe'`);
    });
    this.#database.hasRoom();
  }

  async tables(): Promise<{ name: string; rows: number }[]> {
    const named = await this.#database.all(
      raw(`SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname NOT IN ('tenants', 'schema_version') ORDER BY relname`),
    );
    const names = named.map(({ name }) => String(name));
    const counts = await this.#database.together(
      names.map((name) => sql`SELECT count(*) AS n FROM ${raw(name)} WHERE tenant_id = ${this.#database.tenant}`),
    );
    return names.map((name, i) => ({ name, rows: Number(counts[i]?.[0]?.n) }));
  }

  /** Nothing to do: the database reclaims space by itself. */
  async compact(): Promise<void> {}

  /** This tenant's share of the tables. */
  async size(): Promise<number> {
    return (await tableSizes(this.#database)).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
