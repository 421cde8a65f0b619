// How a memory is selected: its columns and those of its scope.
import { HALF_PAIR } from '../../../engine/memories/content.ts';
import type { Memory } from '../../../engine/model.ts';
import { MEMORY_COLUMNS, readMemory as readRow } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import { raw, type Sql, sql } from '../server/sql.ts';
import { readScope, SCOPE_COLUMNS } from './scopes.ts';

/** The columns of a memory `m`; its scope must be joined as `s`. */
export const MEMORY: Sql = sql`${raw(MEMORY_COLUMNS.map((column) => `m.${column}`).join(', '))}, ${SCOPE_COLUMNS}`;
export const WITH_SCOPE: Sql = raw('JOIN scopes s ON s.tenant_id = m.tenant_id AND s.id = m.scope_id');

/** The metadata of a memory `m`. Those stored by former versions may hold halves of surrogate pairs, which no JSON function accepts. */
export const METADATA: Sql = raw(
  String.raw`(CASE WHEN strpos(m.metadata, '\ud') = 0 THEN m.metadata ELSE regexp_replace(m.metadata, '${HALF_PAIR.source}', '\1�', 'g') END)::json`,
);

/** The first memories in this order, from `where` on, which starts with WHERE. The scopes are joined to those alone. */
export const firstMemories = (where: Sql, order: string, limit: Sql): Sql =>
  sql`SELECT ${MEMORY} FROM (SELECT m.* FROM memories m ${where} ORDER BY ${raw(order)} ${limit}) m ${WITH_SCOPE} ORDER BY ${raw(order)}`;

export const readMemory = (row: Row): Memory => readRow(row, () => readScope(row));
export const readMemories = (rows: readonly Row[]): Memory[] => rows.map(readMemory);
