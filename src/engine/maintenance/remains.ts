// What lies beside a store and may still hold what was removed from it: copies, exports, files that nobody finished.
import type { Written } from './transfer/files.ts';

export interface Forgotten {
  readonly id: string;
  readonly text: string;
}

export interface Remains {
  /** A copy of what is about to be removed, for the owner of the data folder alone: all of it, or none and an error. */
  keep(at: number, lines: AsyncIterable<string>): Promise<Written>;
  /** Deletes the copies that were made before. */
  expire(before: number): Promise<void>;
  /** Deletes exports and leftovers; where nothing is to be kept, copies of what was removed and backups, too. */
  clear(left: { readonly copies: boolean }): Promise<void>;
  /** Takes one memory out of everything that lies in the data folder or beside the store it was in. */
  forget(memory: Forgotten, store: string): Promise<void>;
}
