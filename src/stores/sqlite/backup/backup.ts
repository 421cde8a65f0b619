// A backup of everything: a copy of the store and, if cubes have their own files, a folder of their copies beside it.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { cubesFolder } from '../../../data-folder.ts';
import { syncFolder } from '../../../durable.ts';
import { invalid, messageOf, RemanenceError } from '../../../errors.ts';
import { type CubeFile, copyPathOf, copyStore, realPathOf, relatedFiles, writeOrigin } from './copies.ts';

export interface BackedUp {
  /** The size of all files together. */
  readonly bytes: number;
  /** The files of cubes, each with the path of its copy. */
  readonly cubes: readonly (CubeFile & { readonly copy: string })[];
  /** The files that could not be copied. */
  readonly left: readonly (CubeFile & { readonly reason: string })[];
}

/** Copies each file as of one moment; the store first, so that the file of every cube it knows exists. */
export function backUpStore(file: string, target: string): BackedUp {
  const folder = cubesFolder(target);
  for (const path of [target, folder]) {
    if (existsSync(path)) throw invalid(`${path} already exists.`, 'Name another file, or move it away.');
  }
  const part = `${target}.${randomUUID()}.part`;
  const partFolder = cubesFolder(part);
  try {
    copyStore(file, part);
    const { files } = relatedFiles(part);
    if (files.length > 0) writeOrigin(part, realPathOf(file));
    const left = copyCubes(files, partFolder);
    const copied = files.filter(({ path }) => !left.some((other) => other.path === path));
    // The store is renamed last: if it exists, the backup is complete.
    if (existsSync(partFolder)) renameSync(partFolder, folder);
    renameSync(part, target);
    syncFolder(dirname(target));
    const cubes = copied.map((each) => ({ ...each, copy: copyPathOf(each, folder) }));
    return { bytes: sizeOf([target, ...cubes.map(({ copy }) => copy)]), cubes, left };
  } catch (error) {
    for (const path of [part, partFolder]) rmSync(path, { recursive: true, force: true });
    throw explained(error, target);
  }
}

/** A file that cannot be copied does not stop the others. */
function copyCubes(files: readonly CubeFile[], folder: string): BackedUp['left'] {
  if (files.length > 0) mkdirSync(folder, { mode: 0o700 });
  return files.flatMap((each) => {
    try {
      copyStore(each.path, copyPathOf(each, folder));
      return [];
    } catch (error) {
      return [{ ...each, reason: messageOf(error) }];
    }
  });
}

const sizeOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0);

function explained(error: unknown, target: string): unknown {
  if (error instanceof RemanenceError) return error;
  return new RemanenceError('storage', `${target} could not be written: ${messageOf(error)}`, { cause: error });
}
