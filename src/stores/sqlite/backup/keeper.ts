// What a server does for its store by itself: daily backups, and finishing interrupted restores.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { cubesFolder, dailyBackup, isDailyBackup, stamp, storeFiles } from '../../../data-folder.ts';
import { HOUR_MS } from '../../../engine/clock.ts';
import type { Keeper, StoredBackup } from '../../../engine/maintenance/ports.ts';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import { roomOn } from '../file/disk.ts';
import { type Backup, listBackups } from './backups.ts';
import { type Connection, reading, relatedFiles } from './copies.ts';
import { finishRestore } from './restore.ts';

/** Free space needed, relative to the copied size: SQLite temporarily writes a little more. */
const ROOM = 1.2;

const Made = z.object({ left: z.array(z.string()) });

export interface KeeperOptions {
  readonly file: string;
  /** Where daily backups go. */
  readonly folder: string;
  /** How many daily backups are kept. */
  readonly backups: number | 'off';
  /** The bundled script that makes a backup. */
  readonly script: string;
  /** Free bytes on the disk of a folder. */
  readonly freeOn?: (folder: string) => Promise<number>;
}

export class StoreKeeper implements Keeper {
  readonly #options: KeeperOptions;
  #notBefore = 0;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  async finishRestore(now: number): Promise<void> {
    await finishRestore(this.#options.file, now);
  }

  async isBackupDue(now: number): Promise<boolean> {
    const { file, backups } = this.#options;
    if (backups === 'off' || now < this.#notBefore || existsSync(this.#target(now))) return false;
    const [newest] = this.#daily();
    return newest === undefined || stateOf(newest.path) !== stateOf(file);
  }

  async backUp(now: number, signal: AbortSignal): Promise<void> {
    // Another process may have made it meanwhile; after a failure it is not retried at once.
    if (!(await this.isBackupDue(now))) return;
    this.#notBefore = now + HOUR_MS;
    const { file, folder, script, freeOn = freeBytes } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [needed, free] = [sizeOf(file) * ROOM, await freeOn(folder)];
    if (free < needed) {
      log.warn('no daily backup: not enough free disk space', { folder, needed, free });
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

  async list(): Promise<StoredBackup[]> {
    return listBackups(this.#options.folder).map(stored);
  }

  async make(now: number, signal: AbortSignal): Promise<StoredBackup> {
    const { file, folder, script } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const target = join(folder, `${this.#name}-${stamp(now)}.db`);
    try {
      await promisify(execFile)(process.execPath, [script, file, target], { signal, killSignal: 'SIGKILL' });
    } catch (error) {
      throw new RemanenceError('storage', `No backup could be made: ${messageOf(error)}`, { cause: error });
    }
    const { size, mtimeMs } = statSync(target);
    return stored({ path: target, bytes: size, at: mtimeMs });
  }

  #target(now: number): string {
    return join(this.#options.folder, dailyBackup(this.#name, now));
  }

  get #name(): string {
    return basename(this.#options.file, '.db');
  }

  /** Daily backups, newest first. Other files in the folder are not ours to remove. */
  #daily(): Backup[] {
    return listBackups(this.#options.folder)
      .filter(({ path }) => isDailyBackup(this.#name, basename(path)))
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

const stored = ({ path, at, bytes }: Backup): StoredBackup => ({ name: basename(path), at, bytes });

/** Identifies the state of a store: every write changes one of these numbers, if only that of the audit trail. */
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
  const cubes = relatedFiles(file).files.map(({ path }) => path);
  const parts = [file, ...cubes].flatMap(storeFiles);
  return parts.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const freeBytes = async (folder: string): Promise<number> => (await roomOn(folder)).freeBytes;
