import { messageOf } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Database } from '../server/database.ts';
import { raw, sql } from '../server/sql.ts';

const TABLES =
  'memories, passages, words, vectors, scopes, entities, mentions, trace_names, trace_claims, trace_edges, audit';
/** Memories written before the first look at the statistics, and how many times more before the next. */
const FIRST = 200;
const MORE = 8;
/** A tenant with more than so many times what this server has written was there before, and is in the statistics. */
const OLD = 2;
// Tables that somebody else works on are left out. So are those of another owner: they wait for autovacuum.
const ANALYSE = raw(`ANALYZE (SKIP_LOCKED) ${TABLES}`);

/**
 * Gathers the planner's statistics while a tenant is filled for the first time. Autovacuum does so too, but up to a
 * minute late, and later if there are many tenants. Without them, any index that begins with the tenant looks as good as
 * the right one, and each memory takes longer to store than the one before.
 */
export class Analysing {
  readonly #database: Database;
  #written = 0;
  #next = FIRST;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Nobody waits for it: what was written is stored. */
  wrote(memories: number): void {
    this.#written += memories;
    // Citus plans by the statistics of the workers.
    if (this.#written < this.#next || this.#database.isCitus) return;
    this.#next = this.#written * MORE;
    this.#analyse(this.#written * OLD).catch((error: unknown) =>
      log.warn('the statistics of the database were not gathered', { error: messageOf(error) }),
    );
  }

  async #analyse(most: number): Promise<void> {
    const { tenant } = this.#database;
    const held = await this.#database.get(
      sql`SELECT count(*) AS n FROM (SELECT 1 FROM memories WHERE tenant_id = ${tenant} LIMIT ${most + 1}) few`,
    );
    if (Number(held?.n) <= most) await this.#database.changeMuch((on) => on.run(ANALYSE));
  }
}
