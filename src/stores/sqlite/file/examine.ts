// What is wrong with a store, as far as its file can be read.
import { existsSync } from 'node:fs';
import { messageOf } from '../../../errors.ts';
import { type Connection, reading } from '../backup/copies.ts';
import { defineDigest, IS_FALSIFIED } from '../memories/digest.ts';

/** More of the same says nothing new. */
const MOST = 100;

/** In words; empty when all is well. Changes nothing, and fails for no damage. */
export function examine(file: string): string[] {
  if (!existsSync(file)) return [`${file} does not exist`];
  const problems: string[] = [];
  const look = (read: () => string[]) => {
    try {
      problems.push(...read());
    } catch (error) {
      problems.push(messageOf(error));
    }
  };
  // On a connection of its own: FTS5 checks an index by what an older one remembers of it, and calls others' deletes corruption.
  look(() =>
    reading(file, (database) => {
      const all = (sql: string) => database.prepare(sql).all();
      look(() => all(`PRAGMA integrity_check(${MOST})`).map((row) => String(row.integrity_check)));
      look(() => falsified(database).map((id) => `the memory ${id} was altered on disk`));
      look(() => all('PRAGMA foreign_key_check').map((row) => `a row of ${row.table} refers to a missing row`));
      return [];
    }),
  );
  return [...new Set(problems)].filter((line) => line !== 'ok').slice(0, MOST);
}

/** The ids of memories whose text or times are not what was stored. */
export function falsified(database: Connection): string[] {
  const columns = database.prepare("SELECT 1 FROM pragma_table_info('memories') WHERE name = 'digest'");
  // A store of an older version has none.
  if (!columns.get()) return [];
  defineDigest(database);
  const rows = database.prepare(`SELECT id FROM memories WHERE ${IS_FALSIFIED} LIMIT ${MOST}`).all();
  return rows.map(({ id }) => String(id));
}
