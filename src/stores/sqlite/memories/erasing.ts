// Deletes memories and entities without a trace. Those that may delete much go step by step, so that this process keeps
// answering. Call all of it inside a change.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { CopiedMemories, Erased } from '../../../engine/memories/ports.ts';
import { isAsCopied } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { removeAllReferences } from './bin.ts';
import { isFalsified } from './digest.ts';
import { MEMORY_COLUMNS } from './memory-row.ts';
import { scopeClause } from './scopes.ts';
import type { Tables } from './tables.ts';

interface Place {
  readonly row: number;
  readonly id: string;
}

/** Memories erased per step; their codes are removed from each segment together. */
const ERASED = 8;
/** Entries of the bin, or entities, per step. */
const PAGE = 250;

const REMOVABLE_COLUMNS =
  'row, id, (SELECT max(revision) FROM memory_changes WHERE memory_row = memories.row) AS changed';

const readPlace = ({ row, id }: Row): Place => ({ row: Number(row), id: String(id) });

export function erase({ database, passages, mentions, trace, revisions }: Tables, memories: readonly Place[]): void {
  passages.remove(memories.map(({ row }) => row));
  for (const { row, id } of memories) {
    mentions.remove(row);
    trace.remove(row, id);
    database.run('DELETE FROM code_links WHERE memory_row = ?', row);
    database.run('DELETE FROM memory_changes WHERE memory_row = ?', row);
    database.run('UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?', id);
    database.run('DELETE FROM memories WHERE row = ?', row);
    revisions.removed(row);
  }
}

export function* eraseEach(tables: Tables, memories: readonly Place[]): Generator<undefined, void> {
  for (let start = 0; start < memories.length; start += ERASED) {
    erase(tables, memories.slice(start, start + ERASED));
    yield;
  }
}

/** Memories learned before that moment, also in the bin, and proposals made before it. */
export function* eraseBefore(
  tables: Tables,
  moment: number,
  within: ScopeFilter,
  copied?: CopiedMemories,
): Generator<undefined, Pick<Erased, 'memories' | 'ids'>> {
  const { database, scopes } = tables;
  const scope = scopeClause(scopes.within(within), 'scope_id');
  const sql = `SELECT ${REMOVABLE_COLUMNS} FROM memories WHERE ingestion_time < ?${scope.sql}`;
  const old = removable(database, database.all(sql, moment, ...scope.values), copied);
  yield* eraseEach(tables, old);
  const ids = [...old.map(({ id }) => id), ...(yield* eraseBinned(tables, within, moment))];
  yield* removeAllReferences(database, ids);
  database.run(`DELETE FROM proposals WHERE proposed_at < ?${scope.sql}`, moment, ...scope.values);
  scopes.sweep();
  return { memories: old.length, ids };
}

/** All memories, binned ones and proposals in `within`, and the entities in `entities`. */
export function* eraseAll(
  tables: Tables,
  within: ScopeFilter,
  entities: ScopeFilter | null,
  copied?: CopiedMemories,
): Generator<undefined, Erased> {
  const { database, scopes } = tables;
  const scope = scopeClause(scopes.within(within), 'scope_id');
  const sql = `SELECT ${REMOVABLE_COLUMNS} FROM memories WHERE true${scope.sql}`;
  const memories = removable(database, database.all(sql, ...scope.values), copied);
  const before = graphSize(database);
  yield* eraseEach(tables, memories);
  const ids = [...memories.map(({ id }) => id), ...(yield* eraseBinned(tables, within, null))];
  yield* removeAllReferences(database, ids);
  for (const table of ['proposals', 'rejected_proposals'])
    database.run(`DELETE FROM ${table} WHERE true${scope.sql}`, ...scope.values);
  if (entities !== null) yield* eraseEntities(tables, entities);
  scopes.sweep();
  const after = graphSize(database);
  return {
    memories: memories.length,
    entities: before.entities - after.entities,
    relations: before.relations - after.relations,
    ids,
  };
}

/** Also damaged memories, which nobody can keep a copy of. */
function removable(database: Database, rows: readonly Row[], copied: CopiedMemories | undefined): Place[] {
  const isDamaged = ({ row }: Row) =>
    isFalsified(database.get(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.row = ?`, Number(row)) ?? {});
  const may = (row: Row) => copied === undefined || isAsCopied(row, copied) || isDamaged(row);
  return rows.filter(may).map(readPlace);
}

/** Deletes memories moved to the bin before that moment; returns how many. */
export function* purge(
  { database, scopes }: Tables,
  within: ScopeFilter,
  before: number,
): Generator<undefined, number> {
  const scope = scopeClause(scopes.within(within), 'scope_id');
  const sql = `DELETE FROM deleted_memories WHERE deleted_at < ?${scope.sql} RETURNING id`;
  const gone = database.all(sql, before, ...scope.values).map(({ id }) => String(id));
  yield* removeAllReferences(database, gone);
  scopes.sweep();
  return gone.length;
}

/**
 * Deletes what is in the bin; if a moment is given, only memories learned before it. An entry may be too damaged to tell.
 * Returns their ids.
 */
function* eraseBinned(
  { database, scopes }: Tables,
  within: ScopeFilter,
  moment: number | null,
): Generator<undefined, string[]> {
  const gone: string[] = [];
  const scope = scopeClause(scopes.within(within), 'scope_id');
  const page = `SELECT id FROM deleted_memories WHERE id > ?${scope.sql} ORDER BY id LIMIT ?`;
  for (let last = ''; ; ) {
    const ids = database.all(page, last, ...scope.values, PAGE).map(({ id }) => String(id));
    const deleted = database.all(
      `DELETE FROM deleted_memories WHERE id IN (SELECT value FROM json_each(?1))
        AND (?2 IS NULL OR CASE WHEN json_valid(memory) THEN json_extract(memory, '$.ingestionTime') < ?2 END) RETURNING id`,
      JSON.stringify(ids),
      moment,
    );
    gone.push(...deleted.map(({ id }) => String(id)));
    if (ids.length < PAGE) return gone;
    last = ids.at(-1) ?? '';
    yield;
  }
}

function* eraseEntities({ database, scopes }: Tables, within: ScopeFilter): Generator<undefined, void> {
  const scope = scopeClause(scopes.within(within), 'scope_id');
  const rows = database.all(
    `SELECT row FROM entities WHERE row NOT IN (SELECT entity_row FROM mentions)${scope.sql}`,
    ...scope.values,
  );
  for (let start = 0; start < rows.length; start += PAGE) {
    const some = JSON.stringify(rows.slice(start, start + PAGE).map(({ row }) => row));
    for (const [table, column] of [
      ['relations', 'from_row'],
      ['relations', 'to_row'],
      ['mentions', 'entity_row'],
      ['entities', 'row'],
    ])
      database.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, some);
    yield;
  }
}

function graphSize(database: Database): { entities: number; relations: number } {
  const count = (table: string) => Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.n);
  return { entities: count('entities'), relations: count('relations') };
}
