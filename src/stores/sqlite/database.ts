// The connection: pragmas, migrations, one statement cache, and `change`, the only way to write.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { type Migration, migrations as released } from './migrations/index.ts';
import { asStorageError, explained, isBusy, isNoDatabase } from './storage-error.ts';

type Value = string | number | bigint | null | Uint8Array;
export type Row = Record<string, unknown>;

const BUSY_TIMEOUT_MS = 15_000;
const SLICE_MS = 15;

export class Database {
  readonly path: string;
  readonly #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #finishLong: (() => void) | null = null;

  constructor(path: string, migrations: readonly Migration[] = released) {
    this.path = path;
    if (path !== ':memory:') createFile(path);
    this.#connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      patiently(() => this.#connection.exec('PRAGMA journal_mode = WAL'));
      // FULL: what was acknowledged survives a power cut. secure_delete: what was deleted is overwritten.
      this.#connection.exec(
        'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY',
      );
      this.#migrate(migrations);
    } catch (error) {
      this.#connection.close();
      if (isNoDatabase(error)) {
        throw new RemanenceError('storage', `${path} is not a database.`, {
          hint: 'Move the file away, or pass another --data-dir.',
          cause: error,
        });
      }
      throw asStorageError(error);
    }
  }

  #migrate(migrations: readonly Migration[]): void {
    const version = () => Number(this.get('PRAGMA user_version')?.user_version);
    // Tables first: who makes them now makes them together with the version.
    const isNew = this.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
    const behind = version();
    if (behind === 0 && !isNew) {
      throw new RemanenceError('storage', `${this.path} is a database of something else.`, {
        hint: 'Choose another path or --data-dir; the file was left as it is.',
      });
    }
    if (behind > migrations.length) {
      throw new RemanenceError('storage', `This data folder was written by a newer Remanence (schema ${behind}).`, {
        hint: 'Update Remanence, or use another --data-dir.',
      });
    }
    if (behind === migrations.length) return;
    if (behind > 0) this.#backUp(behind);
    this.change(() => {
      // Another process may have done it while we waited for the lock.
      for (const [index, migration] of migrations.entries()) {
        if (index < version()) continue;
        this.#connection.exec(migration.sql);
        this.#connection.exec(`PRAGMA user_version = ${index + 1}`);
        log.debug('migrated', { to: migration.name });
      }
    });
  }

  #backUp(version: number): void {
    const copy = join(dirname(this.path), `backup-before-schema-${version + 1}.db`);
    if (existsSync(copy)) return;
    rmSync(`${copy}.part`, { force: true });
    closeSync(openSync(`${copy}.part`, 'wx', 0o600));
    this.run('VACUUM INTO ?', `${copy}.part`);
    renameSync(`${copy}.part`, copy);
    log.info('backed up before migrating', { copy });
  }

  /** Copies that were made before a migration hold what is to be forgotten. */
  forgetBackups(): void {
    if (this.path === ':memory:') return;
    for (const file of readdirSync(dirname(this.path))) {
      if (/^backup-before-schema-\d+\.db$/.test(file)) rmSync(join(dirname(this.path), file), { force: true });
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
    return explained(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: Value[]): Row[] {
    return explained(() => this.#statement(sql).all(...values));
  }

  run(sql: string, ...values: Value[]): { changes: number; lastRow: number } {
    const { changes, lastInsertRowid } = explained(() => this.#statement(sql).run(...values));
    return { changes: Number(changes), lastRow: Number(lastInsertRowid) };
  }

  /** A long change of this process is under way; another would have to carry it to its end first. */
  get isInLongChange(): boolean {
    return this.#finishLong !== null;
  }

  /** One transaction. It takes the write lock at once, so it never has to give up half way. */
  change<T>(work: () => T): T {
    this.#finishLong?.();
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /** Several reads of one moment. */
  snapshot<T>(work: () => T): T {
    return this.#transaction('BEGIN', work);
  }

  /**
   * One transaction that may take long, on a connection of its own and in slices, so that this process goes on reading.
   * A write of this process would wait for a lock that only this process can release: it carries the long one to its end.
   */
  async changeInSlices<T>(work: (apart: Database) => Generator<unknown, T>): Promise<T> {
    this.#finishLong?.();
    const apart = new Database(this.path);
    const steps = apart.#steps(work);
    const end: { result?: () => T } = {};
    const advance = (until: number) => {
      try {
        while (!end.result) {
          const step = steps.next();
          if (step.done) end.result = () => step.value;
          else if (performance.now() > until) return;
        }
      } catch (error) {
        end.result = () => {
          throw error;
        };
      }
    };
    const finish = () => advance(Number.POSITIVE_INFINITY);
    this.#finishLong = finish;
    try {
      while (!end.result) {
        advance(performance.now() + SLICE_MS);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return end.result();
    } finally {
      if (this.#finishLong === finish) this.#finishLong = null;
      apart.close();
    }
  }

  *#steps<T>(work: (apart: Database) => Generator<unknown, T>): Generator<unknown, T> {
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = yield* work(this);
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw asStorageError(error);
    }
  }

  #transaction<T>(begin: string, work: () => T): T {
    return explained(() => {
      this.#connection.exec(begin);
      try {
        const result = work();
        this.#connection.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Moves what was deleted out of the log as well; when others are reading, the next checkpoint does it. */
  flushLog(): void {
    try {
      this.get('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      log.warn('the log could not be truncated', { error: messageOf(error) });
    }
  }

  /** Gives what was deleted back to the disk. */
  compact(): void {
    explained(() => this.#connection.exec('VACUUM'));
    this.flushLog();
  }

  /** SQLite moves the log into the file when the last one closes, but not while statements wait to be collected. */
  close(): void {
    this.#statements.clear();
    try {
      this.#connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      log.warn('the log could not be moved into the file', { error: messageOf(error) });
    }
    this.#connection.close();
  }
}

/** The file and the folders above it, for their owner alone: what agents remember is nobody else's business. */
function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new RemanenceError('storage', `The data folder ${dirname(path)} cannot be used: ${messageOf(error)}`, {
      hint: 'Pass a --data-dir that you may write to.',
      cause: error,
    });
  }
}

/** One level at a time: Node's own recursive mkdir never returns below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Switching to WAL answers "busy" at once when two processes open a new file together. */
function patiently(work: () => void): void {
  for (let attempt = 0; ; attempt++) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt >= 50) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 40);
    }
  }
}
