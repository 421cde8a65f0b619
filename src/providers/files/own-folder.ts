// Protects the data folder and the files of the store, wherever they are, from tools that write.
import { lstat, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BACKUPS, EXPORTS, isReserved } from '../../data-folder.ts';

export class OwnFolder {
  readonly folder: string;
  readonly #files: readonly string[];

  /** `files` are those of the store, which may be elsewhere. */
  constructor(folder: string, files: readonly string[]) {
    this.folder = folder;
    this.#files = files;
  }

  /** Whether a resolved path is in the data folder. */
  async holds(path: string): Promise<boolean> {
    return (await namesBelow(this.folder, path)) !== null;
  }

  /** Whether an export may go to this resolved path. */
  takesExport(path: string): Promise<boolean> {
    return this.#takes(path, EXPORTS);
  }

  /** Whether a backup may: elsewhere in the folder, nobody would list it or take it for one. */
  takesBackup(path: string): Promise<boolean> {
    return this.#takes(path, BACKUPS);
  }

  /** Whether a path is outside the data folder, or in this folder of it. */
  async #takes(path: string, folder: string): Promise<boolean> {
    if (await this.#isStore(path)) return false;
    const [first, ...rest] = (await namesBelow(this.folder, path)) ?? [];
    if (first === undefined) return true;
    return rest.length > 0 && (await isSame(join(this.folder, first), join(this.folder, folder)));
  }

  /** Whether the file of a cube may have this path. */
  async takesCube(path: string): Promise<boolean> {
    if (await this.#isStore(path)) return false;
    const [first] = (await namesBelow(this.folder, path)) ?? [];
    return first === undefined || !isReserved(first);
  }

  /** Whether it is one of the store's files, or inside a folder in place of one. */
  async #isStore(path: string): Promise<boolean> {
    for (const file of this.#files) {
      const [first] = (await namesBelow(dirname(file), path)) ?? [];
      if (first?.toLowerCase() === basename(file).toLowerCase()) return true;
    }
    return false;
  }
}

/**
 * The names from a folder down to a path; null when the path is not below it. Folders are compared by inode, not by
 * name: a disk may treat `A` and `a` as equal, and a folder may be mounted twice.
 */
async function namesBelow(folder: string, path: string): Promise<string[] | null> {
  const home = await stat(folder, { bigint: true }).catch(() => null);
  const names: string[] = [];
  for (let at = path; home !== null && at !== dirname(at); at = dirname(at)) {
    names.unshift(basename(at));
    const above = await stat(dirname(at), { bigint: true }).catch(() => null);
    if (above?.ino === home.ino && above.dev === home.dev) return names;
  }
  return null;
}

/** Whether both are the same directory entry; a link is not its target. */
async function isSame(path: string, other: string): Promise<boolean> {
  if (path === other) return true;
  const [a, b] = await Promise.all([path, other].map((each) => lstat(each, { bigint: true }).catch(() => null)));
  return a != null && b != null && a.ino === b.ino && a.dev === b.dev;
}
