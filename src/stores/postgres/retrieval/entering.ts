// Moves vectors into the HNSW index. A new vector waits outside and is compared one by one, since entering takes longer than
// all else about storing a memory, and a tenant with few vectors never needs the index.
import { messageOf } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Database, Queryable } from '../server/database.ts';
import { NOTHING, raw, type Sql, sql } from '../server/sql.ts';
import { COMPARED, keyOf, type VectorTable } from './vector-index.ts';

/** Comparing so many takes half as long as the walk through the index. */
const FEW = 4000;
const LOOK_EVERY = 100;
/** So many times more vectors enter than were written, so that fewer wait. */
const SHARE = 2;
/** Vectors that enter in one transaction. */
const AT_ONCE = 50;

export class Entering {
  readonly #database: Database;
  readonly #table: VectorTable;
  #written = 0;
  #running: Promise<void> | null = null;

  constructor(database: Database, table: VectorTable) {
    this.#database = database;
    this.#table = table;
  }

  /** Nobody waits for vectors to enter, unless they are written faster. */
  async wrote(vectors: number): Promise<void> {
    this.#written += vectors;
    if (this.#written < LOOK_EVERY) return;
    const most = this.#written * SHARE;
    this.#written = 0;
    await this.#running;
    this.begin(most);
  }

  /** Lets some of them enter, if many wait. */
  begin(most: number = LOOK_EVERY * SHARE): void {
    this.#running ??= this.#enter(most)
      .catch((error: unknown) => log.debug('vectors did not enter their index', { error: messageOf(error) }))
      .finally(() => {
        this.#running = null;
      });
  }

  async #enter(most: number): Promise<void> {
    const { tenant } = this.#database;
    const due = sql`SELECT 1 WHERE ${isOver(tenant, this.#table, FEW, raw(' AND NOT indexed'))} AND ${isOver(tenant, this.#table, COMPARED)}`;
    if ((await this.#database.get(due)) === undefined) return;
    for (let left = most; left > 0; left -= AT_ONCE) await this.#database.changeMuch((on) => on.run(this.#some));
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

const known = new WeakMap<Database, Map<VectorTable, Entering>>();

/** The one of this server. */
export function entering(database: Database, table: VectorTable): Entering {
  const own = known.get(database) ?? new Map<VectorTable, Entering>();
  known.set(database, own);
  const found = own.get(table) ?? new Entering(database, table);
  own.set(table, found);
  return found;
}
