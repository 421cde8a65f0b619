// Locks that writers take, besides the lock on the space they write to.
import type { Queryable } from './database.ts';
import { prepared, raw, sql } from './sql.ts';

/** One server at a time changes the schema; the others wait and find it done. */
export const HOLD_SCHEMA = 'SELECT pg_advisory_xact_lock(7437437)';

/** Locks of one tenant. */
const KINDS = {
  /** The model of the vectors: shared by writers of vectors, exclusive for a change of the model. */
  model: 1,
  /** Names by id, valid in every space: shared by writers of names, exclusive for references to a memory by id. */
  trace: 2,
} as const;

/** Held until the transaction ends. */
export async function share(on: Queryable, what: keyof typeof KINDS): Promise<void> {
  await take(on, what, '_shared');
}

export async function hold(on: Queryable, what: keyof typeof KINDS): Promise<void> {
  await take(on, what, '');
}

const take = (on: Queryable, what: keyof typeof KINDS, mode: string) =>
  on.run(prepared(sql`SELECT pg_advisory_xact_lock${raw(mode)}(${on.tenant}::int, ${KINDS[what]}::int)`));
