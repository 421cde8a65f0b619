// Every string of a file, read from its own schema: a table that a later version adds is read by itself.
import { z } from 'zod';
import type { StoredString } from '../../engine/maintenance/ports.ts';

/** What a connection must be able to do, be it to the store or to a copy of it. */
export interface Readable {
  all(sql: string, ...values: (string | number)[]): Record<string, unknown>[];
}

export interface TableShape {
  readonly name: string;
  /** The columns that tell its rows apart. */
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly hasId: boolean;
}

const PAGE = 500;

/** Columns that hold JSON, and columns that rows of other tables refer to. */
const JSON_COLUMNS = new Set([
  'memories.tags',
  'memories.metadata',
  'memory_changes.before',
  'deleted_memories.memory',
  'chunks.defines',
  'projects.include',
  'projects.exclude',
]);
const NAME_COLUMNS =
  /^(?:scopes\.\w+|users\.id|cubes\.(?:id|owner|path|project)|cube_shares\.\w+|tokens\.user|chat_sessions\.\w+|chat_messages\.(?:who|user|project|session)|projects\.(?:name|root)|files\.(?:path|name)|code_links\.path)$/;
const CODE_TABLES = new Set(['chunks', 'symbols', 'code_references']);
const PROSE_LANGUAGES = new Set(['text', 'markdown', '']);

const Column = z.object({ name: z.string(), type: z.string(), pk: z.number() });

export function tablesOf(database: Readable): TableShape[] {
  const tables = database.all(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  return tables.flatMap(({ name, wr }) => {
    const columns = z
      .array(Column)
      .parse(database.all('SELECT name, type, pk FROM pragma_table_info(?)', String(name)));
    const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const texts = columns.filter(({ type }) => type === 'TEXT').map((column) => column.name);
    if (texts.length === 0) return [];
    const keys = Number(wr) === 1 ? primary.map((column) => column.name) : ['rowid'];
    return [{ name: String(name), keys, texts, hasId: columns.some((column) => column.name === 'id') }];
  });
}

const quoted = (name: string): string => `"${name}"`;

/** A page of the rows of a table behind the one with that key. */
export function* stringPages(database: Readable): Generator<{ rows: number; strings: StoredString[] }> {
  for (const table of tablesOf(database)) {
    let after: (string | number)[] | null = null;
    for (;;) {
      const rows = page(database, table, after);
      const last = rows.at(-1);
      if (!last) break;
      yield { rows: rows.length, strings: rows.flatMap((row) => stringsOf(table, row)) };
      after = keyOf(last);
    }
  }
}

function page(database: Readable, { name, keys, texts, hasId }: TableShape, after: (string | number)[] | null) {
  const key = keys.map((column) => `t.${quoted(column)}`).join(', ');
  const columns = [
    `json_array(${key}) AS _key`,
    hasId ? 't.id AS _id' : 'NULL AS _id',
    CODE_TABLES.has(name) ? '(SELECT language FROM files f WHERE f.id = t.file_id) AS _language' : 'NULL AS _language',
    ...texts.map((column) => `t.${quoted(column)}`),
  ];
  const behind = after ? `WHERE (${key}) > (${keys.map(() => '?').join(', ')})` : '';
  const sql = `SELECT ${columns.join(', ')} FROM ${quoted(name)} t ${behind} ORDER BY ${key} LIMIT ${PAGE}`;
  return database.all(sql, ...(after ?? []));
}

const Key = z.array(z.union([z.string(), z.number()]));

export const readKey = (key: string): (string | number)[] =>
  key.startsWith('[') ? Key.parse(JSON.parse(key)) : [Number(key)];

const keyOf = (row: Record<string, unknown>): (string | number)[] => Key.parse(JSON.parse(String(row._key)));

function stringsOf({ name: table, texts }: TableShape, row: Record<string, unknown>): StoredString[] {
  const key = keyOf(row);
  return texts.flatMap((column): StoredString[] => {
    const text = row[column];
    if (typeof text !== 'string' || text === '') return [];
    const form = formOf(table, column, row._language);
    const spelled = key.length === 1 && typeof key[0] === 'number' ? String(key[0]) : JSON.stringify(key);
    return [{ table, column, key: spelled, id: String(row._id ?? key.join(' ')), text, form }];
  });
}

function formOf(table: string, column: string, language: unknown): StoredString['form'] {
  const name = `${table}.${column}`;
  if (JSON_COLUMNS.has(name)) return 'json';
  if (NAME_COLUMNS.test(name)) return 'name';
  return CODE_TABLES.has(table) && !PROSE_LANGUAGES.has(String(language ?? '')) ? 'code' : 'text';
}
