// Moves vectors into the HNSW index. A new vector waits outside and is compared one by one, since entering takes longer than
// all else about storing a memory, and a tenant with few vectors never needs the index.
import { messageOf } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Database, Queryable } from '../server/database.ts';
import { NOTHING, raw, type Sql, sql } from '../server/sql.ts';
import { COMPARED, keyOf, type VectorTable } from './vector-index.ts';

/** Comparing so many takes half as long as the walk through the index. */
const FEW = 4000;
/** How many vectors are written, and how many enter, before the next look at how many wait. */
const LOOK_EVERY = 100;
const LOOK_AGAIN = 1000;
/** Vectors that enter in one transaction. */
const AT_ONCE = 50;

/** Feeds the index in the background, until few vectors wait. */
export class IndexFeeder {
  readonly #database: Database;
  readonly #table: VectorTable;
  #written = 0;
  #feeding: Promise<void> | null = null;

  constructor(database: Database, table: VectorTable) {
    this.#database = database;
    this.#table = table;
  }

  /** Tells it what was stored. Nobody waits for the index: what is not in it is compared. */
  wrote(stored: readonly { readonly vector?: Float32Array | null | undefined }[]): void {
    this.#written += stored.filter(({ vector }) => vector != null).length;
    if (this.#written < LOOK_EVERY) return;
    this.#written = 0;
    void this.feed();
  }

  /** Moves vectors until few wait. Closing the database ends it; a later write or search goes on. */
  feed(): Promise<void> {
    this.#feeding ??= this.#feed()
      .catch((error: unknown) => log.debug('vectors did not enter their index', { error: messageOf(error) }))
      .finally(() => {
        this.#feeding = null;
      });
    return this.#feeding;
  }

  async #feed(): Promise<void> {
    const { tenant } = this.#database;
    const due = sql`SELECT 1 WHERE ${isOver(tenant, this.#table, FEW, raw(' AND NOT indexed'))} AND ${isOver(tenant, this.#table, COMPARED)}`;
    while ((await this.#database.get(due)) !== undefined)
      for (let left = LOOK_AGAIN; left > 0; left -= AT_ONCE) if ((await this.#database.run(this.#some)) === 0) return;
  }

  /** Those that others move are left to them. */
  get #some(): Sql {
    const { tenant } = this.#database;
    const [table, key] = [raw(this.#table), raw(keyOf(this.#table))];
    return sql`UPDATE ${table} SET indexed = true WHERE tenant_id = ${tenant} AND ${key} = ANY (ARRAY(
      SELECT w.${key} FROM ${table} w WHERE w.tenant_id = ${tenant} AND NOT w.indexed ORDER BY w.${key} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))`;
  }
}

/** For a tenant that was filled at once. Call it inside a change. */
export async function enterAll(on: Queryable, table: VectorTable): Promise<void> {
  if (await on.get(sql`SELECT 1 WHERE ${isOver(on.tenant, table, COMPARED)}`))
    await on.run(sql`UPDATE ${raw(table)} SET indexed = true WHERE tenant_id = ${on.tenant} AND NOT indexed`);
}

const isOver = (tenant: number, table: VectorTable, limit: number, which: Sql = NOTHING): Sql =>
  sql`EXISTS (SELECT 1 FROM ${raw(table)} WHERE tenant_id = ${tenant}${which} OFFSET ${limit})`;

const known = new WeakMap<Database, Map<VectorTable, IndexFeeder>>();

/** The one of this server. */
export function feederOf(database: Database, table: VectorTable): IndexFeeder {
  const own = known.get(database) ?? new Map<VectorTable, IndexFeeder>();
  known.set(database, own);
  const found = own.get(table) ?? new IndexFeeder(database, table);
  own.set(table, found);
  return found;
}
