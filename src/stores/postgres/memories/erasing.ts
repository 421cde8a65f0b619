// Deletes memories and entities without a trace. Call all of it inside a change.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { CopiedMemories, Erased } from '../../../engine/memories/ports.ts';
import { isLearnedBefore } from '../../rows/bin.ts';
import { MAX_REMOVALS } from '../../rows/limits.ts';
import { isAsCopied } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import { removeMentions } from '../graph/mentions.ts';
import type { Queryable } from '../server/database.ts';
import { raw, sql } from '../server/sql.ts';
import { removeAllReferences } from './bin.ts';
import { uncount } from './counters.ts';
import { removePassages } from './passages.ts';
import { lockSpaces, lockSpacesWithin, scopeClause, sweepScopes } from './scopes.ts';
import { removeTrace } from './trace.ts';
import { nextRevision, noteCubes } from './writing.ts';

interface Place {
  readonly row: number;
  readonly id: string;
}

/** The number of memories in the bin read at a time. */
const PAGE = 500;

const REMOVABLE_COLUMNS = raw(`row, id, (SELECT max(c.revision) FROM memory_changes c
  WHERE c.tenant_id = memories.tenant_id AND c.memory_row = memories.row) AS changed`);

const readPlace = ({ row, id }: Row): Place => ({ row: Number(row), id: String(id) });

export async function erase(on: Queryable, memories: readonly Place[]): Promise<void> {
  if (memories.length === 0) return;
  const rows = memories.map(({ row }) => row);
  const placed =
    await on.all(sql`SELECT DISTINCT s.id, s.space_id FROM memories m JOIN scopes s ON s.tenant_id = m.tenant_id AND s.id = m.scope_id
    WHERE m.tenant_id = ${on.tenant} AND m.row = ANY (${rows}::bigint[])`);
  await lockSpaces(
    on,
    placed.map(({ space_id }) => Number(space_id)),
  );
  await removePassages(on, rows);
  // A memory's observations of an entity go with it, and so do the vectors made from them.
  await on.run(sql`DELETE FROM entity_vectors WHERE tenant_id = ${on.tenant} AND entity_row IN
    (SELECT entity_row FROM observations WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${rows}::bigint[]))`);
  await on.run(sql`DELETE FROM relations WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${rows}::bigint[])`);
  await removeMentions(on, rows);
  await removeTrace(on, memories);
  for (const table of ['code_links', 'memory_changes'])
    await on.run(
      sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${rows}::bigint[])`,
    );
  await on.run(
    sql`UPDATE memories SET superseded_by = NULL WHERE tenant_id = ${on.tenant} AND superseded_by = ANY (${memories.map(({ id }) => id)}::text[])`,
  );
  const scopes = placed.map(({ id }) => Number(id));
  await uncount(on, rows, scopes);
  await on.run(sql`DELETE FROM memories WHERE tenant_id = ${on.tenant} AND row = ANY (${rows}::bigint[])`);
  await noteCubes(on, scopes);
  await on.run(
    sql`INSERT INTO removals (tenant_id, revision, row) SELECT ${on.tenant}, nextval('revisions'), r FROM unnest(${rows}::bigint[]) r`,
  );
  const revision = await nextRevision(on);
  await on.run(sql`DELETE FROM removals WHERE tenant_id = ${on.tenant} AND revision <= ${revision - MAX_REMOVALS}`);
}

/** Memories learned before that moment, also in the bin, and proposals made before it. */
export async function eraseBefore(
  on: Queryable,
  moment: number,
  within: ScopeFilter,
  copied?: CopiedMemories,
): Promise<Pick<Erased, 'memories' | 'ids'>> {
  const scope = scopeClause(on.tenant, within, 'scope_id');
  // Otherwise a change that another server makes between this reading and the deletion would be deleted with it.
  await lockSpacesWithin(on, within);
  const rows = await on.all(
    sql`SELECT ${REMOVABLE_COLUMNS} FROM memories WHERE tenant_id = ${on.tenant} AND ingestion_time < ${moment}${scope}`,
    within,
  );
  const old = removable(rows, copied);
  await erase(on, old);
  const ids = [...old.map(({ id }) => id), ...(await eraseBinned(on, moment, within))];
  await removeAllReferences(on, ids);
  await on.run(sql`DELETE FROM proposals WHERE tenant_id = ${on.tenant} AND proposed_at < ${moment}${scope}`, within);
  await sweepScopes(on);
  return { memories: old.length, ids };
}

/** All memories, binned ones and proposals in `within`, and the entities in `entities`. */
export async function eraseAll(
  on: Queryable,
  within: ScopeFilter,
  entities: ScopeFilter | null,
  copied?: CopiedMemories,
): Promise<Erased> {
  const scope = scopeClause(on.tenant, within, 'scope_id');
  await lockSpacesWithin(on, within);
  const rows = await on.all(
    sql`SELECT ${REMOVABLE_COLUMNS} FROM memories WHERE tenant_id = ${on.tenant}${scope}`,
    within,
  );
  const memories = removable(rows, copied);
  const before = await graphSize(on);
  await erase(on, memories);
  const binned = await on.all(
    sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant}${scope} RETURNING id`,
    within,
  );
  const ids = [...memories.map(({ id }) => id), ...binned.map(({ id }) => String(id))];
  await removeAllReferences(on, ids);
  for (const table of ['proposals', 'rejected_proposals'])
    await on.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant}${scope}`, within);
  if (entities !== null) await eraseEntities(on, entities);
  await sweepScopes(on);
  const after = await graphSize(on);
  return {
    memories: memories.length,
    entities: before.entities - after.entities,
    relations: before.relations - after.relations,
    ids,
  };
}

const removable = (rows: readonly Row[], copied: CopiedMemories | undefined): Place[] =>
  rows.filter((row) => copied === undefined || isAsCopied(row, copied)).map(readPlace);

/** Deletes memories moved to the bin before that moment; returns how many. */
export async function purge(on: Queryable, within: ScopeFilter, before: number): Promise<number> {
  const gone = await on.all(
    sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant} AND deleted_at < ${before}${scopeClause(on.tenant, within, 'scope_id')} RETURNING id`,
    within,
  );
  await removeAllReferences(
    on,
    gone.map(({ id }) => String(id)),
  );
  await sweepScopes(on);
  return gone.length;
}

/**
 * Deletes memories in the bin that were learned before that moment, and returns their ids. They are compared here, page by page, since entries
 * of former versions may hold halves of surrogate pairs, and no JSON function of PostgreSQL accepts such a text.
 */
async function eraseBinned(on: Queryable, moment: number, within: ScopeFilter): Promise<string[]> {
  const gone: string[] = [];
  for (let last = ''; ; ) {
    const page = await on.all(
      sql`SELECT id, memory FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id > ${last}${scopeClause(on.tenant, within, 'scope_id')}
        ORDER BY id LIMIT ${PAGE}`,
      within,
    );
    const old = page.filter((row) => isLearnedBefore(row, moment)).map(({ id }) => String(id));
    await on.run(sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id = ANY (${old}::text[])`);
    gone.push(...old);
    if (page.length < PAGE) return gone;
    last = String(page.at(-1)?.id);
  }
}

async function eraseEntities(on: Queryable, within: ScopeFilter): Promise<void> {
  const rows = await on.all(
    sql`SELECT e.row FROM entities e WHERE e.tenant_id = ${on.tenant}${scopeClause(on.tenant, within, 'e.scope_id')}
      AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.tenant_id = ${on.tenant} AND m.entity_row = e.row)`,
    within,
  );
  const owned = rows.map(({ row }) => Number(row));
  for (const [table, column] of [
    ['relations', 'from_row'],
    ['relations', 'to_row'],
    ['mentions', 'entity_row'],
    ['entities', 'row'],
  ] as const)
    await on.run(
      sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant} AND ${raw(column)} = ANY (${owned}::bigint[])`,
    );
}

async function graphSize(on: Queryable): Promise<{ entities: number; relations: number }> {
  const row = await on.get(sql`SELECT (SELECT count(*) FROM entities WHERE tenant_id = ${on.tenant}) AS entities,
    (SELECT count(*) FROM relations WHERE tenant_id = ${on.tenant}) AS relations`);
  return { entities: Number(row?.entities), relations: Number(row?.relations) };
}
