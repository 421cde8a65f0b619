import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Folders, storeFiles } from '../../data-folder.ts';
import { syncFolder } from '../../durable.ts';
import type { Keeper } from '../../engine/maintenance/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';
import type { Home } from '../home.ts';
import type { BackedUp } from '../sqlite/backup/backup.ts';
import { secretCopies } from '../sqlite/backup/held-copies.ts';
import type { Restored } from '../sqlite/backup/restore.ts';
import { type Opening, withoutPassword } from './server/opening.ts';

const NO_WALLS =
  'The serving role is a superuser or has BYPASSRLS, so row-level security does not apply to it. Use a role with neither.';

const noTenant = (name: string): string =>
  `The database has no tenant ${name}. Check --database and --tenant; \`remanence serve\` or \`mcp\` creates the tenant when it starts.`;

/** A tenant of a database. The driver is loaded on first use. */
export class PostgresHome implements Home {
  readonly address: string;
  readonly files: readonly string[] = [];
  readonly backups: Home['backups'] = { folder: '', list: () => [], newest: () => null };
  readonly keeper: Keeper = NO_KEEPER;
  readonly #opening: Opening;
  readonly #folders: Folders;

  constructor(opening: Opening, folders: Folders) {
    this.#opening = opening;
    this.#folders = folders;
    this.address = withoutPassword(opening.address);
  }

  /** Throws if the server cannot be reached. */
  async exists(): Promise<boolean> {
    const { hasTenant } = await import('./store.ts');
    return hasTenant(this.#opening);
  }

  async open(): Promise<Store> {
    const { openPostgresStore } = await import('./store.ts');
    return openPostgresStore(this.#opening);
  }

  async examine(): Promise<string[]> {
    try {
      // Opening it would create it.
      if (!(await this.exists())) return [noTenant(this.#opening.tenant)];
      const { openPostgresStore, seesPastWalls } = await import('./store.ts');
      const store = await openPostgresStore({ ...this.#opening, migrates: false });
      try {
        return [...(await store.check()), ...((await seesPastWalls(this.#opening)) ? [NO_WALLS] : [])];
      } finally {
        await store.close();
      }
    } catch (error) {
      const hint = error instanceof RemanenceError && error.hint !== undefined ? ` ${error.hint}` : '';
      return [`${messageOf(error)}${hint}`];
    }
  }

  /** Copies the tenant into a file that any Remanence can open. */
  async backUp(target: string): Promise<BackedUp> {
    if (existsSync(target)) throw invalid(`${target} already exists.`, 'Name another file, or move it away.');
    const { copyBetween } = await import('../copying/between.ts');
    const part = `${target}.${randomUUID()}.part`;
    try {
      await copyBetween({ database: this.#opening }, { file: part });
      renameSync(part, target);
      syncFolder(dirname(target));
    } finally {
      for (const path of storeFiles(part)) rmSync(path, { force: true });
    }
    return { bytes: statSync(target).size, cubes: [], left: [] };
  }

  /** Only into an empty tenant: servers may be writing to any other. */
  async restore(source: string): Promise<Restored> {
    const { copyBetween } = await import('../copying/between.ts');
    await copyBetween({ file: source }, { database: this.#opening });
    return { kept: null, cubes: [], damaged: [], left: [] };
  }

  salvage(): Promise<never> {
    return Promise.reject(
      new RemanenceError('invalid', 'A PostgreSQL database cannot be salvaged by this command.', {
        hint: "Restore it with PostgreSQL's own tools, or restore a copy made by `remanence backup` into another tenant.",
      }),
    );
  }

  secretCopies(cubes: readonly string[], signal: AbortSignal): ReturnType<Home['secretCopies']> {
    return secretCopies(this.#folders, cubes, signal);
  }
}

/** Backups of a database are left to its owner. */
const NO_KEEPER: Keeper = {
  isBackupDue: async () => false,
  backUp: async () => {},
  list: async () => [],
  make: () =>
    Promise.reject(
      new RemanenceError('invalid', 'A server on a database makes no backups.', {
        hint: "Run `remanence backup FILE`, or use PostgreSQL's own tools.",
      }),
    ),
  finishRestore: async () => {},
};
