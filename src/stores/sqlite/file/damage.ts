import { log } from '../../../log.ts';
import { asStorageError, isDamage } from './storage-error.ts';

const UNREADABLE = Symbol('unreadable');

/** Remembers that the file has answered as a damaged one does, until its whole content is exchanged. */
export class Damage {
  readonly #path: string;
  readonly #readEpoch: () => unknown;
  #found: { readonly epoch: unknown } | null = null;

  constructor(path: string, readEpoch: () => unknown) {
    this.#path = path;
    this.#readEpoch = readEpoch;
  }

  /** Does the work; what fails is told as the house tells it, and remembered if it is damage. */
  explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  explain(error: unknown): unknown {
    if (!this.#found && isDamage(error)) {
      this.#found = { epoch: this.#epoch() };
      log.error('the database is damaged: run remanence doctor', { file: this.#path });
    }
    return asStorageError(error);
  }

  /** Only a restore ends it, which gives the content another epoch: one read that works proves nothing about other pages. */
  persists(): boolean {
    if (!this.#found) return false;
    const epoch = this.#epoch();
    if (epoch !== UNREADABLE && epoch !== this.#found.epoch) {
      this.#found = null;
      log.info('the damaged database was replaced', { file: this.#path });
    }
    return this.#found !== null;
  }

  #epoch(): unknown {
    try {
      return this.#readEpoch();
    } catch {
      return UNREADABLE;
    }
  }
}
