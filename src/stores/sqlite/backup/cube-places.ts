// Where a restore puts the files of cubes. A backup may come from anybody, so the paths in it count only where the
// store that is restored confirms them; every other cube goes into the data folder.
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { CUBES, isReserved, isStoreCopy } from '../../../data-folder.ts';
import { RemanenceError } from '../../../errors.ts';
import { kindOf } from '../file/store-file.ts';
import { belongings, type CubeFile, copyOf, placeOf } from './copies.ts';

export class CubePlaces {
  readonly #store: string;
  readonly #folder: string;
  readonly #isOurs: boolean;
  /** Null when the store is missing or cannot be read. */
  readonly #live: readonly CubeFile[] | null;
  readonly #trusted: readonly CubeFile[];

  constructor(store: string, source: string) {
    this.#store = placeOf(store);
    this.#folder = dirname(this.#store);
    const { files, origin } = belongings(source);
    this.#isOurs = origin === this.#store;
    this.#live = registeredIn(store);
    // What an earlier restore or an upgrade kept beside the store was the store itself.
    const wasLive = dirname(placeOf(source)) === this.#folder && isStoreCopy(basename(source));
    this.#trusted = [...(this.#live ?? []), ...(wasLive ? files : [])];
  }

  /** Where a cube keeps its memories after the restore. `hasCopy`: its file is written as well. */
  of(each: CubeFile, hasCopy: boolean): string {
    // A file that another data folder may still use is not written to.
    const stays = hasCopy ? this.#isOurs && this.#confirms(each) : this.#confirms(each);
    const target = stays ? each.path : copyOf(each, join(this.#folder, CUBES));
    if (hasCopy) this.#check(target);
    return target;
  }

  #confirms(each: CubeFile): boolean {
    const known = this.#trusted.find(({ path }) => path === each.path);
    if (known) return each.cubes.every((id) => known.cubes.includes(id));
    if (this.#live !== null || !this.#isOurs || placeOf(each.path) === this.#store) return false;
    if (!existsSync(each.path)) return this.#hasRoomFor(each.path);
    // Without a store, nothing speaks for a file that is there; a damaged one may well have had this cube.
    return existsSync(this.#store) && kindOf(each.path) === 'store';
  }

  /** Inside the data folder, and not where something else belongs. */
  #hasRoomFor(path: string): boolean {
    const below = relative(this.#folder, placeOf(path));
    const [first = ''] = below.split(sep);
    return !isAbsolute(below) && first !== '..' && !isReserved(first) && below.endsWith('.db');
  }

  /** Fails for a file that is no store. What the live store calls a cube may be damaged: mending it is what a restore is for. */
  #check(target: string): void {
    if (!existsSync(target)) return;
    const kind = kindOf(target);
    const isCube = this.#live?.some(({ path }) => path === target) ?? false;
    if (kind === 'store' || kind === 'empty' || (kind === 'unreadable' && isCube)) return;
    throw new RemanenceError('storage', `${target} is no store of Remanence; nothing was restored.`, {
      hint: 'A cube of this backup belongs there. Move the file away and try again.',
    });
  }
}

function registeredIn(store: string): CubeFile[] | null {
  if (!existsSync(store)) return null;
  try {
    return belongings(store).files;
  } catch {
    return null;
  }
}
