// What a restore is about to exchange, on the disk before it begins: whoever comes after a restore that was killed
// carries out the rest.
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
import { z } from 'zod';
import { isAlive } from '../../../abandoned.ts';
import { journalOf, restoreJournal } from '../../../data-folder.ts';
import { syncFolder } from '../../../durable.ts';
import type { Exchange } from './exchange.ts';

const Entries = z.array(z.object({ file: z.string(), copy: z.string().nullable() }));

const HEARTBEAT_MS = 2000;
/** Its process may be gone and another have its number. */
const SILENT_MS = 30_000;

/** Of one restore at a time: its name holds the number of the process that carries it out. */
export class RestoreJournal {
  readonly #path: string;
  #heart: NodeJS.Timeout | undefined;

  private constructor(path: string) {
    this.#path = path;
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** Beside the store that is restored. */
  static begin(store: string, entries: readonly Exchange[]): RestoreJournal {
    const path = join(dirname(store), restoreJournal(process.pid));
    write(path, entries);
    return new RestoreJournal(path);
  }

  /** Takes over what a process that is gone has left in that folder. */
  static takeOver(folder: string): RestoreJournal | null {
    const own = join(folder, restoreJournal(process.pid));
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const pid = journalOf(name);
      const path = join(folder, name);
      if (pid === null || !isSilent(path, pid) || (path !== own && existsSync(own))) continue;
      // Only one of several can move it away.
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

  /** Other exchanges are to be carried out from now on. */
  replace(entries: readonly Exchange[]): void {
    write(this.#path, entries);
  }

  /** It is there, and nobody has taken it for abandoned. */
  isOurs(): boolean {
    return existsSync(this.#path);
  }

  end(): void {
    this.pause();
    rmSync(this.#path, { force: true });
    syncFolder(dirname(this.#path));
  }

  /** Leaves it to whoever comes next. */
  pause(): void {
    clearInterval(this.#heart);
    this.#heart = undefined;
  }

  #beat(): void {
    const now = new Date();
    if (existsSync(this.#path)) utimesSync(this.#path, now, now);
  }
}

/** A process that carries one out says so again and again; in a container, the next one has its number. */
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
