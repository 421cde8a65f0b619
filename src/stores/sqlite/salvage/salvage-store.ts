// Saves a damaged store and its cubes as a backup, which is then restored.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cubesFolder, newStagingFolder } from '../../../data-folder.ts';
import { invalid } from '../../../errors.ts';
import { type CubeFile, copyPathOf, copyStore, realPathOf, relatedFiles, writeOrigin } from '../backup/copies.ts';
import { type Restored, restoreStore } from '../backup/restore.ts';
import { examine } from '../file/examine.ts';
import { type Salvage, salvageFile } from './salvage.ts';

export interface Salvaged {
  /** Where the new store is. */
  readonly store: string;
  readonly main: Salvage;
  /** The cubes whose files were also damaged. */
  readonly cubes: readonly (CubeFile & Salvage)[];
  /** The cubes whose files are missing or completely unreadable. */
  readonly left: readonly CubeFile[];
  readonly restored: Restored;
}

/** `derive` recomputes what follows from the memories of a saved store. */
export async function salvageStore(
  file: string,
  target: string,
  now: number,
  derive: (store: string) => Promise<void>,
): Promise<Salvaged> {
  if (!existsSync(file)) throw invalid(`The store ${file} does not exist.`, 'Pass the --data-dir that holds it.');
  if (target !== file && existsSync(target)) throw invalid(`${target} already exists.`, 'Name another folder.');
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const workshop = join(dirname(target), newStagingFolder(process.pid, randomUUID()));
  mkdirSync(workshop, { mode: 0o700 });
  try {
    const copy = join(workshop, 'salvaged.db');
    const main = salvageFile(file, copy, workshop);
    await derive(copy);
    writeOrigin(copy, realPathOf(file));
    const { files } = relatedFiles(copy);
    const folder = cubesFolder(copy);
    if (files.length > 0) mkdirSync(folder, { mode: 0o700 });
    const cubes: (CubeFile & Salvage)[] = [];
    for (const each of files) {
      const saved = await saveCube(each, copyPathOf(each, folder), workshop, derive);
      if (saved) cubes.push({ ...each, ...saved });
    }
    const restored = await restoreStore(target, copy, now);
    return { store: target, main, cubes, left: restored.left, restored };
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Null for a cube that is intact or completely unreadable. */
async function saveCube(
  { path }: CubeFile,
  copy: string,
  workshop: string,
  derive: (store: string) => Promise<void>,
): Promise<Salvage | null> {
  if (!existsSync(path)) return null;
  if (examine(path).length === 0) {
    copyStore(path, copy);
    return null;
  }
  try {
    const saved = salvageFile(path, copy, workshop);
    await derive(copy);
    return saved;
  } catch {
    rmSync(copy, { force: true });
    return null;
  }
}
