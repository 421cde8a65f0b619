// Where data lies. Whoever asks whether it is there, opens it, looks at it, copies it or brings it back asks its home.
import type { Keeper } from '../engine/maintenance/ports.ts';
import type { Store } from '../engine/ports.ts';
import type { BackedUp } from './sqlite/backup/backup.ts';
import type { Backup } from './sqlite/backup/backups.ts';
import type { HeldCopy } from './sqlite/backup/held-copies.ts';
import type { Restored } from './sqlite/backup/restore.ts';
import type { Salvaged } from './sqlite/salvage/salvage-store.ts';

export interface Home {
  /** What people know it by: a file, or the address of a server without its password. */
  readonly address: string;
  exists(): Promise<boolean>;
  /** Makes one where there is none, unless backups tell that it was lost. Who tends it clears away what killed processes left. */
  open(options: { readonly tends: boolean }): Promise<Store>;
  /** What is wrong with it, in words, however damaged it is; nothing where it does not exist. */
  examine(): Promise<string[]>;
  /** Copies it into a file while servers run. */
  backUp(target: string): Promise<BackedUp>;
  /** Puts a backup in its place while servers run. */
  restore(source: string): Promise<Restored>;
  /** Saves what can be read of a damaged one, in its place or in another folder; `derive` makes what follows from the memories. */
  salvage(folder: string | undefined, derive: (file: string) => Promise<void>): Promise<Salvaged>;
  /** Copies of it, and files beside it, that hold a secret; `cubes` are the files of cubes. */
  secretCopies(cubes: readonly string[], signal: AbortSignal): Promise<HeldCopy[]>;
  /** Where daily backups go, those that are there, newest first, and the newest that is whole. */
  readonly backups: { readonly folder: string; list(): Backup[]; newest(): Backup | null };
  readonly keeper: Keeper;
  /** Files that nobody else may write. */
  readonly files: readonly string[];
}
