import { randomUUID } from 'node:crypto';
import { MAX_REMOVALS } from '../../rows/limits.ts';
import type { Database } from '../file/database.ts';

/** More changes than can happen while a backup is restored. */
const LEAP = 1_000_000;

/** The counter of all changes, by which each process follows the others. Call its writing methods inside a change. */
export class Revisions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  current(): number {
    return this.#read('revision');
  }

  /** Changes when the whole content is replaced, since row numbers then have other meanings. */
  epoch(): unknown {
    return this.#database.get("SELECT value FROM settings WHERE key = 'epoch'")?.value;
  }

  next(): number {
    const next = this.#database.get(
      `INSERT INTO settings (key, value) VALUES ('revision', '1')
       ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`,
    );
    return Number(next?.value);
  }

  removed(row: number): void {
    const revision = this.next();
    this.#database.run('INSERT INTO removals (revision, row) VALUES (?, ?)', revision, row);
    const dropped = this.#database.run('DELETE FROM removals WHERE revision <= ?', revision - MAX_REMOVALS).changes;
    if (dropped > 0) this.#raiseFloor(revision - MAX_REMOVALS);
  }

  /** Makes every process reload: changes cannot be followed across this point. */
  breakOff(): void {
    this.#raiseFloor(this.next());
    this.next();
  }

  /** Moves this content past the revision of the content it replaces, which may have advanced a little since. */
  leap(past: number): void {
    const far = Math.max(past, this.current()) + LEAP;
    this.#database.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('revision', ?)", String(far));
    this.#database.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('epoch', ?)", randomUUID());
    this.breakOff();
  }

  /** A process behind this revision has missed removals that are no longer kept. */
  floor(): number {
    return this.#read('removals_floor');
  }

  #raiseFloor(floor: number): void {
    const raised = String(Math.max(floor, this.floor()));
    this.#database.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('removals_floor', ?)", raised);
  }

  #read(key: string): number {
    return Number(this.#database.get('SELECT value FROM settings WHERE key = ?', key)?.value ?? 0);
  }
}
