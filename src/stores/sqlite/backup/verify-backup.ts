// Checks a backup before anything in it is used: it may come from anybody.

import { Database } from '../file/database.ts';
import { migrations } from '../migrations/index.ts';
import { type Connection, inspect, isSafeName, reading, refusal } from './copies.ts';

const PROGRAMS = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')";

/** Throws unless the file is an intact store whose triggers, views and cube ids can be trusted. */
export function verifyBackup(path: string): void {
  inspect(path);
  reading(path, (database) => {
    const unknown = unknownProgram(database);
    if (unknown !== undefined) throw refusal(path, `it holds a ${unknown} that Remanence did not create`);
    const unsafe = cubeIds(database).find((id) => !isSafeName(id));
    if (unsafe !== undefined) throw refusal(path, `${JSON.stringify(unsafe)} is not a valid cube id`);
  });
}

/** A trigger would run with every write, and a view could replace a table. */
function unknownProgram(database: Connection): string | undefined {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  const fresh = new Database(':memory:', { migrations: migrations.slice(0, version) });
  try {
    const known = new Set(fresh.all(PROGRAMS).map((row) => JSON.stringify(row)));
    const found = database.prepare(PROGRAMS).all();
    const unknown = found.find((row) => !known.has(JSON.stringify(row)));
    return unknown && `${String(unknown.type)} ${JSON.stringify(unknown.name)}`;
  } finally {
    fresh.close();
  }
}

function cubeIds(database: Connection): string[] {
  // Stores of older versions have no cubes.
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cubes'").get()) return [];
  return database
    .prepare('SELECT id FROM cubes')
    .all()
    .map(({ id }) => String(id));
}
