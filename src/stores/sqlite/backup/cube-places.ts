// Where a restore puts the files of cubes. A backup may come from anybody, so its paths count only if the live store
// confirms them; every other cube goes into the data folder.
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { CUBES, isReserved, isStoreCopy } from '../../../data-folder.ts';
import { RemanenceError } from '../../../errors.ts';
import { kindOf } from '../file/store-file.ts';
import { type CubeFile, copyPathOf, realPathOf, relatedFiles } from './copies.ts';

export class CubePlaces {
  readonly #store: string;
  readonly #folder: string;
  readonly #isOurs: boolean;
  /** Null if the store is missing or unreadable. */
  readonly #live: readonly CubeFile[] | null;
  readonly #trusted: readonly CubeFile[];

  constructor(store: string, source: string) {
    this.#store = realPathOf(store);
    this.#folder = dirname(this.#store);
    const { files, origin } = relatedFiles(source);
    this.#isOurs = origin === this.#store;
    this.#live = registeredIn(store);
    // A copy that an earlier restore or upgrade kept beside the store was once the store itself.
    const wasLive = dirname(realPathOf(source)) === this.#folder && isStoreCopy(basename(source));
    this.#trusted = [...(this.#live ?? []), ...(wasLive ? files : [])];
  }

  /** Where a cube keeps its memories after the restore. `hasCopy`: the backup has a copy of its file. */
  of(each: CubeFile, hasCopy: boolean): string {
    // Never write to a file that another data folder may still use.
    const stays = hasCopy ? this.#isOurs && this.#confirms(each) : this.#confirms(each);
    const target = stays ? each.path : copyPathOf(each, join(this.#folder, CUBES));
    if (hasCopy) this.#check(target);
    return target;
  }

  #confirms(each: CubeFile): boolean {
    const known = this.#trusted.find(({ path }) => path === each.path);
    if (known) return each.cubes.every((id) => known.cubes.includes(id));
    if (this.#live !== null || !this.#isOurs || realPathOf(each.path) === this.#store) return false;
    if (!existsSync(each.path)) return this.#hasRoomFor(each.path);
    // Without a store, nothing confirms an existing file; a damaged store may have had this cube.
    return existsSync(this.#store) && kindOf(each.path) === 'store';
  }

  /** Whether the path is inside the data folder and not reserved. */
  #hasRoomFor(path: string): boolean {
    const below = relative(this.#folder, realPathOf(path));
    const [first = ''] = below.split(sep);
    return !isAbsolute(below) && first !== '..' && !isReserved(first) && below.endsWith('.db');
  }

  /** Throws for a file that is not a store. A cube of the live store may be damaged: the restore repairs it. */
  #check(target: string): void {
    if (!existsSync(target)) return;
    const kind = kindOf(target);
    const isCube = this.#live?.some(({ path }) => path === target) ?? false;
    if (kind === 'store' || kind === 'empty' || (kind === 'unreadable' && isCube)) return;
    throw new RemanenceError('storage', `${target} is not a Remanence store; nothing was restored.`, {
      hint: 'A cube of this backup belongs there. Move the file away and try again.',
    });
  }
}

function registeredIn(store: string): CubeFile[] | null {
  if (!existsSync(store)) return null;
  try {
    return relatedFiles(store).files;
  } catch {
    return null;
  }
}
