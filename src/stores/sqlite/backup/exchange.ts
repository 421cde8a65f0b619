// One file takes the place of another under running servers, and what was there is kept beside it.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { beforeRestore, newWorkshop, storeFiles } from '../../../data-folder.ts';
import { syncFile, syncFolder } from '../../../durable.ts';
import { RemanenceError } from '../../../errors.ts';
import { Database } from '../file/database.ts';
import { asStorageError, isDamage } from '../file/storage-error.ts';
import { vacuumInto } from '../file/vacuum-into.ts';
import { Revisions } from '../memories/revisions.ts';
import { forgetOrigin, reading } from './copies.ts';

const ALL_PAGES = 2 ** 30;
const PATIENCE_MS = 30_000;

/** A copy that is ready to take the place of a file; the file is removed where there is none. */
export interface Exchange {
  readonly file: string;
  readonly copy: string | null;
}

/** What was at the place of a file before. */
export interface Kept {
  readonly path: string;
  /** It was copied byte for byte, since it could not be read whole. */
  readonly damaged: boolean;
}

/**
 * Prepares a copy in a folder beside the file: with this version's schema, and known by everybody as other content.
 * `places` says by id where cubes keep their files from then on.
 */
export async function stage(
  file: string,
  source: string,
  places: ReadonlyMap<string, string> = new Map(),
): Promise<Exchange & { readonly copy: string }> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const workshop = join(folder, newWorkshop(process.pid, randomUUID()));
  mkdirSync(workshop, { mode: 0o700 });
  try {
    const copy = join(workshop, 'staged.db');
    copyFileSync(source, copy);
    chmodSync(copy, 0o600);
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

/** Puts the copy in its place unless that has happened; null when nothing was there. */
export async function carryOut({ file, copy }: Exchange, now: number, patienceMs = PATIENCE_MS): Promise<Kept | null> {
  if (copy === null) {
    for (const each of storeFiles(file)) rmSync(each, { force: true });
    return null;
  }
  if (isCarriedOut({ file, copy })) return null;
  const kept = existsSync(file) ? keep(file, freeName(file, now), patienceMs) : null;
  try {
    await putInto(file, copy, patienceMs);
  } catch (error) {
    if (kept === null || !isDamage(error)) throw error;
    // Not even SQLite's own copy can be written over it. Servers that have it open notice that it was moved.
    const targets = storeFiles(kept.path);
    for (const [i, each] of storeFiles(file).entries()) {
      if (!existsSync(each)) continue;
      const target = targets[i] ?? kept.path;
      renameSync(each, target);
      chmodSync(target, 0o600);
    }
    await putInto(file, copy, patienceMs);
  }
  return kept;
}

/** By the mark that each prepared copy has of its own. */
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

/** How far the numbers of the file that is there have come; one that is damaged may have come anywhere. */
function numbersOf(file: string): Numbers {
  const known = attempt(file, (database) => ({
    revision: Number(database.prepare("SELECT value FROM settings WHERE key = 'revision'").get()?.value ?? 0),
    sequences: database
      .prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map(({ name, seq }) => [String(name), Number(seq)] as const),
  }));
  // No store has seen as many changes as milliseconds have passed since 1970.
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

function keep(file: string, path: string, patienceMs: number): Kept {
  if (isSound(file)) {
    try {
      copyLocked(file, path, patienceMs);
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

/** Nobody writes while it is copied; what is written until the backup has taken its place is in neither of the two. */
function copyLocked(file: string, path: string, timeout: number): void {
  // Connections of their own: a store of another version is kept as it is.
  const [live, locking] = [new DatabaseSync(file), new DatabaseSync(file, { timeout })];
  try {
    locking.exec('BEGIN IMMEDIATE');
    vacuumInto((sql, target) => live.prepare(sql).run(target), path);
  } catch (error) {
    throw asStorageError(error);
  } finally {
    locking.close();
    live.close();
  }
}

/** With its log, and without `-shm`: that only says where in the log things are, and is made again from it. */
function copyBytes(file: string, path: string): void {
  for (const suffix of ['-wal', '']) {
    if (!existsSync(file + suffix)) continue;
    copyFileSync(file + suffix, path + suffix);
    chmodSync(path + suffix, 0o600);
    syncFile(path + suffix);
  }
  syncFolder(dirname(path));
}

/** In one step, once no writer holds the lock; SQLite tries again and again until then. */
async function putInto(file: string, copy: string, patienceMs: number): Promise<void> {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  const source = new DatabaseSync(copy, { readOnly: true });
  const waiting = new AbortController();
  try {
    await Promise.race([
      backup(source, file, { rate: ALL_PAGES }),
      after(patienceMs, undefined, waiting).then(() => {
        throw new RemanenceError('storage', `${file} is busy; it was not restored.`, {
          hint: `Another process has held it for longer than ${patienceMs / 1000} seconds. Stop it and try again.`,
        });
      }),
    ]);
  } finally {
    waiting.abort();
    source.close();
  }
}
