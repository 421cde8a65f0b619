// The transactions of one connection: how each begins, and that each ends.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Damage } from './damage.ts';
import type { Place } from './place.ts';
import { asStorageError, isBusy } from './storage-error.ts';

/** A read waits only while another process recovers or closes the file. It blocks the event loop, so keep it short. */
const READ_TIMEOUT_MS = 250;
const SLICE_MS = 15;

export class Transactions {
  readonly #connection: DatabaseSyncInstance;
  readonly #place: Place;
  readonly #damage: Damage;

  constructor(connection: DatabaseSyncInstance, place: Place, damage: Damage) {
    this.#connection = connection;
    this.#place = place;
    this.#damage = damage;
  }

  /** Runs one; waits for other processes inside SQLite, as long as the connection does. */
  run<T>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
    return this.#damage.explained(() => {
      this.#place.check();
      this.#connection.exec(begin);
      return this.#ended(work);
    });
  }

  /** Begins one, or runs a statement that is its own; returns false if another process holds the lock. */
  tryNow(sql: 'BEGIN IMMEDIATE' | 'VACUUM', synchronous: 'FULL' | 'NORMAL' = 'FULL'): boolean {
    this.#place.check();
    try {
      // This can only be changed outside a transaction.
      if (synchronous === 'NORMAL') this.#connection.exec('PRAGMA synchronous = NORMAL');
      this.withoutWaiting(() => this.#connection.exec(sql));
      return true;
    } catch (error) {
      if (synchronous === 'NORMAL') this.syncFully();
      if (isBusy(error)) return false;
      throw this.#damage.explain(error);
    }
  }

  /** Runs the work in the open transaction, and ends it. */
  end<T>(work: () => T): T {
    return this.#damage.explained(() => this.#ended(work));
  }

  /** The same step by step, so that this process can keep reading. */
  async endInSlices<T>(steps: Generator<unknown, T>): Promise<T> {
    try {
      for (let since = performance.now(); ; ) {
        const step = steps.next();
        if (step.done) return this.#ended(() => step.value);
        if (performance.now() - since < SLICE_MS) continue;
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
    } catch (error) {
      this.#rollBack();
      throw asStorageError(error, this.#place.path);
    }
  }

  #ended<T>(work: () => T): T {
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
  }

  /** Acknowledged writes survive a power cut. */
  syncFully(): void {
    this.#connection.exec('PRAGMA synchronous = FULL');
  }

  withoutWaiting<T>(work: () => T): T {
    this.#connection.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      this.waitAsReader();
    }
  }

  waitAsReader(): void {
    this.#connection.exec(`PRAGMA busy_timeout = ${READ_TIMEOUT_MS}`);
  }
}
