// A home is the location of a store: it checks, opens, examines, backs up and restores it.
import type { Keeper } from '../engine/maintenance/ports.ts';
import type { Store } from '../engine/ports.ts';
import type { BackedUp } from './sqlite/backup/backup.ts';
import type { Backup } from './sqlite/backup/backups.ts';
import type { HeldCopy } from './sqlite/backup/held-copies.ts';
import type { Restored } from './sqlite/backup/restore.ts';
import type { Salvaged } from './sqlite/salvage/salvage-store.ts';

export interface Home {
  /** For display: a file, or the address of a server without its password. */
  readonly address: string;
  exists(): Promise<boolean>;
  /** Creates a missing store, unless backups show that it was lost. `tends` also clears what killed processes left. */
  open(options: { readonly tends: boolean }): Promise<Store>;
  /** Describes its problems, however damaged it is, and creates nothing; a file that does not exist yet has none. */
  examine(): Promise<string[]>;
  /** Copies it into a file while servers run. */
  backUp(target: string): Promise<BackedUp>;
  /** Replaces it with a backup while servers run. */
  restore(source: string): Promise<Restored>;
  /** Saves what is readable, in place or in another folder; `derive` makes what follows from the memories. */
  salvage(folder: string | undefined, derive: (file: string) => Promise<void>): Promise<Salvaged>;
  /** Copies of it and files beside it that hold a secret; `cubes` are the files of cubes. */
  secretCopies(cubes: readonly string[], signal: AbortSignal): Promise<HeldCopy[]>;
  /** The folder of daily backups, the backups there (newest first), and the newest intact one. */
  readonly backups: { readonly folder: string; list(): Backup[]; newest(): Backup | null };
  readonly keeper: Keeper;
  /** Files that nothing else may write. */
  readonly files: readonly string[];
}
