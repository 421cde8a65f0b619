// Files beside a store that may still hold what was removed from it: copies, exports, unfinished files.
import type { Forgotten } from '../memories/quotes.ts';
import type { Written } from './transfer/files.ts';

export interface SideFiles {
  /** Writes a copy of what is about to be removed, readable by its owner only: complete, or an error and no file. */
  keep(at: number, lines: AsyncIterable<string>): Promise<Written>;
  /** Deletes copies made before that moment. */
  expire(before: number): Promise<void>;
  /** Deletes exports and leftovers, and unless copies are kept, also backups and copies of removed memories. */
  clear(left: { readonly copies: boolean }): Promise<void>;
  /** Erases memories from every file in the data folder and beside the store they were in. */
  forget(memories: readonly Forgotten[], store: string): Promise<void>;
}
