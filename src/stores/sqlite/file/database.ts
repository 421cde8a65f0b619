// The connection: pragmas, migrations, one statement cache, and `change`, the only way to write.
import { setTimeout as after } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Row } from '../../rows/row.ts';
import { defineKeys } from '../graph/keys.ts';
import { defineDigest } from '../memories/digest.ts';
import { GUARD } from '../migrations/010-guard.ts';
import { migrations as released } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { Damage } from './damage.ts';
import { holderOf } from './lock-holder.ts';
import { LogFlush } from './log-flush.ts';
import { migrate } from './migrating.ts';
import { addressOf, claimFile, retryWhileBusy } from './opening.ts';
import { Place } from './place.ts';
import { asStorageError, isBusy, isNoDatabase, isUnopened, lockedBy, notClosed } from './storage-error.ts';
import { Transactions } from './transactions.ts';
import { WriteQueue } from './write-queue.ts';

type Value = string | number | bigint | null | Uint8Array;

/** The setting of a file that a copy has begun to fill. */
export const COPY_BEGUN = 'copy_of';

const BUSY_TIMEOUT_MS = 15_000;
const CLOSING_MS = 2000;
const OPEN_EVERY_MS = 50;

interface DatabaseOptions {
  readonly migrations?: readonly Migration[];
  /** How long a write waits for other processes. */
  readonly timeoutMs?: number;
  /** How long the constructor waits for other processes. */
  readonly openingMs?: number;
}

export class Database {
  readonly path: string;
  readonly damage: Damage;
  readonly #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  readonly #writes: WriteQueue;
  readonly #log: LogFlush;
  readonly #transactions: Transactions;
  readonly #schema: number;
  readonly #isReadOnly: boolean;

  /** Blocks the event loop while it waits for other processes; `open` does not. */
  constructor(
    path: string,
    { migrations = released, timeoutMs = BUSY_TIMEOUT_MS, openingMs = timeoutMs }: DatabaseOptions = {},
  ) {
    this.path = path;
    this.#schema = migrations.length;
    this.#writes = new WriteQueue(timeoutMs, () => lockedBy(holderOf(path)));
    this.#log = new LogFlush(() => this.#truncateLog(), timeoutMs);
    const { address, isReadOnly, unchanged } = path === ':memory:' ? addressOf(path) : claimFile(path);
    this.#isReadOnly = isReadOnly;
    const readEpoch = () => this.#statement("SELECT value FROM settings WHERE key = 'epoch'").get()?.value;
    this.damage = new Damage(path, readEpoch, unchanged);
    const place = new Place(path);
    this.#connection = new DatabaseSync(address, { timeout: openingMs, readOnly: isReadOnly });
    this.#transactions = new Transactions(this.#connection, place, this.damage);
    try {
      if (!isReadOnly) retryWhileBusy(() => this.#connection.exec('PRAGMA journal_mode = WAL'), openingMs);
      // FULL: acknowledged writes survive a power cut. secure_delete: deleted content is overwritten.
      this.#connection.exec(
        'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cell_size_check = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY',
      );
      defineDigest(this.#connection);
      this.#connection.function(GUARD, () => null);
      defineKeys(this.#connection);
      migrate(
        path,
        {
          version: () => this.#version(),
          get: (sql) => this.get(sql),
          exec: (sql) => this.#connection.exec(sql),
          change: (work) => this.#transactions.run('BEGIN IMMEDIATE', work),
        },
        migrations,
      );
      this.#transactions.waitAsReader();
    } catch (error) {
      this.#connection.close();
      if (isNoDatabase(error)) {
        throw new RemanenceError('storage', `${path} is not a database.`, {
          hint: 'Run `remanence doctor`: it names the newest backup and the command that restores it.',
          cause: error,
        });
      }
      throw isReadOnly && isUnopened(error) ? notClosed(path, error) : asStorageError(error, path);
    }
  }

  /** Opens without blocking the event loop. */
  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    const until = performance.now() + (options.timeoutMs ?? BUSY_TIMEOUT_MS);
    for (;;) {
      try {
        return new Database(path, { ...options, openingMs: 0 });
      } catch (error) {
        if (!(error instanceof Error && isBusy(error.cause))) throw error;
        if (performance.now() >= until) throw lockedBy(holderOf(path));
        await after(OPEN_EVERY_MS);
      }
    }
  }

  #statement(sql: string): StatementSyncInstance {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.damage.explained(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.damage.explained(() => this.#statement(sql).all(...values));
  }

  /** Visits one row after the other, for results too large to hold at once. A visit must not ask the same again. */
  each(sql: string, values: readonly Value[], visit: (row: Row) => void): void {
    this.damage.explained(() => {
      for (const row of this.#statement(sql).iterate(...values)) visit(row);
    });
  }

  run(sql: string, ...values: Value[]): { changes: number; lastRow: number } {
    const { changes, lastInsertRowid } = this.damage.explained(() => this.#statement(sql).run(...values));
    return { changes: Number(changes), lastRow: Number(lastInsertRowid) };
  }

  /** One transaction, in turn. It takes the write lock first, so it never fails half way for lack of it. */
  change<T>(work: () => T): Promise<T> {
    return this.#writes.run(
      () => this.#transactions.tryNow('BEGIN IMMEDIATE'),
      () => this.#transactions.end(() => this.#asUpgraded(work)),
    );
  }

  /**
   * The same for data that can be recomputed. It survives a crash of this process at once, and a power cut from the
   * next `change` on: the log is written in order, so nothing later is kept without it.
   */
  changeLightly<T>(work: () => T): Promise<T> {
    return this.#writes.run(
      () => this.#transactions.tryNow('BEGIN IMMEDIATE', 'NORMAL'),
      () => {
        try {
          return this.#transactions.end(() => this.#asUpgraded(work));
        } finally {
          this.#transactions.syncFully();
        }
      },
    );
  }

  /** One transaction ahead of the queue; returns false, with nothing done, if another process holds the lock. */
  changeNow(work: () => void): boolean {
    if (!this.#transactions.tryNow('BEGIN IMMEDIATE')) return false;
    this.#transactions.end(() => this.#asUpgraded(work));
    return true;
  }

  /** Refuses to write to a file that a newer version has upgraded: the write would lack the new columns. */
  #asUpgraded<T>(work: () => T): T {
    if (this.#version() > this.#schema) {
      throw new RemanenceError('storage', 'This data folder was upgraded by a newer Remanence; nothing was changed.', {
        hint: 'Restart this server with the newer version.',
      });
    }
    return work();
  }

  #version(): number {
    return Number(this.get('PRAGMA user_version')?.user_version);
  }

  /** Several reads of the same moment. */
  snapshot<T>(work: () => T): T {
    return this.#transactions.run('BEGIN', work);
  }

  /** One long transaction on a separate connection, in slices, so that this process can keep reading. */
  async changeInSlices<T>(work: (apart: Database) => Generator<unknown, T>): Promise<T> {
    const apart = await Database.open(this.path);
    try {
      return await this.#writes.run(
        () => apart.#transactions.tryNow('BEGIN IMMEDIATE'),
        () => apart.#transactions.endInSlices(work(apart)),
      );
    } finally {
      apart.close();
    }
  }

  /** Also removes deleted content from the log. Waits a moment for readers, and goes on behind if that is not enough. */
  flushLog(): Promise<void> {
    return this.#log.flush();
  }

  #truncateLog(): boolean {
    if (!this.#connection.isOpen) return true;
    try {
      return this.#transactions.withoutWaiting(() => this.get('PRAGMA wal_checkpoint(TRUNCATE)'))?.busy !== 1;
    } catch (error) {
      log.warn('the log could not be truncated', { error: messageOf(error) });
      return true;
    }
  }

  /** Returns the space of deleted content to the disk. */
  async compact(): Promise<void> {
    await this.#writes.run(
      () => this.#transactions.tryNow('VACUUM'),
      () => {},
    );
    await this.flushLog();
  }

  /** Resolves when queued writes have had their turn. Writes that nobody awaits do not delay the shutdown for long. */
  async settled(): Promise<void> {
    await this.#writes.drained(CLOSING_MS);
    await this.#log.settled();
  }

  /** SQLite moves the log into the file when the last connection closes, but not while statements are uncollected. */
  close(): void {
    this.#statements.clear();
    try {
      if (!this.#isReadOnly) this.#connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      log.warn('the log could not be moved into the file', { error: messageOf(error) });
    }
    this.#connection.close();
  }
}
