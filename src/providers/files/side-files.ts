// The files in a data folder besides the live store, on this machine's disk.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAbandoned } from '../../abandoned.ts';
import {
  cubesFolder,
  type Folders,
  isDailyBackup,
  isPart,
  isStagingFolder,
  isStoreCopy,
  removedAt,
  removedCopy,
  storeFiles,
} from '../../data-folder.ts';
import { newId } from '../../engine/ids.ts';
import type { SideFiles } from '../../engine/maintenance/side-files.ts';
import { eraseFromLine } from '../../engine/maintenance/transfer/erase-line.ts';
import type { Written } from '../../engine/maintenance/transfer/files.ts';
import { OPENING } from '../../engine/maintenance/transfer/records.ts';
import type { Forgotten } from '../../engine/memories/quotes.ts';
import { splitLines } from '../../engine/text/lines.ts';
import { messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { begins, contains, isMissing } from './content.ts';
import { writeWhole } from './whole-file.ts';

/** What can be done to a copy of a store; both fail when the copy cannot be opened. */
interface StoreCopies {
  /** Erases memories; returns whether the copy held one of them. */
  erase(copy: string, memories: readonly Forgotten[]): Promise<boolean>;
  /** Drops what is left in the unused parts of its pages. */
  compact(copy: string): Promise<void>;
}

interface Waiting {
  readonly memories: readonly Forgotten[];
  readonly store: string;
}

export class LocalSideFiles implements SideFiles {
  readonly #folders: Folders;
  readonly #stores: StoreCopies;
  #waiting: Waiting[] = [];
  #passing: Promise<void> = Promise.resolve();
  #next: Promise<void> = this.#passing;

  constructor(folders: Folders, stores: StoreCopies) {
    this.#folders = folders;
    this.#stores = stores;
  }

  async keep(at: number, lines: AsyncIterable<string>): Promise<Written> {
    await mkdir(this.#folders.bin, { recursive: true, mode: 0o700 });
    return writeWhole(join(this.#folders.bin, removedCopy(at, newId(at))), lines);
  }

  async expire(before: number): Promise<void> {
    for (const name of await namesIn(this.#folders.bin)) {
      if ((removedAt(name) ?? before) < before) await rm(join(this.#folders.bin, name), { force: true });
    }
  }

  async clear({ copies }: { readonly copies: boolean }): Promise<void> {
    const { data, beside, bin, exports } = this.#folders;
    for (const file of await this.#copies()) {
      // Copies in the bin were promised for a fixed time.
      if (!copies || dirname(file) !== bin) await rm(file, { force: true });
    }
    for (const place of new Set([data, beside, bin, exports])) {
      for (const name of await namesIn(place)) {
        const path = join(place, name);
        if (isStoreCopy(name)) await removeStore(path);
        else if (isPart(name)) await remove(path);
        else if (isStagingFolder(name)) await removeIfAbandoned(name, path);
      }
    }
    if (!copies) await this.#clearBackups();
  }

  /** Beside a database outside the data folder, a folder of this name may belong to someone else. */
  async #clearBackups(): Promise<void> {
    const { data, beside, backups, database } = this.#folders;
    if (beside === data) return remove(backups);
    const store = basename(database, '.db');
    for (const name of await namesIn(backups)) {
      const path = join(backups, name);
      if (isPart(name)) await remove(path);
      if (!isDailyBackup(store, name)) continue;
      await removeStore(path);
      await remove(cubesFolder(path));
    }
  }

  /** One pass at a time, because two would restore each other's deletions; waiting calls share the next pass. */
  forget(memories: readonly Forgotten[], store: string): Promise<void> {
    this.#waiting.push({ memories, store });
    if (this.#waiting.length === 1) {
      const pass = this.#passing.then(() => this.#forgetAll(this.#waiting.splice(0)));
      this.#passing = pass.catch(() => {});
      this.#next = pass;
    }
    return this.#next;
  }

  async #forgetAll(turn: readonly Waiting[]): Promise<void> {
    const memories = turn.flatMap((waiting) => waiting.memories);
    const files = (await this.#copies()).values();
    const cut = async () => {
      for (const file of files) await cutOut(file, memories);
    };
    // A file that changes is flushed to the disk, so this is mostly waiting.
    const ends = await Promise.allSettled(Array.from({ length: CUT_AT_ONCE }, cut));
    // Thrown only when all have ended, so that the next pass finds nobody at work.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const { data, beside, bin, exports } = this.#folders;
    for (const place of new Set([data, beside, bin, exports, ...turn.map(({ store }) => dirname(store))])) {
      for (const name of await namesIn(place)) {
        const path = join(place, name);
        if (isStoreCopy(name)) await this.#eraseFrom(path, memories);
        else if (isPart(name)) await dropIfTold(path, memories);
        else if (isStagingFolder(name)) await removeIfAbandoned(name, path);
      }
    }
  }

  /** Exports, and copies of removed memories. */
  async #copies(): Promise<string[]> {
    const places = [
      ...(await namesIn(this.#folders.bin)).map((name) => join(this.#folders.bin, name)),
      ...(await namesIn(this.#folders.exports, true)).map((name) => join(this.#folders.exports, name)),
    ];
    const ours: string[] = [];
    for (const path of places) if (await begins(path, OPENING)) ours.push(path);
    return ours;
  }

  /** A copy that cannot be opened but contains one of the memories is deleted. */
  async #eraseFrom(copy: string, memories: readonly Forgotten[]): Promise<void> {
    let held: boolean;
    try {
      held = await this.#stores.erase(copy, memories);
    } catch (error) {
      if (!(await contains(copy, tracesOf(memories)))) return;
      log.warn('deleted an unreadable copy that contained a deleted memory', {
        copy,
        error: messageOf(error),
      });
      await removeStore(copy);
      return;
    }
    // SQLite overwrites what it deletes, not what it has moved within the file, nor what a former version copied with it.
    if (held && (await contains(copy, remainsOf(memories)))) await this.#compact(copy);
  }

  /** Needs as much disk as the copy, which is worth more than what is left of a deleted memory in its unused parts. */
  async #compact(copy: string): Promise<void> {
    try {
      await this.#stores.compact(copy);
    } catch (error) {
      log.warn('a copy could not be compacted: unused parts of it may still hold words of deleted memories', {
        copy,
        error: messageOf(error),
      });
    }
  }
}

const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch(() => []);

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

async function removeStore(path: string): Promise<void> {
  for (const each of storeFiles(path)) await rm(each, { force: true });
}

const MAX_TRIES = 10;
const CUT_AT_ONCE = 8;

/**
 * Another process that erases a memory at the same time may have read this one and write it back, so the file is
 * checked until the memory or the file is gone.
 */
async function cutOut(file: string, memories: readonly Forgotten[]): Promise<void> {
  const ids = memories.map(({ id }) => id);
  for (let tries = 0; tries < MAX_TRIES && (await tellsOf(file, ids)); tries++) {
    await writeWhole(file, remaining(file, ids)).catch((error: unknown) => {
      if (!(error instanceof RemanenceError) || error.code !== 'conflict') throw error;
    });
  }
}

/** Whether a file has something to cut out. A line about another memory may quote an id and stays. */
async function tellsOf(file: string, ids: readonly string[]): Promise<boolean> {
  if (!(await contains(file, ids))) return false;
  try {
    for await (const line of splitLines(createReadStream(file)))
      if (line === null || without(line, ids) !== line) return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return false;
}

async function* remaining(file: string, ids: readonly string[]): AsyncGenerator<string> {
  for await (const line of splitLines(createReadStream(file))) {
    // A line that is too long could not be imported either.
    const left = line === null ? null : without(line, ids);
    if (left !== null) yield left;
  }
}

const without = (line: string, ids: readonly string[]): string | null =>
  ids.reduce<string | null>((rest, id) => (rest === null ? null : eraseFromLine(rest, id)), line);

async function dropIfTold(path: string, memories: readonly Forgotten[]): Promise<void> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (isFolder || (await contains(path, tracesOf(memories)))) await remove(path);
}

const tracesOf = (memories: readonly Forgotten[]): string[] => memories.flatMap(({ id, texts }) => [id, ...texts]);

/** A short word may be part of another one, and the log of answers keeps ids. */
const MIN_REMAINING_LENGTH = 8;
const remainsOf = (memories: readonly Forgotten[]): string[] =>
  memories.flatMap(({ texts, words }) => [...texts, ...words.filter(({ length }) => length >= MIN_REMAINING_LENGTH)]);

/** A running restore replaces everything with a backup and removes its own folder. */
async function removeIfAbandoned(name: string, path: string): Promise<void> {
  if (isAbandoned(name, path, Date.now())) await remove(path);
}
