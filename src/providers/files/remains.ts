// What a data folder holds beside the live store, on this machine's disk.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BACKUPS, BIN, EXPORTS, isPart, isStoreCopy, isWorkshop, removedAt, removedCopy } from '../../data-folder.ts';
import { newId } from '../../engine/ids.ts';
import type { Written } from '../../engine/maintenance/files.ts';
import { OPENING } from '../../engine/maintenance/records.ts';
import type { Forgotten, Remains } from '../../engine/maintenance/remains.ts';
import { lineWithout } from '../../engine/maintenance/without.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { begins, contains } from './content.ts';
import { splitLines } from './lines.ts';
import { writeWhole } from './whole-file.ts';

/** A restore that is at work is done by then. */
const WORKSHOP_MS = 10 * 60_000;
/** What SQLite keeps beside a store. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

export interface LocalRemainsParts {
  /** The data folder. */
  readonly folder: string;
  readonly database: string;
  /** Takes a memory out of a copy of a store; fails when it cannot be opened. */
  erase(copy: string, memory: Forgotten): Promise<void>;
}

export class LocalRemains implements Remains {
  readonly #parts: LocalRemainsParts;
  readonly #bin: string;
  readonly #exports: string;

  constructor(parts: LocalRemainsParts) {
    this.#parts = parts;
    this.#bin = join(parts.folder, BIN);
    this.#exports = join(parts.folder, EXPORTS);
  }

  async keep(at: number, lines: AsyncIterable<string>): Promise<Written> {
    await mkdir(this.#bin, { recursive: true, mode: 0o700 });
    return writeWhole(join(this.#bin, removedCopy(at, newId(at))), lines);
  }

  async expire(before: number): Promise<void> {
    for (const name of await namesIn(this.#bin)) {
      if ((removedAt(name) ?? before) < before) await rm(join(this.#bin, name), { force: true });
    }
  }

  async clear({ copies }: { readonly copies: boolean }): Promise<void> {
    const { folder, database } = this.#parts;
    for (const file of await this.#copies()) {
      // Each of those in the bin was promised for its time.
      if (!copies || dirname(file) !== this.#bin) await rm(file, { force: true });
    }
    for (const place of new Set([folder, dirname(database), this.#bin, this.#exports])) {
      for (const name of await namesIn(place)) {
        if (isStoreCopy(name)) await removeStore(join(place, name));
        else if (isPart(name) || isWorkshop(name)) await rm(join(place, name), { recursive: true, force: true });
      }
    }
    if (!copies) await rm(join(folder, BACKUPS), { recursive: true, force: true });
  }

  async forget(memory: Forgotten, store: string): Promise<void> {
    for (const file of await this.#copies()) await cutOut(file, memory);
    const { folder, database } = this.#parts;
    for (const place of new Set([folder, dirname(database), dirname(store), this.#bin, this.#exports])) {
      for (const name of await namesIn(place)) {
        const path = join(place, name);
        if (isStoreCopy(name)) await this.#eraseFrom(path, memory);
        else if (isPart(name)) await dropIfTold(path, memory);
        else if (isWorkshop(name)) await dropIfOld(path);
      }
    }
  }

  /** Exports, and copies of what was removed. */
  async #copies(): Promise<string[]> {
    const places = [
      ...(await namesIn(this.#bin)).map((name) => join(this.#bin, name)),
      ...(await namesIn(this.#exports, true)).map((name) => join(this.#exports, name)),
    ];
    const ours: string[] = [];
    for (const path of places) if (await begins(path, OPENING)) ours.push(path);
    return ours;
  }

  /** One that cannot be opened, and tells of the memory, is no good to anybody who has deleted that. */
  async #eraseFrom(copy: string, memory: Forgotten): Promise<void> {
    try {
      await this.#parts.erase(copy, memory);
    } catch (error) {
      if (!(await contains(copy, [memory.id, memory.text]))) return;
      log.warn('a copy that could not be opened held a deleted memory, and was deleted', {
        copy,
        error: messageOf(error),
      });
      await removeStore(copy);
    }
  }
}

const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch(() => []);

async function removeStore(path: string): Promise<void> {
  for (const suffix of BESIDE) await rm(path + suffix, { force: true });
}

async function cutOut(file: string, { id }: Forgotten): Promise<void> {
  if (await contains(file, [id])) await writeWhole(file, remaining(file, id));
}

async function* remaining(file: string, id: string): AsyncGenerator<string> {
  for await (const line of splitLines(createReadStream(file))) {
    // One that is too long could not be imported either.
    const left = line === null ? null : lineWithout(line, id);
    if (left !== null) yield left;
  }
}

async function dropIfTold(path: string, { id, text }: Forgotten): Promise<void> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (isFolder || (await contains(path, [id, text]))) await rm(path, { recursive: true, force: true });
}

async function dropIfOld(path: string): Promise<void> {
  const made = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
  if (Date.now() - made > WORKSHOP_MS) await rm(path, { recursive: true, force: true });
}
