// Copies of live files, and what a copy tells of the files that belong to it.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';
import { groupBy } from '../../../engine/group.ts';
import { invalid, messageOf, RemanenceError } from '../../../errors.ts';
import { Database } from '../file/database.ts';
import { vacuumInto } from '../file/vacuum-into.ts';
import { migrations } from '../migrations/index.ts';

/** The file of one or more cubes. */
export interface CubeFile {
  readonly cubes: readonly string[];
  readonly path: string;
}

const Registered = z.object({ id: z.string(), path: z.string() });
const ORIGIN = 'backed_up_from';

/** Copies a store as it is at one moment, and makes sure that the copy can be read. */
export function copyStore(file: string, target: string): void {
  if (!existsSync(file)) throw invalid(`There is no store at ${file}.`, 'Pass the --data-dir that holds it.');
  const database = new Database(file);
  try {
    vacuumInto((sql, path) => database.run(sql, path), target);
    inspect(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  } finally {
    database.close();
  }
}

export const refusal = (path: string, why: string): RemanenceError =>
  invalid(`${path} cannot be restored: ${why}.`, 'Name a file that was written by a backup.');

/** Fails unless the file is a whole store that this version can read. */
export function inspect(path: string): void {
  const refuse = (why: string) => refusal(path, why);
  if (!existsSync(path) || !statSync(path).isFile()) throw refuse('there is no such file');
  try {
    reading(path, (database) => {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      const tables = database.prepare(
        "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('memories', 'passages', 'settings')",
      );
      if (version < 1 || Number(tables.get()?.n) < 3) throw refuse('it is no store of Remanence');
      if (version > migrations.length) throw refuse(`it was written by a newer Remanence (schema ${version})`);
      const [first] = database.prepare('PRAGMA integrity_check(1)').all();
      if (first?.integrity_check !== 'ok') throw refuse(`it is damaged (${String(first?.integrity_check)})`);
    });
  } catch (error) {
    throw error instanceof RemanenceError ? error : refuse(messageOf(error));
  }
}

/** The files of cubes that a copy knows of, and the store that it is a copy of, where that was written down. */
export function belongings(copy: string): { readonly files: CubeFile[]; readonly origin: string | null } {
  return reading(copy, (database) => {
    // Copies of older versions have no cubes.
    const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cubes'").get();
    const rows = known ? database.prepare('SELECT id, path FROM cubes WHERE path IS NOT NULL ORDER BY id').all() : [];
    const byPath = groupBy(z.array(Registered).parse(rows), ({ path }) => path);
    const origin = database.prepare('SELECT value FROM settings WHERE key = ?').get(ORIGIN)?.value;
    return {
      files: [...byPath].map(([path, cubes]) => ({ path, cubes: cubes.map(({ id }) => id) })),
      origin: z
        .string()
        .nullable()
        .parse(origin ?? null),
    };
  });
}

/** A path by which the same file is known again, whichever links lead to it. */
export function placeOf(file: string): string {
  const folder = dirname(resolve(file));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(file));
}

/** What would lead a file name into another folder, or to another file. */
const UNSAFE = /[/\\:\p{Cc}]/u;

export const isSafeName = (cube: string): boolean => !UNSAFE.test(cube);

/** By the name of its cube; two names may differ in nothing that a disk sees, so part of where it was goes with it. */
export const copyOf = ({ cubes: [cube = 'cube'], path }: CubeFile, folder: string): string =>
  join(folder, `${cube.split(UNSAFE).join('_')}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}.db`);

export const writeOrigin = (copy: string, origin: string): void =>
  using(new DatabaseSync(copy), (database) => {
    database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(ORIGIN, origin);
  });

/** A copy that takes the place of a store is a copy no longer. */
export const forgetOrigin = (database: Database): void => {
  database.run('DELETE FROM settings WHERE key = ?', ORIGIN);
};

export type Connection = InstanceType<typeof DatabaseSync>;

export const reading = <T>(path: string, work: (database: Connection) => T): T =>
  using(new DatabaseSync(path, { readOnly: true }), (database) => {
    // The file may be anybody's: what its schema calls must be harmless.
    database.exec('PRAGMA trusted_schema = OFF');
    return work(database);
  });

function using<T>(database: Connection, work: (database: Connection) => T): T {
  try {
    return work(database);
  } finally {
    database.close();
  }
}
