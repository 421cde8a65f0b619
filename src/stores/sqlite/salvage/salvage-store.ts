// A damaged store and its cubes, saved in the shape of a backup and then restored like one.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cubesFolder, newWorkshop } from '../../../data-folder.ts';
import { invalid } from '../../../errors.ts';
import { belongings, type CubeFile, copyOf, copyStore, placeOf, writeOrigin } from '../backup/copies.ts';
import { type Restored, restoreStore } from '../backup/restore.ts';
import { examine } from '../file/examine.ts';
import { type Salvage, salvageFile } from './salvage.ts';

export interface Salvaged {
  /** Where the new store is. */
  readonly store: string;
  readonly main: Salvage;
  /** The cubes whose files were damaged, too. */
  readonly cubes: readonly (CubeFile & Salvage)[];
  /** Those whose files are gone, or of which nothing can be read. */
  readonly left: readonly CubeFile[];
  readonly restored: Restored;
}

/** `derive` makes what follows from the memories of a store that was saved. */
export async function salvageStore(
  file: string,
  target: string,
  now: number,
  derive: (store: string) => Promise<void>,
): Promise<Salvaged> {
  if (!existsSync(file)) throw invalid(`There is no store at ${file}.`, 'Pass the --data-dir that holds it.');
  if (target !== file && existsSync(target)) throw invalid(`${target} is there already.`, 'Name another folder.');
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const workshop = join(dirname(target), newWorkshop(process.pid, randomUUID()));
  mkdirSync(workshop, { mode: 0o700 });
  try {
    const copy = join(workshop, 'salvaged.db');
    const main = salvageFile(file, copy, workshop);
    await derive(copy);
    writeOrigin(copy, placeOf(file));
    const { files } = belongings(copy);
    const folder = cubesFolder(copy);
    if (files.length > 0) mkdirSync(folder, { mode: 0o700 });
    const cubes: (CubeFile & Salvage)[] = [];
    for (const each of files) {
      const saved = await saveCube(each, copyOf(each, folder), workshop, derive);
      if (saved) cubes.push({ ...each, ...saved });
    }
    const restored = await restoreStore(target, copy, now);
    return { store: target, main, cubes, left: restored.left, restored };
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Null for one that is whole, or of which nothing can be had. */
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
