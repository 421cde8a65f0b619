import { constants } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { EXPORTS } from '../../data-folder.ts';
import { checkAnyRoot } from '../../engine/access/actor.ts';
import type { Files, WriteOptions, Written } from '../../engine/maintenance/transfer/files.ts';
import { type ReadLine, splitText } from '../../engine/text/lines.ts';
import { invalid, messageOf } from '../../errors.ts';
import { expandHome } from '../../expand-home.ts';
import { isInside, rootsHint } from '../roots.ts';
import { begins } from './content.ts';
import type { OwnFolder } from './own-folder.ts';
import { writeWhole } from './whole-file.ts';

const CHUNK_BYTES = 256 * 1024;

/** Exports on this machine's disk. */
export class LocalFiles implements Files {
  readonly #own: OwnFolder;
  /** The default folder for exports. */
  readonly #folder: string;

  constructor(own: OwnFolder, folder: string) {
    this.#own = own;
    this.#folder = folder;
  }

  place(name: string): string {
    return join(this.#folder, name);
  }

  async write(path: string, lines: AsyncIterable<string>, { roots, replaces }: WriteOptions): Promise<Written> {
    checkAnyRoot(roots);
    if (dirname(resolve(path)) === resolve(this.#folder)) await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const target = await locate(path, roots);
    if (!(await this.#own.takesExport(target))) {
      const hint = `Name a file in ${this.#folder}, or one outside the data folder.`;
      throw invalid(`${path} is in the data folder, where exports may go only into ${EXPORTS}/.`, hint);
    }
    await checkReplaceable(target, replaces);
    return writeWhole(target, lines);
  }

  async isShared(path: string): Promise<boolean> {
    return this.#own.holds(await locate(path));
  }

  async read(path: string, roots?: readonly string[]): Promise<AsyncIterable<ReadLine>> {
    checkAnyRoot(roots);
    const target = await locate(path, roots);
    const found = await stat(target).catch(() => null);
    if (!found?.isFile()) throw notAFile(path, found?.isDirectory() === true);
    const file = await open(target, constants.O_RDONLY).catch((error: unknown) => {
      throw invalid(`${path} cannot be read: ${messageOf(error)}`);
    });
    return splitText(file.createReadStream({ highWaterMark: CHUNK_BYTES }));
  }
}

const notAFile = (path: string, isFolder: boolean) =>
  isFolder
    ? invalid(
        `${path} is a folder, not a file.`,
        'Name a file written by an export; `remanence import --from` imports the folder of another memory server.',
      )
    : invalid(`The file ${path} does not exist.`, 'Name a file written by an export.');

/** Resolves the links of the existing part. Refuses paths outside the roots whether they exist or not. */
async function locate(path: string, roots?: readonly string[]): Promise<string> {
  if (path.trim() === '' || path.includes('\0')) throw invalid('The path is empty.');
  const whole = resolve(expandHome(path));
  const folder = await realpath(dirname(whole)).catch(() => null);
  const target = await realpath(whole).catch(() => folder && join(folder, basename(whole)));
  if (roots && !(await isInside(target ?? whole, roots))) {
    throw invalid(`${path} is outside the folders that may be used.`, rootsHint(roots));
  }
  if (target === null) throw invalid(`The folder ${dirname(path)} does not exist.`, 'Create it, or name another.');
  return target;
}

async function checkReplaceable(target: string, opening: string): Promise<void> {
  const found = await stat(target).catch(() => null);
  // Opening anything other than a file, such as a pipe, may block forever.
  if (!found || (found.isFile() && (await begins(target, opening)))) return;
  throw invalid(`${target} already exists and is not a Remanence export.`, 'Name another file, or move it away.');
}
