// How a memory is selected: its columns and those of its scope.
import { HALF_PAIR, NUL } from '../../../engine/memories/content.ts';
import type { Memory } from '../../../engine/model.ts';
import { MEMORY_COLUMNS, readMemory as readRow } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import { raw, type Sql, sql } from '../server/sql.ts';
import { readScope, SCOPE_COLUMNS } from './scopes.ts';

/** The columns of a memory `m`; its scope must be joined as `s`. */
export const MEMORY: Sql = sql`${raw(MEMORY_COLUMNS.map((column) => `m.${column}`).join(', '))}, ${SCOPE_COLUMNS}`;
export const WITH_SCOPE: Sql = raw('JOIN scopes s ON s.tenant_id = m.tenant_id AND s.id = m.scope_id');

/** What former versions stored may hold halves of surrogate pairs and NUL characters, which no JSON function accepts. */
const readable = (column: string): Sql =>
  raw(
    String.raw`(CASE WHEN strpos(${column}, '\ud') + strpos(${column}, '\u0000') = 0 THEN ${column}
      ELSE regexp_replace(${column}, '${HALF_PAIR.source}|${NUL.source}', '\1\2�', 'g') END)::json`,
  );

/** The metadata and the tags of a memory `m`. */
export const METADATA: Sql = readable('m.metadata');
export const TAGS: Sql = readable('m.tags');

/** The first memories in this order, from `where` on, which starts with WHERE. The scopes are joined to those alone. */
export const firstMemories = (where: Sql, order: string, limit: Sql): Sql =>
  sql`SELECT ${MEMORY} FROM (SELECT m.* FROM memories m ${where} ORDER BY ${raw(order)} ${limit}) m ${WITH_SCOPE} ORDER BY ${raw(order)}`;

export const readMemory = (row: Row): Memory => readRow(row, () => readScope(row));
export const readMemories = (rows: readonly Row[]): Memory[] => rows.map(readMemory);
