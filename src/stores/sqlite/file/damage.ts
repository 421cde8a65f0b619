import { log } from '../../../log.ts';
import { asStorageError, isDamage } from './storage-error.ts';
import type { Unchanged } from './unchanged.ts';

const UNREADABLE = Symbol('unreadable');

/** Remembers that the file proved damaged, until its whole content is replaced. */
export class Damage {
  readonly #path: string;
  readonly #readEpoch: () => unknown;
  readonly #unchanged: Unchanged | null;
  #found: { readonly epoch: unknown } | null = null;

  constructor(path: string, readEpoch: () => unknown, unchanged: Unchanged | null) {
    this.#path = path;
    this.#readEpoch = readEpoch;
    this.#unchanged = unchanged;
  }

  /** Runs the work, which must find the file as it was opened; translates errors, and remembers damage. */
  explained<T>(work: () => T): T {
    try {
      const done = work();
      this.#unchanged?.check();
      return done;
    } catch (error) {
      throw this.explain(error);
    }
  }

  explain(error: unknown): unknown {
    // What another process has changed only looks damaged.
    if (isDamage(error)) this.#unchanged?.check();
    if (!this.#found && isDamage(error)) {
      this.#found = { epoch: this.#epoch() };
      log.error('the database is damaged: run remanence doctor', { file: this.#path });
    }
    return asStorageError(error, this.#path);
  }

  /** Only a restore ends it, by giving the content a new epoch: a successful read proves nothing about other pages. */
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
