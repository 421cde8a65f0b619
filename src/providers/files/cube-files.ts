// Locates the file of a cube with a path.

import { existsSync } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { checkAnyRoot } from '../../engine/access/actor.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { expandHome } from '../../expand-home.ts';
import { isInside } from '../roots.ts';
import type { OwnFolder } from './own-folder.ts';

const FILE = 'cube.db';
const MAX_SHOWN_LENGTH = 200;

/**
 * A path that ends in .db is the file itself, any other the folder of the file; a missing folder is created.
 */
export async function locateCube(path: string, roots: readonly string[] | undefined, own: OwnFolder): Promise<string> {
  if (path.includes('\0')) throw invalid('A path must not contain a NUL character.');
  checkAnyRoot(roots);
  const wanted = resolve(expandHome(path));
  const file = wanted.endsWith('.db') ? wanted : join(wanted, FILE);
  const folder = await existing(dirname(file));
  if (roots !== undefined && !(await isInside(folder.real, roots))) {
    throw new RemanenceError('forbidden', `${path} is outside the folders that cubes may be in.`, {
      hint: 'Choose a path below the working or the data folder, or start the server with --root.',
    });
  }
  const real = join(folder.real, folder.missing, basename(file));
  // A link here could lead anywhere.
  const target = await realpath(real).catch(() => real);
  if (target !== real || !(await own.takesCube(real))) throw invalid(`${path} cannot be the file of a cube.`);
  if ((await stat(real).catch(() => null))?.isDirectory()) throw invalid(`${path} is a folder.`);
  if (!(await stat(folder.real)).isDirectory())
    throw invalid(`${folder.real} is not a folder, and not the .db file of a cube.`);
  await mkdir(dirname(real), { recursive: true, mode: 0o700 }).catch(() => {
    const hint = 'Choose a path with shorter names, in a writable folder.';
    throw invalid(`The folder for a cube at ${path.slice(0, MAX_SHOWN_LENGTH)} cannot be created.`, hint);
  });
  return real;
}

/** Fails when the file of a cube is missing. */
export function checkCube(file: string): void {
  if (existsSync(file)) return;
  throw new RemanenceError('storage', `The file of the cube does not exist: ${file}.`, {
    hint: 'Put it back, or restore a backup. An empty file there starts an empty cube.',
  });
}

/** The nearest existing folder, with links resolved, and what is missing below it. */
async function existing(folder: string, missing = ''): Promise<{ real: string; missing: string }> {
  const real = await realpath(folder).catch(() => null);
  if (real !== null) return { real, missing };
  if (dirname(folder) === folder) throw invalid(`${folder} does not exist.`);
  return existing(dirname(folder), join(basename(folder), missing));
}
