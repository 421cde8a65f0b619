// What a server does for its store by itself: a backup a day, and restores that were interrupted.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Keeper } from '../../engine/maintenance/ports.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { type Backup, backupsFolder, listBackups } from './backups.ts';
import { belongings, type Connection, cubesFolder, reading } from './copies.ts';
import { finishRestore } from './restore.ts';

const HOUR_MS = 3_600_000;
/** Of the size of what is copied: SQLite writes a little more while it does. */
const ROOM = 1.2;

const Made = z.object({ left: z.array(z.string()) });

export interface KeeperOptions {
  readonly file: string;
  /** How many daily backups are kept. */
  readonly backups: number | 'off';
  /** The bundled script that makes one. */
  readonly script: string;
  /** Bytes that are free on the disk of a folder. */
  readonly freeOn?: (folder: string) => number;
}

export class StoreKeeper implements Keeper {
  readonly #options: KeeperOptions;
  #notBefore = 0;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  async mend(now: number): Promise<void> {
    await finishRestore(this.#options.file, now);
  }

  async isBackupDue(now: number): Promise<boolean> {
    const { file, backups } = this.#options;
    if (backups === 'off' || now < this.#notBefore || existsSync(this.#target(now))) return false;
    const [newest] = this.#daily();
    return newest === undefined || stateOf(newest.path) !== stateOf(file);
  }

  async backUp(now: number, signal: AbortSignal): Promise<void> {
    // Another process may have made it meanwhile; one that failed is not tried again at once.
    if (!(await this.isBackupDue(now))) return;
    this.#notBefore = now + HOUR_MS;
    const { file, script, freeOn = freeBytes } = this.#options;
    const folder = backupsFolder(file);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [needed, free] = [sizeOf(file) * ROOM, freeOn(folder)];
    if (free < needed) {
      log.warn('no daily backup: the disk has not enough room', { folder, needed, free });
      return;
    }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [script, file, this.#target(now)], {
        signal,
        killSignal: 'SIGKILL',
      });
      const { left } = Made.parse(JSON.parse(stdout));
      if (left.length === 0) this.#rotate();
      else log.warn('the daily backup lacks cubes, so older ones are kept', { left: left.join(', ') });
    } catch (error) {
      if (!signal.aborted) log.warn('no daily backup could be made', { error: messageOf(error) });
      throw error;
    }
  }

  #target(now: number): string {
    const day = new Date(now).toISOString().slice(0, 10);
    return join(backupsFolder(this.#options.file), `${this.#name}-${day}.db`);
  }

  get #name(): string {
    return basename(this.#options.file, '.db');
  }

  /** Newest first. What somebody else put into the folder is not ours to remove. */
  #daily(): Backup[] {
    const isDaily = (path: string) => {
      const name = basename(path);
      return name.startsWith(`${this.#name}-`) && /^-\d{4}-\d\d-\d\d\.db$/.test(name.slice(this.#name.length));
    };
    return listBackups(this.#options.file)
      .filter(({ path }) => isDaily(path))
      .sort((a, b) => b.path.localeCompare(a.path));
  }

  #rotate(): void {
    const { backups } = this.#options;
    if (backups === 'off') return;
    for (const { path } of this.#daily().slice(backups)) {
      for (const each of [path, cubesFolder(path)]) rmSync(each, { recursive: true, force: true });
    }
  }
}

/** Tells two states of a store apart: every write moves one of these numbers, if only that of the audit trail. */
function stateOf(file: string): string | null {
  try {
    return reading(file, (database: Connection) => {
      const rows = database
        .prepare(
          `SELECT name, seq FROM sqlite_sequence
           UNION ALL SELECT key, value FROM settings WHERE key IN ('epoch', 'revision') ORDER BY 1`,
        )
        .all();
      return JSON.stringify(rows);
    });
  } catch {
    return null;
  }
}

function sizeOf(file: string): number {
  const cubes = belongings(file).files.map(({ path }) => path);
  const parts = [file, ...cubes].flatMap((path) => [path, `${path}-wal`]);
  return parts.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
