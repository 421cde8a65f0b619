import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, type Folders, storeFiles } from '../../data-folder.ts';
import type { Keeper } from '../../engine/maintenance/ports.ts';
import type { Store } from '../../engine/ports.ts';
import type { Home } from '../home.ts';
import { type BackedUp, backUpStore } from './backup/backup.ts';
import { checkNotLost, listBackups, newestBackup } from './backup/backups.ts';
import { type HeldCopy, secretCopies } from './backup/held-copies.ts';
import { type KeeperOptions, StoreKeeper } from './backup/keeper.ts';
import { sweepDataFolder } from './backup/leftovers.ts';
import { finishRestore, type Restored, restoreStore } from './backup/restore.ts';
import { examine } from './file/examine.ts';
import { type Salvaged, salvageStore } from './salvage/salvage-store.ts';
import { openSqliteStore } from './store.ts';

interface HomeOptions extends Pick<KeeperOptions, 'backups' | 'script'> {
  readonly folders: Folders;
}

/** A file in a folder with its backups. */
export class SqliteHome implements Home {
  readonly address: string;
  readonly backups: Home['backups'];
  readonly keeper: Keeper;
  readonly files: readonly string[];
  readonly #folders: Folders;

  constructor({ folders, backups, script }: HomeOptions) {
    const { database: file, backups: folder } = folders;
    this.#folders = folders;
    this.address = file;
    this.files = storeFiles(file);
    this.keeper = new StoreKeeper({ file, folder, backups, script });
    this.backups = { folder, list: () => listBackups(folder), newest: () => newestBackup(folder) };
  }

  async exists(): Promise<boolean> {
    return existsSync(this.address);
  }

  async open({ tends }: { readonly tends: boolean }): Promise<Store> {
    await finishRestore(this.address, Date.now());
    checkNotLost(this.address, this.backups.folder);
    if (tends) sweepDataFolder(this.#folders, Date.now());
    return openSqliteStore(this.address);
  }

  async examine(): Promise<string[]> {
    return existsSync(this.address) ? examine(this.address) : [];
  }

  async backUp(target: string): Promise<BackedUp> {
    await finishRestore(this.address, Date.now());
    return backUpStore(this.address, target);
  }

  restore(source: string): Promise<Restored> {
    return restoreStore(this.address, source, Date.now());
  }

  salvage(folder: string | undefined, derive: (file: string) => Promise<void>): Promise<Salvaged> {
    const target = folder === undefined ? this.address : join(folder, DATABASE);
    return salvageStore(this.address, target, Date.now(), derive);
  }

  secretCopies(cubes: readonly string[], signal: AbortSignal): Promise<HeldCopy[]> {
    return secretCopies(this.#folders, cubes, signal);
  }
}
