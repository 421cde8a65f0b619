// Copies put back into live files. It works while servers read and write, since it goes through SQLite's own locks:
// everybody sees the old content until everybody sees the new.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { beforeRestore } from '../../data-folder.ts';
import { RemanenceError } from '../../errors.ts';
import { belongings, type CubeFile, copyInto, copyOf, cubesFolder, forgetOrigin, inspect, placeOf } from './copies.ts';
import { Database } from './database.ts';
import { Revisions } from './revisions.ts';

const ALL_PAGES = 2 ** 30;
const PATIENCE_MS = 30_000;

export interface Restored {
  /** Where what was there before is kept; null when there was nothing. */
  readonly kept: string | null;
  /** The files of cubes that were put back, by the path they are at now. */
  readonly cubes: readonly (CubeFile & { readonly kept: string | null })[];
  /** Those that the backup knows of and has no copy of. */
  readonly left: readonly CubeFile[];
}

/** Puts a backup in the place of everything. Servers go on with the new content. Nothing is changed before all of it was checked. */
export async function restoreStore(file: string, source: string, now: number): Promise<Restored> {
  inspect(source);
  const { files, origin } = belongings(source);
  const folder = cubesFolder(source);
  const isThere = (each: CubeFile) => existsSync(copyOf(each, folder));
  const there = files.filter(isThere);
  for (const each of there) inspect(copyOf(each, folder));
  // What another data folder may still be using is not written into: a cube gets a file in this one then.
  const isOurs = origin === placeOf(file);
  const targetOf = (each: CubeFile) => (isOurs ? each.path : copyOf(each, join(dirname(placeOf(file)), 'cubes')));
  const moves = new Map(there.map((each) => [each.path, targetOf(each)]));
  const staged: Staged[] = [];
  try {
    for (const each of there) staged.push(await stage(targetOf(each), copyOf(each, folder)));
    staged.push(await stage(file, source, moves));
    const kept: (string | null)[] = [];
    // The store last: until then it knows nothing of files that moved.
    for (const each of staged) kept.push(await exchange(each, now));
    const cubes = there.map((each, i) => ({ ...each, path: targetOf(each), kept: kept[i] ?? null }));
    return { kept: kept.at(-1) ?? null, cubes, left: files.filter((each) => !isThere(each)) };
  } finally {
    for (const { workshop } of staged) rmSync(workshop, { recursive: true, force: true });
  }
}

/** A copy that is ready to take the place of a file. */
interface Staged {
  readonly file: string;
  readonly copy: string;
  readonly workshop: string;
}

async function stage(file: string, source: string, moves: ReadonlyMap<string, string> = new Map()): Promise<Staged> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const workshop = join(folder, `.restoring-${randomUUID()}`);
  mkdirSync(workshop, { mode: 0o700 });
  const live = existsSync(file) ? openLive(file) : null;
  try {
    const copy = join(workshop, 'staged.db');
    copyFileSync(source, copy);
    chmodSync(copy, 0o600);
    await prepare(copy, live, moves);
    return { file, copy, workshop };
  } catch (error) {
    rmSync(workshop, { recursive: true, force: true });
    throw error;
  } finally {
    live?.close();
  }
}

/** Where what was there is kept; null when there was nothing. */
async function exchange(staged: Staged, now: number): Promise<string | null> {
  const { file } = staged;
  const kept = join(dirname(file), beforeRestore(basename(file, '.db'), now));
  const isThere = existsSync(file);
  const live = isThere ? openLive(file) : null;
  try {
    if (live) await keepLive(live, file, kept);
    else if (isThere) setAside(file, kept);
  } finally {
    live?.close();
  }
  await putInto(staged);
  return isThere ? kept : null;
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
async function prepare(copy: string, live: Database | null, moves: ReadonlyMap<string, string>): Promise<void> {
  const database = new Database(copy);
  try {
    await database.change(() => {
      forgetOrigin(database);
      for (const [from, to] of moves) database.run('UPDATE cubes SET path = ? WHERE path = ?', to, from);
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

async function keepLive(live: Database, file: string, kept: string): Promise<void> {
  const locking = new Database(file);
  try {
    // Nobody writes while it is copied; what is written until the backup has taken its place is in neither of the two.
    await locking.change(() => copyInto(live, kept));
  } finally {
    locking.close();
  }
}

function setAside(file: string, kept: string): void {
  renameSync(file, kept);
  for (const rest of ['-wal', '-shm']) if (existsSync(file + rest)) renameSync(file + rest, kept + rest);
}

/** In one step, once no writer holds the lock; SQLite tries again and again until then. */
async function putInto({ copy, file }: Staged): Promise<void> {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  const source = new DatabaseSync(copy);
  const waiting = new AbortController();
  try {
    await Promise.race([
      backup(source, file, { rate: ALL_PAGES }),
      after(PATIENCE_MS, undefined, waiting).then(() => {
        throw new RemanenceError('storage', `${file} is busy; it was not restored.`, {
          hint: 'Another process has held it for longer than 30 seconds. Stop it and try again.',
        });
      }),
    ]);
  } finally {
    waiting.abort();
    source.close();
  }
}
