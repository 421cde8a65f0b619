// Sweeps what killed processes left in a data folder, and what is kept there only for a while.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAbandoned } from '../../../abandoned.ts';
import { type Folders, isPart, isStagingFolder, replacedOn } from '../../../data-folder.ts';
import { DAY_MS } from '../../../engine/clock.ts';
import { log } from '../../../log.ts';

/** How long files replaced by a restore are kept. */
const KEPT_MS = 30 * DAY_MS;

/** Sweeps the data folder, and the main store's files if those are elsewhere. */
export function sweepDataFolder({ data, beside, backups, exports, bin, database }: Folders, now: number): void {
  sweepBeside(database, now);
  for (const folder of new Set([data, beside, backups, exports, bin])) {
    remove(folder, (name, path) => isPart(name) && isAbandoned(name, path, now));
  }
}

/** Sweeps only what restores left beside a file; everything else in a cube's folder belongs to others. */
export function sweepBeside(file: string, now: number): void {
  const store = basename(file, '.db');
  remove(dirname(file), (name, path) => {
    if (isStagingFolder(name)) return isAbandoned(name, path, now);
    const day = replacedOn(name, store);
    return day !== null && day < now - KEPT_MS;
  });
}

function remove(folder: string, isLeft: (name: string, path: string) => boolean): void {
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  for (const name of names) {
    const path = join(folder, name);
    if (!isLeft(name, path)) continue;
    rmSync(path, { recursive: true, force: true });
    log.info('swept', { path });
  }
}
