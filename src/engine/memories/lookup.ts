// Finds a memory that the actor can reach, by any spelling of its id.
import { notFound, RemanenceError } from '../../errors.ts';
import { type Actor, reach } from '../access/actor.ts';
import { numberingFor } from '../access/numbers.ts';
import { readId, readRow } from '../ids.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';

export class Lookup {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async get(actor: Actor, id: unknown): Promise<Memory> {
    const memory = await this.find(actor, id);
    if (!memory) throw missing(id);
    return memory;
  }

  async find(actor: Actor, id: unknown): Promise<Memory | null> {
    const known = readId(id) ?? (await this.#row(actor, id));
    return known === null ? null : this.#store.memories.get(known, reach(actor));
  }

  async #row(actor: Actor, number: unknown): Promise<number | null> {
    const shown = readRow(number);
    return shown === null ? null : (await numberingFor(actor, this.#store.access)).read('memory', shown);
  }

  /** Resolves any spelling to an id, also for memories in the bin, which have no row. */
  async identify(actor: Actor, id: unknown): Promise<string | null> {
    return readId(id) ?? (await this.find(actor, id))?.id ?? null;
  }
}

export function missing(id: unknown): RemanenceError {
  const given = typeof id === 'string' ? id : JSON.stringify(id);
  return notFound(`Memory not found: ${given.trim() === '' ? 'the id is empty' : given}`, 'memory');
}

export const notInBin = ({ id }: Memory): RemanenceError =>
  new RemanenceError('conflict', `Memory ${id} is not in the bin.`, {
    hint: 'It was not deleted, so there is nothing to restore.',
  });
