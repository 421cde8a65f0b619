// Every string of a table, with its purpose and how to read it.
import * as z from 'zod';
import type { StoredString } from '../../engine/maintenance/ports.ts';
import type { Row } from './row.ts';

export interface TableShape {
  readonly name: string;
  /** The columns that identify a row. */
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly hasId: boolean;
}

/** Rows read at a time. */
export const PAGE = 500;

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
  'projects.machine_id',
  'projects.machine_name',
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
/** What people call the rows of a table. */
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

/** The columns of a memory whose words are indexed, or that are part of its metadata. */
const OF_MEMORY = new Set(['content', 'label', 'tags', 'summary', 'metadata', 'invalid_reason']);
export const CODE_TABLES = new Set(['chunks', 'symbols', 'code_references']);
const PROSE_LANGUAGES = new Set(['text', 'markdown', '']);

const Key = z.array(z.union([z.string(), z.number()]));

const RowOf = z.tuple([z.string(), Key]);

/** The table and the key of a row. */
export const readRow = (key: string): [table: string, key: (string | number)[]] => RowOf.parse(JSON.parse(key));

export const keyOf = (row: Row): (string | number)[] => Key.parse(JSON.parse(String(row._key)));

/** A row with its key as JSON in `_key`, its id in `_id`, and the language of its file in `_language`. */
export function stringsOf({ name: table, texts }: TableShape, row: Row): StoredString[] {
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
