import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type {
  CopiedMemories,
  Erased,
  ForgettingStore,
  InBin,
  NewMemory,
  PageKey,
} from '../../../engine/memories/ports.ts';
import type { Memory, Scope } from '../../../engine/model.ts';
import { entryIfReadable, mergedInto, readBinned, readPage } from '../../rows/bin.ts';
import type { Row } from '../../rows/row.ts';
import { readTexts } from '../../rows/texts.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database } from '../server/database.ts';
import { hold } from '../server/locks.ts';
import { raw, sql, when } from '../server/sql.ts';
import { binEntryOf, findBinEntry, presentSuccessor, putBack, removeReferences } from './bin.ts';
import { erase, eraseAll, eraseBefore, purge } from './erasing.ts';
import { MEMORY, readMemory, WITH_SCOPE } from './memory-row.ts';
import { lockSpaces, placeOf, readScope, SCOPE_COLUMNS, scopeClause, sweepScopes } from './scopes.ts';
import { idsOf } from './trace.ts';
import { insertMemories, storedBefore } from './writing.ts';

/** Moves memories to the bin, or deletes them permanently with everything derived from them. */
export class PostgresForgetting implements ForgettingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async discard(id: string, within: ScopeFilter, at: number, revision?: number): Promise<boolean> {
    return this.#database.change(async (on) => {
      const row = await on.get(
        sql`SELECT ${MEMORY}, s.space_id FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${on.tenant}
        AND m.id = ${id}${scopeClause(on.tenant, within, 'm.scope_id')} FOR UPDATE OF m`,
        within,
      );
      if (!row) return false;
      const memory = readMemory(row);
      if (revision !== undefined && memory.revision !== revision) return false;
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
        const { id: scope, space } = await placeOf(on, memory.scope);
        // Before the trace, as when a memory is written or deleted: otherwise two servers could wait for each other.
        await lockSpaces(on, [space]);
        const entry = await findBinEntry(on, memory.id, scope);
        if (!entry) return null;
        // The insert would only share the trace: two servers that share it can then not get it for themselves.
        if (entry.declared.length > 0 || entry.merged.length > 0) await hold(on, 'trace');
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

  async binned(id: string, within: ScopeFilter): Promise<InBin | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT id, memory, deleted_at FROM deleted_memories WHERE tenant_id = ${tenant} AND id = ${id}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return row ? readBinned(row) : null;
  }

  async mergedInBin(within: ScopeFilter): Promise<ReadonlyMap<string, string>> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT id, memory FROM deleted_memories
        WHERE tenant_id = ${tenant} AND strpos(memory, '"merged":["') > 0${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return new Map(rows.flatMap((row) => mergedInto(row).map((id) => [id, String(row.id)] as const)));
  }

  async scopeInBin(id: string): Promise<Scope | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(sql`SELECT ${SCOPE_COLUMNS} FROM deleted_memories d
      JOIN scopes s ON s.tenant_id = ${tenant} AND s.id = d.scope_id WHERE d.tenant_id = ${tenant} AND d.id = ${id}`);
    return row ? readScope(row) : null;
  }

  async bin(within: ScopeFilter, after: PageKey | null, limit: number): Promise<InBin[]> {
    return readPage((last) => this.#binPage(within, last, limit), after, limit);
  }

  #binPage(within: ScopeFilter, after: PageKey | null, limit: number): Promise<Row[]> {
    const { tenant } = this.#database;
    return this.#database.all(
      sql`SELECT id, memory, deleted_at FROM deleted_memories WHERE tenant_id = ${tenant}${when(
        after !== null,
        () => sql` AND (deleted_at, id) < (${after?.time ?? 0}, ${after?.id ?? ''})`,
      )}${scopeClause(tenant, within, 'scope_id')} ORDER BY deleted_at DESC, id DESC LIMIT ${limit}`,
      within,
    );
  }

  async purge(before: number): Promise<number> {
    return this.#database.change((on) => purge(on, {}, before));
  }

  async idsEnding(ending: string, within: ScopeFilter): Promise<string[]> {
    const { tenant } = this.#database;
    const of = (table: string) =>
      sql`SELECT id FROM ${raw(table)} WHERE tenant_id = ${tenant} AND right(id, ${ending.length}) = ${ending}${scopeClause(tenant, within, 'scope_id')}`;
    const rows = await this.#database.all(sql`${of('memories')} UNION ${of('deleted_memories')}`, within);
    return rows.map(({ id }) => String(id));
  }

  async texts(id: string, within: ScopeFilter): Promise<string[]> {
    const { tenant } = this.#database;
    const meant = sql`tenant_id = ${tenant} AND id = ${id}${scopeClause(tenant, within, 'scope_id')}`;
    const rows = await this.#database.all(
      sql`SELECT 'memory' AS source, content AS text FROM memories WHERE ${meant}
      UNION ALL SELECT 'change', before FROM memory_changes
        WHERE tenant_id = ${tenant} AND memory_row IN (SELECT row FROM memories WHERE ${meant})
      UNION ALL SELECT 'bin', memory FROM deleted_memories WHERE ${meant}`,
      within,
    );
    return rows.flatMap(readTexts);
  }

  async idsOf(id: string, within: ScopeFilter): Promise<string[]> {
    const { tenant } = this.#database;
    const meant = sql`tenant_id = ${tenant} AND id = ${id}${scopeClause(tenant, within, 'scope_id')}`;
    const stored = await this.#database.get(sql`SELECT row FROM memories WHERE ${meant}`, within);
    const binned = await this.#database.get(sql`SELECT id, memory FROM deleted_memories WHERE ${meant}`, within);
    if (!stored && !binned) return [];
    const ids = [
      ...(stored ? await idsOf(this.#database, Number(stored.row)) : []),
      ...((binned && entryIfReadable(binned)?.merged) ?? []),
    ];
    return [...new Set([id, ...ids])];
  }

  async known(ids: readonly string[]): Promise<string[]> {
    const of = (table: string) =>
      sql`SELECT id FROM ${raw(table)} WHERE tenant_id = ${this.#database.tenant} AND id = ANY (${ids}::text[])`;
    const rows = await this.#database.all(sql`${of('memories')} UNION ${of('deleted_memories')}`);
    return rows.map(({ id }) => String(id));
  }

  async stillTold(texts: readonly string[]): Promise<string[]> {
    // Those that it cannot hold, of entries of former versions, are no memory's.
    const possible = texts.filter((text) => text.isWellFormed() && !text.includes('\u0000'));
    const rows = await this.#database.all(
      sql`SELECT DISTINCT content FROM memories WHERE tenant_id = ${this.#database.tenant} AND content = ANY (${possible}::text[])`,
    );
    return rows.map(({ content }) => String(content));
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

  async removeBefore(
    moment: number,
    within: ScopeFilter,
    copied?: CopiedMemories,
  ): Promise<Pick<Erased, 'memories' | 'ids'>> {
    return this.#database.changeMuch((on) => eraseBefore(on, moment, within, copied));
  }

  async reset(within: ScopeFilter, entities: ScopeFilter | null, copied?: CopiedMemories): Promise<Erased> {
    return this.#database.changeMuch((on) => eraseAll(on, within, entities, copied));
  }
}
