// What a restore is about to exchange, written to disk before it begins, so that another process can finish a restore
// that was killed.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isAlive } from '../../../abandoned.ts';
import { journalOwner, restoreJournal } from '../../../data-folder.ts';
import { syncFolder } from '../../../durable.ts';
import type { Exchange } from './exchange.ts';

const Entries = z.array(z.object({ file: z.string(), copy: z.string().nullable() }));

const HEARTBEAT_MS = 2000;
/** After this long, its process counts as gone, even if another one now has its id. */
const SILENT_MS = 30_000;

/** The journal of one restore; its file name contains the id of the process that carries it out. */
export class RestoreJournal {
  readonly #path: string;
  #heart: NodeJS.Timeout | undefined;

  private constructor(path: string) {
    this.#path = path;
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** Creates the journal beside the store. */
  static begin(store: string, entries: readonly Exchange[]): RestoreJournal {
    const path = join(dirname(store), restoreJournal(process.pid));
    write(path, entries);
    return new RestoreJournal(path);
  }

  /** Takes over a journal that a dead process left in the folder. */
  static takeOver(folder: string): RestoreJournal | null {
    const own = join(folder, restoreJournal(process.pid));
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const pid = journalOwner(name);
      const path = join(folder, name);
      if (pid === null || !isSilent(path, pid) || (path !== own && existsSync(own))) continue;
      // Only one of several processes can rename it.
      if (path === own || moved(path, own)) {
        const journal = new RestoreJournal(own);
        journal.#beat();
        return journal;
      }
    }
    return null;
  }

  entries(): Exchange[] {
    return Entries.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
  }

  /** Replaces the exchanges to carry out. */
  replace(entries: readonly Exchange[]): void {
    write(this.#path, entries);
  }

  /** Whether the journal still exists under our name; another process may have taken it over. */
  isOurs(): boolean {
    return existsSync(this.#path);
  }

  end(): void {
    this.pause();
    rmSync(this.#path, { force: true });
    syncFolder(dirname(this.#path));
  }

  /** Leaves the journal to the next process. */
  pause(): void {
    clearInterval(this.#heart);
    this.#heart = undefined;
  }

  #beat(): void {
    const now = new Date();
    if (existsSync(this.#path)) utimesSync(this.#path, now, now);
  }
}

/** A working process touches its journal regularly; its id alone proves nothing, since containers reuse ids. */
function isSilent(path: string, pid: number): boolean {
  if (!isAlive(pid)) return true;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - SILENT_MS;
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function write(path: string, entries: readonly Exchange[]): void {
  const part = `${path}.part`;
  const file = openSync(part, 'w', 0o600);
  writeSync(file, JSON.stringify(entries.map(({ file, copy }) => ({ file, copy }))));
  fsyncSync(file);
  closeSync(file);
  renameSync(part, path);
  syncFolder(dirname(path));
}
