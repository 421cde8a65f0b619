// Copies of live files, and which other files belong to a copy.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod';
import { groupBy } from '../../../engine/group.ts';
import { invalid, messageOf, RemanenceError } from '../../../errors.ts';
import { Database } from '../file/database.ts';
import { addressOf } from '../file/opening.ts';
import { vacuumInto } from '../file/vacuum-into.ts';
import { migrations } from '../migrations/index.ts';

/** The file of one or more cubes. */
export interface CubeFile {
  readonly cubes: readonly string[];
  readonly path: string;
}

const Registered = z.object({ id: z.string(), path: z.string() });
const ORIGIN = 'backed_up_from';

/** Copies a store as of one moment, and checks that the copy is readable. */
export function copyStore(file: string, target: string): void {
  if (!existsSync(file)) throw invalid(`The store ${file} does not exist.`, 'Pass the --data-dir that holds it.');
  const database = new Database(file);
  try {
    vacuumInto((sql, ...values) => database.run(sql, ...values), target);
    inspect(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  } finally {
    database.close();
  }
}

export const refusal = (path: string, why: string): RemanenceError =>
  invalid(`${path} cannot be restored: ${why}.`, 'Name a file written by `remanence backup`.');

/** Throws unless the file is an intact store that this version can read. */
export function inspect(path: string): void {
  const refuse = (why: string) => refusal(path, why);
  if (!existsSync(path) || !statSync(path).isFile()) throw refuse('the file does not exist');
  try {
    reading(path, (database) => {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      const tables = database.prepare(
        "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('memories', 'passages', 'settings')",
      );
      if (version < 1 || Number(tables.get()?.n) < 3) throw refuse('it is not a Remanence store');
      if (version > migrations.length) throw refuse(`it was written by a newer Remanence (schema ${version})`);
      const [first] = database.prepare('PRAGMA integrity_check(1)').all();
      if (first?.integrity_check !== 'ok') throw refuse(`it is damaged (${String(first?.integrity_check)})`);
    });
  } catch (error) {
    throw error instanceof RemanenceError ? error : refuse(messageOf(error));
  }
}

/** The cube files that a copy refers to, and the store it was copied from, if recorded. */
export function relatedFiles(copy: string): { readonly files: CubeFile[]; readonly origin: string | null } {
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

/** The real path of a file, the same through any link. */
export function realPathOf(file: string): string {
  const folder = dirname(resolve(file));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(file));
}

/** Characters that would turn a file name into a path to another folder or file. */
const UNSAFE = /[/\\:\p{Cc}]/u;

export const isSafeName = (cube: string): boolean => !UNSAFE.test(cube);

/** Named after its cube; part of its path's hash follows, since a disk may not distinguish two names. */
export const copyPathOf = ({ cubes: [cube = 'cube'], path }: CubeFile, folder: string): string =>
  join(folder, `${cube.split(UNSAFE).join('_')}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}.db`);

export const writeOrigin = (copy: string, origin: string): void =>
  using(new DatabaseSync(copy), (database) => {
    database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(ORIGIN, origin);
  });

/** A copy that replaces a store is no longer a copy. */
export const forgetOrigin = (database: Database): void => {
  database.run('DELETE FROM settings WHERE key = ?', ORIGIN);
};

export type Connection = InstanceType<typeof DatabaseSync>;

export const reading = <T>(path: string, work: (database: Connection) => T): T =>
  using(new DatabaseSync(addressOf(path).address, { readOnly: true }), (database) => {
    // The file may come from anybody, so its schema must not call unsafe functions.
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
