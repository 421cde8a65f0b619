import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATABASE, newCopyFolder } from '../../data-folder.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import type { Opening } from '../postgres/server/opening.ts';
import { hasTenant, openDatabase } from '../postgres/store.ts';
import { copySnapshot } from '../sqlite/file/snapshot.ts';
import { type Copied, copyStore, type Source, type Target } from './copy.ts';
import { PostgresSide } from './postgres-side.ts';
import { SqliteSide } from './sqlite-side.ts';

/** The location of a store. */
export type Place = { readonly file: string } | { readonly database: Opening };

/** Copies a whole store into an empty one, or resumes an unfinished copy. Servers may keep running. */
export async function copyBetween(
  from: Place,
  to: Place,
  report?: (table: string, rows: number) => void,
  signal?: AbortSignal,
): Promise<Copied> {
  const source = await sourceAt(from);
  try {
    const target = await targetAt(to);
    try {
      return await copyStore(source, target, report, signal);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function sourceAt(place: Place): Promise<Source> {
  if ('database' in place) {
    const { database } = place;
    if (!(await hasTenant(database)))
      throw new RemanenceError('not_found', `The database has no tenant ${database.tenant}.`);
    return PostgresSide.reading(await openDatabase({ ...database, migrates: false, pool: 2 }));
  }
  refuseFolder(place.file);
  if (!existsSync(place.file)) throw new RemanenceError('not_found', `The store ${place.file} does not exist.`);
  return atOneMoment(place.file);
}

/** Reads from a snapshot, since others may write to the file. */
async function atOneMoment(file: string): Promise<Source> {
  const folder = join(dirname(file), newCopyFolder(process.pid, randomUUID()));
  mkdirSync(folder, { mode: 0o700 });
  const drop = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'copy.db');
    copySnapshot(file, copy);
    const side = await SqliteSide.reading(copy);
    return {
      identity: () => side.identity(),
      read: (table, after, limit) => side.read(table, after, limit),
      close: async () => {
        await side.close();
        drop();
      },
    };
  } catch (error) {
    drop();
    throw error;
  }
}

async function targetAt(place: Place): Promise<Target> {
  if ('database' in place) return PostgresSide.writing(await openDatabase({ ...place.database, pool: 2 }));
  refuseFolder(place.file);
  return SqliteSide.writing(place.file);
}

/** People name the data folder, which holds the store, or take a file for a folder. */
function refuseFolder(path: string): void {
  const there = existingAt(path);
  const isFolder = statSync(there).isDirectory();
  if (there === path && isFolder) throw invalid(`${path} is a folder.`, `Name the file in it: ${join(path, DATABASE)}`);
  if (there !== path && !isFolder) throw invalid(`${there} is a file, not a folder.`, `Nothing can be at ${path}.`);
}

/** The path itself, or the nearest one above it that exists. */
const existingAt = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existingAt(dirname(path));
