// What processes that were killed leave in a data folder, and what is kept there for a while only.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BACKUPS, BIN, EXPORTS, isPart, isWorkshop, replacedOn, workshopOf } from '../../data-folder.ts';
import { log } from '../../log.ts';
import { isAlive } from './processes.ts';

const HOUR_MS = 3_600_000;
/** How long what a restore replaced is kept. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Sweeps the folder of the main store. */
export function sweepDataFolder(file: string, now: number): void {
  sweepBeside(file, now);
  for (const folder of ['.', BACKUPS, EXPORTS, BIN].map((name) => join(dirname(file), name))) {
    remove(folder, (name, path) => isPart(name) && isForsaken(path, now));
  }
}

/** Sweeps what restores left beside a file; in the folder of a cube everything else is somebody's own. */
export function sweepBeside(file: string, now: number): void {
  const kept = `${basename(file, '.db')}-before-restore-`;
  remove(dirname(file), (name, path) => {
    const pid = workshopOf(name);
    if (isWorkshop(name)) return (pid === null || !isAlive(pid)) && isForsaken(path, now);
    const day = name.startsWith(kept) ? replacedOn(name) : null;
    return day !== null && day < now - KEPT_MS;
  });
}

/** Who is alive writes to it all the time. */
const isForsaken = (path: string, now: number): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) < now - HOUR_MS;

function remove(folder: string, isLeft: (name: string, path: string) => boolean): void {
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  for (const name of names) {
    const path = join(folder, name);
    if (!isLeft(name, path)) continue;
    rmSync(path, { recursive: true, force: true });
    log.info('swept', { path });
  }
}
