import { messageOf } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Database } from '../server/database.ts';
import { raw } from '../server/sql.ts';

const TABLES =
  'memories, passages, words, vectors, scopes, entities, mentions, trace_names, trace_claims, trace_edges, audit';
/** Memories written before the first look at the statistics, and how many times more before the next. */
const FIRST = 200;
const MORE = 8;
/** Statistics that know less than this share of what this server alone has written are too old. */
const KNOWN_SHARE = 0.5;
const KNOWN = raw("SELECT reltuples FROM pg_class WHERE oid = 'passages'::regclass");
// Tables that somebody else works on are left out. So are those of another owner: they wait for autovacuum.
const ANALYSE = raw(`ANALYZE (SKIP_LOCKED) ${TABLES}`);

/**
 * Gathers the planner's statistics while a database is filled for the first time. Autovacuum does so too, but up to a
 * minute late. Without them, any index that begins with the tenant looks as good as the right one, and each memory takes
 * longer to store than the one before.
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
    this.#analyse(this.#written * KNOWN_SHARE).catch((error: unknown) =>
      log.warn('the statistics of the database were not gathered', { error: messageOf(error) }),
    );
  }

  async #analyse(least: number): Promise<void> {
    const known = await this.#database.get(KNOWN);
    if (Number(known?.reltuples) < least) await this.#database.changeMuch((on) => on.run(ANALYSE));
  }
}
