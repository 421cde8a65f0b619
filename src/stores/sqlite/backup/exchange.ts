// Replaces a file with another under running servers, and keeps the old content beside it.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { beforeRestore, newStagingFolder, storeFiles } from '../../../data-folder.ts';
import { syncFile, syncFolder } from '../../../durable.ts';
import { RemanenceError } from '../../../errors.ts';
import { Database } from '../file/database.ts';
import { asStorageError, isDamage } from '../file/storage-error.ts';
import { vacuumInto } from '../file/vacuum-into.ts';
import { Revisions } from '../memories/revisions.ts';
import { forgetOrigin, reading } from './copies.ts';

const ALL_PAGES = 2 ** 30;
const TIMEOUT_MS = 30_000;

/** A copy ready to replace a file; without a copy, the file is removed. */
export interface Exchange {
  readonly file: string;
  readonly copy: string | null;
}

/** The kept content of a replaced file. */
export interface Kept {
  readonly path: string;
  /** Whether it was copied byte for byte, because it could not be read completely. */
  readonly damaged: boolean;
}

/**
 * Prepares a copy in a folder beside the file: with this version's schema, and marked as new content for all processes.
 * `places` maps cube ids to the paths of their files from then on.
 */
export async function stage(
  file: string,
  source: string,
  places: ReadonlyMap<string, string> = new Map(),
): Promise<Exchange & { readonly copy: string }> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const workshop = join(folder, newStagingFolder(process.pid, randomUUID()));
  mkdirSync(workshop, { mode: 0o700 });
  try {
    const copy = join(workshop, 'staged.db');
    // Not byte for byte: a copy of a former version may hold bytes of memories that no longer exist.
    reading(source, (database) => vacuumInto((sql, ...values) => database.prepare(sql).run(...values), copy));
    await prepare(copy, numbersOf(file), places);
    syncFile(copy);
    syncFolder(workshop);
    return { file, copy };
  } catch (error) {
    rmSync(workshop, { recursive: true, force: true });
    throw error;
  }
}

export const unstage = ({ copy }: Exchange): void => {
  if (copy !== null) rmSync(dirname(copy), { recursive: true, force: true });
};

/** Puts the copy in place unless that has already happened; null if there was no file before. */
export async function carryOut({ file, copy }: Exchange, now: number, timeoutMs = TIMEOUT_MS): Promise<Kept | null> {
  if (copy === null) {
    for (const each of storeFiles(file)) rmSync(each, { force: true });
    return null;
  }
  if (isCarriedOut({ file, copy })) return null;
  const kept = existsSync(file) ? keep(file, freeName(file, now), timeoutMs) : null;
  try {
    await putInto(file, copy, timeoutMs);
  } catch (error) {
    if (kept === null || !isDamage(error)) throw error;
    // SQLite cannot even copy over this file, so it is moved; servers that have it open notice that.
    const targets = storeFiles(kept.path);
    for (const [i, each] of storeFiles(file).entries()) {
      if (!existsSync(each)) continue;
      const target = targets[i] ?? kept.path;
      renameSync(each, target);
      chmodSync(target, 0o600);
    }
    await putInto(file, copy, timeoutMs);
  }
  return kept;
}

/** Recognised by the unique mark of each prepared copy. */
export function isCarriedOut({ file, copy }: Exchange): boolean {
  if (copy === null) return !existsSync(file);
  const epoch = epochOf(copy);
  return epoch !== null && epoch === epochOf(file);
}

const epochOf = (file: string): string | null =>
  attempt(file, (database) => {
    const epoch = database.prepare("SELECT value FROM settings WHERE key = 'epoch'").get()?.value;
    return typeof epoch === 'string' ? epoch : null;
  });

interface Numbers {
  readonly revision: number;
  readonly sequences: readonly (readonly [name: string, seq: number])[];
}

/** The counters of the existing file; those of a damaged one are unknown. */
function numbersOf(file: string): Numbers {
  const known = attempt(file, (database) => ({
    revision: Number(database.prepare("SELECT value FROM settings WHERE key = 'revision'").get()?.value ?? 0),
    sequences: database
      .prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map(({ name, seq }) => [String(name), Number(seq)] as const),
  }));
  // A safe upper bound: no store has seen more changes than milliseconds since 1970.
  return known ?? { revision: existsSync(file) ? Date.now() : 0, sequences: [] };
}

function attempt<T>(file: string, work: Parameters<typeof reading<T>>[1]): T | null {
  if (!existsSync(file)) return null;
  try {
    return reading(file, work);
  } catch {
    return null;
  }
}

async function prepare(copy: string, numbers: Numbers, places: ReadonlyMap<string, string>): Promise<void> {
  const database = new Database(copy);
  try {
    await database.change(() => {
      forgetOrigin(database);
      for (const [id, path] of places) database.run('UPDATE cubes SET path = ? WHERE id = ?', path, id);
      new Revisions(database).leap(numbers.revision);
      for (const [name, seq] of numbers.sequences) {
        database.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', seq, name);
      }
      database.run(
        "UPDATE jobs SET state = 'failed', error = 'A backup was restored.', finished_at = heartbeat WHERE state = 'running'",
      );
    });
    await database.flushLog();
  } finally {
    database.close();
  }
}

function freeName(file: string, now: number): string {
  for (let at = now; ; at++) {
    const path = join(dirname(file), beforeRestore(basename(file, '.db'), at));
    if (!existsSync(path)) return path;
  }
}

function keep(file: string, path: string, timeoutMs: number): Kept {
  if (isSound(file)) {
    try {
      copyLocked(file, path, timeoutMs);
      return { path, damaged: false };
    } catch (error) {
      rmSync(path, { force: true });
      if (!isDamage(error)) throw error;
    }
  }
  copyBytes(file, path);
  return { path, damaged: true };
}

const isSound = (file: string): boolean =>
  attempt(file, (database) => database.prepare('PRAGMA quick_check(1)').get()?.quick_check) === 'ok';

/** Copies under a write lock; a write between this copy and the exchange ends up in neither file. */
function copyLocked(file: string, path: string, timeout: number): void {
  // Separate connections, since a store of another version must be kept as it is.
  const [live, locking] = [new DatabaseSync(file), new DatabaseSync(file, { timeout })];
  try {
    locking.exec('BEGIN IMMEDIATE');
    vacuumInto((sql, ...values) => live.prepare(sql).run(...values), path);
  } catch (error) {
    throw asStorageError(error, file);
  } finally {
    locking.close();
    live.close();
  }
}

/** Copies the log as well, but not `-shm`, which is only an index into the log and is rebuilt from it. */
function copyBytes(file: string, path: string): void {
  for (const suffix of ['-wal', '']) {
    if (!existsSync(file + suffix)) continue;
    copyFileSync(file + suffix, path + suffix);
    chmodSync(path + suffix, 0o600);
    syncFile(path + suffix);
  }
  syncFolder(dirname(path));
}

/** Replaces the content in one step once no writer holds the lock; SQLite retries until then. */
async function putInto(file: string, copy: string, timeoutMs: number): Promise<void> {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  const source = new DatabaseSync(copy, { readOnly: true });
  const waiting = new AbortController();
  try {
    await Promise.race([
      backup(source, file, { rate: ALL_PAGES }),
      after(timeoutMs, undefined, waiting).then(() => {
        throw new RemanenceError('storage', `${file} is busy; it was not restored.`, {
          hint: `Another process has held it for longer than ${timeoutMs / 1000} seconds. Stop it and try again.`,
        });
      }),
    ]);
  } finally {
    waiting.abort();
    source.close();
  }
}
