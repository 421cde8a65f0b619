import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { Counts, ForgettingStore, NewMemory } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { readBinned } from '../../rows/bin.ts';
import { MAX_REMOVALS } from '../../rows/limits.ts';
import type { Row } from '../../rows/row.ts';
import { removeMentions } from '../graph/mentions.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database, Queryable } from '../server/database.ts';
import { raw, sql, when } from '../server/sql.ts';
import { binEntryOf, findBinEntry, presentSuccessor, putBack, removeReferences } from './bin.ts';
import { uncount } from './counters.ts';
import { MEMORY, readMemory, WITH_SCOPE } from './memory-row.ts';
import { removePassages } from './passages.ts';
import { lockSpaces, placeOf, scopeClause, sweepScopes } from './scopes.ts';
import { removeTrace } from './trace.ts';
import { insertMemories, nextRevision, noteCubes, storedBefore } from './writing.ts';

/** The number of memories in the bin read at a time. */
const PAGE = 500;

/** Moves memories to the bin, or deletes them permanently with everything derived from them. */
export class PostgresForgetting implements ForgettingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async discard(id: string, within: ScopeFilter, at: number): Promise<boolean> {
    return this.#database.change(async (on) => {
      const row = await on.get(
        sql`SELECT ${MEMORY}, s.space_id FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${on.tenant}
        AND m.id = ${id}${scopeClause(on.tenant, within, 'm.scope_id')} FOR UPDATE OF m`,
        within,
      );
      if (!row) return false;
      const memory = readMemory(row);
      // Otherwise another server may give it a predecessor between the entry and the deletion.
      await lockSpaces(on, [Number(row.space_id)]);
      const entry = await binEntryOf(on, memory);
      await erase(on, [memory]);
      await on.run(sql`INSERT INTO deleted_memories (tenant_id, id, scope_id, deleted_at, memory)
        VALUES (${on.tenant}, ${id}, ${Number(row.scope_id)}, ${at}, ${JSON.stringify(entry)})
        ON CONFLICT (tenant_id, id) DO UPDATE SET scope_id = excluded.scope_id, deleted_at = excluded.deleted_at, memory = excluded.memory`);
      return true;
    });
  }

  async restore(memory: NewMemory): Promise<Memory | null> {
    const restored = await this.#database.change(
      async (on) => {
        const entry = await findBinEntry(on, memory.id, (await placeOf(on, memory.scope)).id);
        if (!entry) return null;
        const supersededBy = await presentSuccessor(on, entry);
        const [restored] = await insertMemories(on, [{ ...memory, supersededBy }]);
        if (restored) await putBack(on, restored.row, entry);
        return restored ?? null;
      },
      { settled: async (on) => (await storedBefore(on, [memory]))?.[0] ?? null },
    );
    feederOf(this.#database, 'vectors').wrote(memory.passages);
    return restored;
  }

  async discarded(within: ScopeFilter): Promise<number> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT count(*) AS n FROM deleted_memories WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return Number(row?.n);
  }

  async binned(id: string, within: ScopeFilter): Promise<{ memory: Memory; deletedAt: number } | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT memory, deleted_at FROM deleted_memories WHERE tenant_id = ${tenant} AND id = ${id}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return row ? readBinned(row) : null;
  }

  async bin(
    within: ScopeFilter,
    after: { readonly time: number; readonly id: string } | null,
    limit: number,
  ): Promise<{ memory: Memory; deletedAt: number }[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT memory, deleted_at FROM deleted_memories WHERE tenant_id = ${tenant}${when(
        after !== null,
        () => sql` AND (deleted_at, id) < (${after?.time ?? 0}, ${after?.id ?? ''})`,
      )}${scopeClause(tenant, within, 'scope_id')} ORDER BY deleted_at DESC, id DESC LIMIT ${limit}`,
      within,
    );
    return rows.map(readBinned);
  }

  async purge(before: number): Promise<number> {
    return this.#database.change(async (on) => {
      const purged = await on.run(
        sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant} AND deleted_at < ${before}`,
      );
      if (purged > 0) await sweepScopes(on);
      return purged;
    });
  }

  async idsEnding(ending: string, within: ScopeFilter): Promise<string[]> {
    const { tenant } = this.#database;
    const of = (table: string) =>
      sql`SELECT id FROM ${raw(table)} WHERE tenant_id = ${tenant} AND right(id, ${ending.length}) = ${ending}${scopeClause(tenant, within, 'scope_id')}`;
    const rows = await this.#database.all(sql`${of('memories')} UNION ${of('deleted_memories')}`, within);
    return rows.map(({ id }) => String(id));
  }

  async text(id: string, within: ScopeFilter): Promise<string | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT content FROM memories WHERE tenant_id = ${tenant} AND id = ${id}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return row ? String(row.content) : ((await this.binned(id, within))?.memory.content ?? null);
  }

  async remove(id: string, within: ScopeFilter): Promise<boolean> {
    return this.#database.change(async (on) => {
      const found = await on.get(
        sql`SELECT row FROM memories WHERE tenant_id = ${on.tenant} AND id = ${id}${scopeClause(on.tenant, within, 'scope_id')} FOR UPDATE`,
        within,
      );
      if (found) await erase(on, [{ row: Number(found.row), id }]);
      const binned = await on.run(
        sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id = ${id}${scopeClause(on.tenant, within, 'scope_id')}`,
        within,
      );
      if (!found && binned === 0) return false;
      await removeReferences(on, id);
      await sweepScopes(on);
      return true;
    });
  }

  async removeBefore(moment: number, within: ScopeFilter): Promise<number> {
    return this.#database.changeMuch(async (on) => {
      const scope = scopeClause(on.tenant, within, 'scope_id');
      const old = await on.all(
        sql`SELECT row, id FROM memories WHERE tenant_id = ${on.tenant} AND ingestion_time < ${moment}${scope}`,
        within,
      );
      await erase(on, old.map(readPlace));
      await removeBinned(on, moment, within);
      await on.run(
        sql`DELETE FROM proposals WHERE tenant_id = ${on.tenant} AND proposed_at < ${moment}${scope}`,
        within,
      );
      await sweepScopes(on);
      return old.length;
    });
  }

  async reset(within: ScopeFilter, entities: ScopeFilter | null): Promise<Counts> {
    return this.#database.changeMuch(async (on) => {
      const scope = scopeClause(on.tenant, within, 'scope_id');
      const memories = await on.all(sql`SELECT row, id FROM memories WHERE tenant_id = ${on.tenant}${scope}`, within);
      const before = await graphSize(on);
      await erase(on, memories.map(readPlace));
      for (const table of ['deleted_memories', 'proposals', 'rejected_proposals'])
        await on.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant}${scope}`, within);
      if (entities !== null) await eraseGraph(on, entities);
      await sweepScopes(on);
      const after = await graphSize(on);
      return {
        memories: memories.length,
        entities: before.entities - after.entities,
        relations: before.relations - after.relations,
      };
    });
  }
}

/**
 * Permanently deletes memories in the bin learned before that moment. They are compared here, page by page, since entries
 * of former versions may hold halves of surrogate pairs, and no JSON function of PostgreSQL accepts such a text.
 */
async function removeBinned(on: Queryable, moment: number, within: ScopeFilter): Promise<void> {
  for (let last = ''; ; ) {
    const page = await on.all(
      sql`SELECT id, memory FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id > ${last}${scopeClause(on.tenant, within, 'scope_id')}
        ORDER BY id LIMIT ${PAGE}`,
      within,
    );
    const old = page.filter((row) => readBinned(row).memory.ingestionTime < moment).map(({ id }) => String(id));
    await on.run(sql`DELETE FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id = ANY (${old}::text[])`);
    if (page.length < PAGE) return;
    last = String(page.at(-1)?.id);
  }
}

const readPlace = ({ row, id }: Row) => ({ row: Number(row), id: String(id) });

async function graphSize(on: Queryable): Promise<{ entities: number; relations: number }> {
  const row = await on.get(sql`SELECT (SELECT count(*) FROM entities WHERE tenant_id = ${on.tenant}) AS entities,
    (SELECT count(*) FROM relations WHERE tenant_id = ${on.tenant}) AS relations`);
  return { entities: Number(row?.entities), relations: Number(row?.relations) };
}

async function eraseGraph(on: Queryable, within: ScopeFilter): Promise<void> {
  const rows = await on.all(
    sql`SELECT e.row FROM entities e WHERE e.tenant_id = ${on.tenant}${scopeClause(on.tenant, within, 'e.scope_id')}`,
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

/** Deletes memories without a trace. Call it inside a change. */
export async function erase(on: Queryable, memories: readonly { row: number; id: string }[]): Promise<void> {
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
