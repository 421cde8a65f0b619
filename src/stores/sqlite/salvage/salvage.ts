// Copies what is readable in a damaged store into a new one. Data derived from memories (words, vectors, mentions) is
// copied only if complete; the engine recomputes the rest.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { storeFiles } from '../../../data-folder.ts';
import { RemanenceError } from '../../../errors.ts';
import { entryIfReadable } from '../../rows/bin.ts';
import { isReadablePast } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import type { Connection } from '../backup/copies.ts';
import { Database } from '../file/database.ts';
import { isDiskFull } from '../file/storage-error.ts';
import { isFalsified } from '../memories/digest.ts';
import { TraceEdges } from '../memories/trace-edges.ts';
import { COUNT_PASSAGES, NAME_SPACES } from '../migrations/009-reach.ts';
import { type Gaps, openDamaged, rowsOf } from './damaged-file.ts';

interface Table {
  readonly name: string;
  /** Null for a row that is left out. */
  readonly row?: (row: Row) => Row | null;
  /** A row that is left out since its JSON cannot be read. */
  readonly isDamaged?: (row: Row) => boolean;
}

/** Ordered so that referenced tables come first. */
const TABLES: readonly Table[] = [
  { name: 'settings' },
  // Their contents are counted again.
  { name: 'scopes', row: (row) => ({ ...row, passages: 0, tokens: 0 }) },
  { name: 'users' },
  { name: 'cubes' },
  { name: 'cube_shares' },
  { name: 'tokens' },
  { name: 'memories', row: (row) => (isFalsified(row) ? null : row) },
  { name: 'memory_changes', isDamaged: (row) => !isReadablePast(row) },
  { name: 'deleted_memories', isDamaged: (row) => entryIfReadable(row) === null },
  { name: 'proposals' },
  { name: 'rejected_proposals' },
  // Their mentions are counted again.
  { name: 'entities', row: (row) => ({ ...row, mentions: 0, subjects: 0 }) },
  { name: 'relations' },
  { name: 'observations' },
  { name: 'memory_pairs' },
  // The ids that memories answer to, also those of memories merged into them; other names are read from the texts.
  { name: 'trace_names', row: (row) => (row.label === 'Memory' && row.space === '' ? row : null) },
  { name: 'trace_claims', row: (row) => (row.declared === 1 ? row : null) },
  // Code is indexed again from its folder.
  {
    name: 'projects',
    row: (row) => (row.generation === -1 ? null : { ...row, generation: 0, indexed_at: null, chunks: 0, tokens: 0 }),
  },
  { name: 'chat_sessions' },
  { name: 'chat_messages' },
  { name: 'audit' },
  { name: 'recalls' },
];

interface SavedRows {
  readonly name: string;
  readonly saved: number;
  /** Unreadable stretches of the table; how many rows they held is unknown. */
  readonly gaps: number;
  /** Readable rows that do not fit this table. */
  readonly left: number;
  /** Rows left out since their JSON cannot be read. */
  readonly damaged: number;
}

export interface Salvage {
  readonly tables: readonly SavedRows[];
  /** The ids of unreadable memories, as far as an index still holds them. */
  readonly lost: readonly string[];
  /** Readable memories that differ from what was stored. */
  readonly falsified: readonly string[];
}

/** Writes what is readable in a file into a new store; `workshop` is a folder for temporary files. */
export function salvageFile(file: string, target: string, workshop: string): Salvage {
  const copy = join(workshop, 'damaged.db');
  const source = openDamaged(file, copy);
  const fresh = new Database(target);
  try {
    fresh.run('PRAGMA foreign_keys = OFF');
    const falsified: string[] = [];
    const tables = TABLES.map((table) =>
      saveTable(source, fresh, {
        ...table,
        row: (row) => {
          if (table.name === 'memories' && isFalsified(row)) falsified.push(String(row.id));
          return table.row ? table.row(row) : row;
        },
      }),
    );
    if (tables.every(({ gaps }) => gaps > 0)) throw unreadable(file);
    savePassages(source, fresh);
    dropDangling(fresh);
    for (const sql of [...NAME_SPACES, COUNT_PASSAGES]) fresh.run(sql);
    nameRelated(fresh);
    new TraceEdges(fresh).make();
    const saved = new Set(fresh.all('SELECT id FROM memories').map(({ id }) => String(id)));
    const lost = idsOf(source).filter((id) => !saved.has(id) && !falsified.includes(id));
    return { tables: tables.map((each) => recounted(fresh, each)), lost, falsified };
  } finally {
    fresh.close();
    source.close();
    for (const each of storeFiles(copy)) rmSync(each, { force: true });
  }
}

const unreadable = (file: string): RemanenceError =>
  new RemanenceError('storage', `No table of ${file} is readable: its schema, which says where they are, is damaged.`, {
    hint: 'Restore a backup: `remanence doctor` names the newest one. Keep the file: the texts of the memories may still be in it.',
  });

function saveTable(
  source: Connection,
  fresh: Database,
  { name, row: take = (row) => row, isDamaged = () => false }: Table,
): SavedRows {
  const gaps: Gaps = { count: 0 };
  const known = new Set(
    fresh.all(`SELECT name FROM pragma_table_info('${name}')`).map((column) => String(column.name)),
  );
  let [left, damaged] = [0, 0];
  fresh.run('BEGIN');
  try {
    for (const read of rowsOf(source, name, gaps)) {
      const row = take(read);
      if (row && isDamaged(row)) damaged++;
      else if (row && !insert(fresh, name, row, known)) left++;
    }
  } catch (error) {
    if (isDiskFull(error)) throw error;
    // The schema no longer has this table.
    gaps.count++;
  } finally {
    fresh.run('COMMIT');
  }
  return { name, saved: 0, gaps: gaps.count, left, damaged };
}

/** Returns false if the row does not fit this table: a broken page may look like anything. */
function insert(fresh: Database, table: string, row: Row, known: ReadonlySet<string>): boolean {
  const columns = Object.keys(row).filter((column) => known.has(column));
  const values = columns.map((column) => row[column]).map(asValue);
  const sql = `INSERT OR REPLACE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  try {
    fresh.run(sql, ...values);
    return true;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return false;
  }
}

function asValue(value: unknown): string | number | bigint | null | Uint8Array {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Uint8Array ? value : null;
}

/** Copies words and vectors only if all are readable, since a memory that lacks a passage would look complete. */
function savePassages(source: Connection, fresh: Database): void {
  const gaps: Gaps = { count: 0 };
  fresh.run('BEGIN');
  try {
    const terms = new Map([...rowsOf(source, 'passage_text_content', gaps)].map((row) => [row.id, row.c0]));
    for (const row of rowsOf(source, 'passages', gaps)) {
      const text = terms.get(row.id);
      if (typeof text !== 'string') gaps.count++;
      if (gaps.count > 0) break;
      const values = [row.id, row.memory_row, row.position, row.vector].map(asValue);
      fresh.run('INSERT INTO passages (id, memory_row, position, vector) VALUES (?, ?, ?, ?)', ...values);
      fresh.run('INSERT INTO passage_text (rowid, terms) VALUES (?, ?)', asValue(row.id), asValue(text));
    }
  } catch {
    gaps.count++;
  }
  fresh.run(gaps.count > 0 ? 'ROLLBACK' : 'COMMIT');
}

/** Deletes rows that refer to lost ones. A memory without its scope could belong to anybody, so it is left out. */
function dropDangling(fresh: Database): void {
  fresh.run("UPDATE cubes SET owner = 'local' WHERE owner NOT IN (SELECT id FROM users)");
  const without = (table: string, column: string, parent: string, key: string) =>
    fresh.run(`DELETE FROM ${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT ${key} FROM ${parent})`);
  for (const table of ['memories', 'entities', 'projects', 'deleted_memories', 'proposals', 'rejected_proposals'])
    without(table, 'scope_id', 'scopes', 'id');
  for (const table of ['memory_changes', 'relations', 'observations', 'memory_pairs', 'trace_names'])
    without(table, 'memory_row', 'memories', 'row');
  without('memory_pairs', 'other_row', 'memories', 'row');
  without('passage_text', 'rowid', 'passages', 'id');
  fresh.run(
    'DELETE FROM passage_text WHERE rowid IN (SELECT id FROM passages WHERE memory_row NOT IN (SELECT row FROM memories))',
  );
  without('passages', 'memory_row', 'memories', 'row');
  without('trace_claims', 'owner_row', 'memories', 'row');
  for (const column of ['from_row', 'to_row']) without('relations', column, 'entities', 'row');
  without('observations', 'entity_row', 'entities', 'row');
  for (const column of ['cube', 'user']) without('cube_shares', column, `${column}s`, 'id');
  without('tokens', 'user', 'users', 'id');
  fresh.run(
    `DELETE FROM chat_messages WHERE NOT EXISTS (SELECT 1 FROM chat_sessions s WHERE s.who = chat_messages.who
       AND s.user = chat_messages.user AND s.project = chat_messages.project AND s.id = session)`,
  );
}

/** Makes memories with hand-made relations answer to their ids. */
function nameRelated(fresh: Database): void {
  fresh.run(
    `INSERT OR IGNORE INTO trace_names (memory_row, label, key, space)
     SELECT m.row, 'Memory', m.id, '' FROM trace_claims c JOIN memories m ON m.id IN (c.from_key, c.to_key) WHERE c.declared = 1`,
  );
}

/** Counts as saved only what is in the new store in the end. */
const recounted = (fresh: Database, { name, ...rest }: SavedRows): SavedRows => ({
  ...rest,
  name,
  saved: Number(fresh.get(`SELECT count(*) AS n FROM "${name}"`)?.n),
});

/** Read from the index of ids, which may be intact when the table is not. */
function idsOf(source: Connection): string[] {
  const ids: string[] = [];
  try {
    const all = source.prepare('SELECT id FROM memories INDEXED BY sqlite_autoindex_memories_1').iterate();
    for (const { id } of all) if (typeof id === 'string') ids.push(id);
  } catch {
    // Keep those read so far.
  }
  return ids;
}
