// Copies of a live file, and back. Both work while servers read and write: a copy is of one moment, and a copy that is put
// back goes through SQLite's own locks, so that everybody sees the old content until everybody sees the new.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';
import { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import { Revisions } from './revisions.ts';

const ALL_PAGES = 2 ** 30;
const PATIENCE_MS = 30_000;

/** Writes a copy of the store, as it is at one moment, and makes sure that it can be read. */
export function backUpFile(file: string, target: string): { bytes: number } {
  if (!existsSync(file)) throw invalid(`There is no store at ${file}.`, 'Pass the --data-dir that holds it.');
  if (existsSync(target)) throw invalid(`${target} is there already.`, 'Name another file, or move it away.');
  const part = `${target}.${randomUUID()}.part`;
  const database = new Database(file);
  try {
    copyInto(database, part);
    inspect(part);
    renameSync(part, target);
    return { bytes: statSync(target).size };
  } catch (error) {
    rmSync(part, { force: true });
    throw explained(error, target);
  } finally {
    database.close();
  }
}

/** One read of everything: writers go on meanwhile. For its owner alone, and on the disk before anybody relies on it. */
function copyInto(database: Database, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  database.run('VACUUM INTO ?', target);
  const copy = openSync(target, 'r');
  fsyncSync(copy);
  closeSync(copy);
}

/** Fails unless the file is a whole store that this version can read. */
function inspect(path: string): void {
  const refuse = (why: string) =>
    invalid(`${path} cannot be restored: ${why}.`, 'Name a file that was written by a backup.');
  if (!existsSync(path) || !statSync(path).isFile()) throw refuse('there is no such file');
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    const tables = database.prepare(
      "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('memories', 'passages', 'settings')",
    );
    if (version < 1 || Number(tables.get()?.n) < 3) throw refuse('it is no store of Remanence');
    if (version > migrations.length) throw refuse(`it was written by a newer Remanence (schema ${version})`);
    const [first] = database.prepare('PRAGMA integrity_check(1)').all();
    if (first?.integrity_check !== 'ok') throw refuse(`it is damaged (${String(first?.integrity_check)})`);
  } catch (error) {
    throw error instanceof RemanenceError ? error : refuse(messageOf(error));
  } finally {
    database?.close();
  }
}

export interface Restored {
  /** Where what was there before is kept; null when there was nothing. */
  readonly kept: string | null;
}

/** Puts a copy in the place of the store. Servers that have it open go on with the new content. */
export async function restoreFile(file: string, source: string, now: number): Promise<Restored> {
  inspect(source);
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date(now).toISOString().replace(/[:.]/g, '-');
  const kept = join(folder, `${basename(file, '.db')}-before-restore-${time}.db`);
  const workshop = join(folder, `.restoring-${randomUUID()}`);
  mkdirSync(workshop, { mode: 0o700 });
  try {
    const staged = join(workshop, 'staged.db');
    copyFileSync(source, staged);
    chmodSync(staged, 0o600);
    const live = existsSync(file) ? openLive(file) : null;
    try {
      prepare(staged, live);
      if (live) keepLive(live, file, kept);
      else if (existsSync(file)) setAside(file, kept);
    } finally {
      live?.close();
    }
    const isKept = existsSync(kept);
    await putInto(staged, file);
    return { kept: isKept ? kept : null };
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Null when it is so broken that it cannot be opened: then it is only put aside. */
function openLive(file: string): Database | null {
  try {
    return new Database(file);
  } catch {
    return null;
  }
}

/** Brings the copy to this version's schema, and makes it tell everybody who knew the old content to read anew. */
function prepare(staged: string, live: Database | null): void {
  const database = new Database(staged);
  try {
    database.change(() => {
      new Revisions(database).leap(live ? new Revisions(live).current() : 0);
      for (const { name, seq } of live?.all('SELECT name, seq FROM sqlite_sequence') ?? []) {
        database.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', Number(seq), String(name));
      }
      database.run(
        "UPDATE jobs SET state = 'failed', error = 'A backup was restored.', finished_at = heartbeat WHERE state = 'running'",
      );
    });
  } finally {
    database.close();
  }
}

function keepLive(live: Database, file: string, kept: string): void {
  const locking = new Database(file);
  try {
    // Nobody writes while it is copied; what is written until the backup has taken its place is in neither of the two.
    locking.change(() => copyInto(live, kept));
  } finally {
    locking.close();
  }
}

function setAside(file: string, kept: string): void {
  renameSync(file, kept);
  for (const rest of ['-wal', '-shm']) if (existsSync(file + rest)) renameSync(file + rest, kept + rest);
}

/** In one step, once no writer holds the lock; SQLite tries again and again until then. */
async function putInto(staged: string, file: string): Promise<void> {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  const source = new DatabaseSync(staged);
  const waiting = new AbortController();
  try {
    await Promise.race([
      backup(source, file, { rate: ALL_PAGES }),
      after(PATIENCE_MS, undefined, waiting).then(() => {
        throw new RemanenceError('storage', 'The database is busy; it was not restored.', {
          hint: 'Another process has held it for longer than 30 seconds. Stop it and try again.',
        });
      }),
    ]);
  } finally {
    waiting.abort();
    source.close();
  }
}

function explained(error: unknown, target: string): unknown {
  if (error instanceof RemanenceError) return error;
  return new RemanenceError('storage', `${target} could not be written: ${messageOf(error)}`, { cause: error });
}
