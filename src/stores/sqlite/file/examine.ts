// Finds problems with a store, as far as its file is readable.
import { existsSync } from 'node:fs';
import { messageOf } from '../../../errors.ts';
import { entryIfReadable, problemOfBin } from '../../rows/bin.ts';
import { isReadablePast } from '../../rows/memory.ts';
import { type Connection, reading } from '../backup/copies.ts';
import { defineDigest, IS_FALSIFIED } from '../memories/digest.ts';

/** The most problems listed. */
const MAX_PROBLEMS = 100;

/** Describes problems; empty if there are none. Changes nothing, and never throws because of damage. */
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
  // On a new connection: FTS5 checks against what a connection has cached, and takes others' deletes for corruption.
  look(() =>
    reading(file, (database) => {
      const all = (sql: string) => database.prepare(sql).all();
      look(() => all(`PRAGMA integrity_check(${MAX_PROBLEMS})`).map((row) => String(row.integrity_check)));
      look(() => falsified(database).map((id) => `the memory ${id} was altered on disk`));
      look(() => damagedRows(database));
      look(() => all('PRAGMA foreign_key_check').map((row) => `a row of ${row.table} refers to a missing row`));
      return [];
    }),
  );
  return [...new Set(problems)].filter((line) => line !== 'ok').slice(0, MAX_PROBLEMS);
}

/** Entries of the bin and changes of memories whose JSON cannot be read. */
function damagedRows(database: Connection): string[] {
  // Stores of older versions have neither table.
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'deleted_memories'").get()) return [];
  const found: string[] = [];
  for (const row of database.prepare('SELECT id, memory FROM deleted_memories').iterate()) {
    if (entryIfReadable(row) === null) found.push(problemOfBin(String(row.id)));
    if (found.length >= MAX_PROBLEMS) return found;
  }
  const changes = 'SELECT m.id, c.changed_at, c.before FROM memory_changes c JOIN memories m ON m.row = c.memory_row';
  for (const row of database.prepare(changes).iterate()) {
    if (!isReadablePast(row)) found.push(`a change in the history of the memory ${String(row.id)} is damaged`);
    if (found.length >= MAX_PROBLEMS) return found;
  }
  return found;
}

/** The ids of memories whose text or times differ from what was stored. */
export function falsified(database: Connection): string[] {
  const columns = database.prepare("SELECT 1 FROM pragma_table_info('memories') WHERE name = 'digest'");
  // Stores of older versions have no digests.
  if (!columns.get()) return [];
  defineDigest(database);
  const rows = database.prepare(`SELECT id FROM memories WHERE ${IS_FALSIFIED} LIMIT ${MAX_PROBLEMS}`).all();
  return rows.map(({ id }) => String(id));
}
