// What writers of one tenant share, beside the lock on the space they write into.
import type { Asked } from './database.ts';
import { raw, sql } from './sql.ts';

const KINDS = {
  /** Which model the vectors are of: whoever writes vectors shares it, whoever changes the model has it alone. */
  model: 1,
  /** Names by id hold in every space: whoever gives them shares it, whoever refers to another memory by id has it alone. */
  trace: 2,
} as const;

/** Until the transaction ends. */
export async function share(on: Asked, what: keyof typeof KINDS): Promise<void> {
  await take(on, what, '_shared');
}

export async function hold(on: Asked, what: keyof typeof KINDS): Promise<void> {
  await take(on, what, '');
}

const take = (on: Asked, what: keyof typeof KINDS, mode: string) =>
  on.run(sql`SELECT pg_advisory_xact_lock${raw(mode)}(${on.tenant}::int, ${KINDS[what]}::int)`);
