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
  'proposals.tags',
  'proposals.metadata',
  'recalls.given',
  'chunks.defines',
  'projects.include',
  'projects.exclude',
]);
const NAME_COLUMNS = new Set([
  'tokens.user',
  'cube_shares.cube',
  'cube_shares.user',
  'users.id',
  'chat_sessions.who',
  'chat_sessions.user',
  'chat_sessions.project',
  'chat_sessions.id',
  'chat_messages.who',
  'chat_messages.user',
  'chat_messages.project',
  'chat_messages.session',
  'code_links.path',
  'scopes.cube',
  'scopes.user',
  'scopes.project',
  'scopes.session',
  'projects.name',
  'projects.root',
  'cubes.id',
  'cubes.path',
  'cubes.owner',
  'cubes.project',
  'files.path',
  'files.name',
  'recalls.who',
  'recalls.user',
  'recalls.project',
  'recalls.session',
]);
/** What somebody calls the rows of a table. */
const PLACES: Readonly<Record<string, string>> = {
  memories: 'memory',
  memory_changes: 'history',
  deleted_memories: 'bin',
  proposals: 'proposal',
  recalls: 'recall',
  entities: 'entity',
  observations: 'observation',
  relations: 'relation',
  trace_names: 'link',
  trace_claims: 'link',
  chat_messages: 'chat',
  chat_sessions: 'chat',
  projects: 'code',
  files: 'code',
  chunks: 'code',
  symbols: 'code',
  code_references: 'code',
  code_links: 'code',
  cubes: 'cube',
  cube_shares: 'cube',
  users: 'user',
  tokens: 'user',
  audit: 'audit trail',
  jobs: 'job',
  scopes: 'scope',
};

/** The columns of a memory whose words are indexed, or that stand in its metadata. */
const OF_MEMORY = new Set(['content', 'label', 'tags', 'summary', 'metadata', 'invalid_reason']);
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

const RowOf = z.tuple([z.string(), Key]);

/** The table and the key of a row. */
export const readRow = (key: string): [table: string, key: (string | number)[]] => RowOf.parse(JSON.parse(key));

const keyOf = (row: Record<string, unknown>): (string | number)[] => Key.parse(JSON.parse(String(row._key)));

function stringsOf({ name: table, texts }: TableShape, row: Record<string, unknown>): StoredString[] {
  const key = keyOf(row);
  return texts.flatMap((field): StoredString[] => {
    const text = row[field];
    if (typeof text !== 'string' || text === '') return [];
    return [
      {
        place: PLACES[table] ?? table,
        field,
        id: String(row._id ?? key.join(' ')),
        memory: table === 'memories' && OF_MEMORY.has(field) ? Number(key[0]) : null,
        key: JSON.stringify([table, key]),
        text,
        form: formOf(table, field, row._language),
      },
    ];
  });
}

function formOf(table: string, column: string, language: unknown): StoredString['form'] {
  const name = `${table}.${column}`;
  if (JSON_COLUMNS.has(name)) return 'json';
  if (NAME_COLUMNS.has(name)) return 'name';
  return CODE_TABLES.has(table) && !PROSE_LANGUAGES.has(String(language ?? '')) ? 'code' : 'text';
}
