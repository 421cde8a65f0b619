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
import type { Database } from '../file/database.ts';
import { binEntryOf, findBinEntry, presentSuccessor, putBack, removeReferences } from './bin.ts';
import { erase, eraseAll, eraseBefore, purge } from './erasing.ts';
import type { SqliteMemories } from './memories.ts';
import { MEMORY_COLUMNS, readMemory } from './memory-row.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import { type Tables, tablesOn } from './tables.ts';

/** Moves memories to the bin, or deletes them permanently with everything derived from them. */
export class SqliteForgetting implements ForgettingStore {
  readonly #tables: Tables;
  readonly #memories: SqliteMemories;
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(tables: Tables, memories: SqliteMemories) {
    this.#tables = tables;
    this.#memories = memories;
    this.#database = tables.database;
    this.#scopes = tables.scopes;
  }

  async discard(id: string, within: ScopeFilter, at: number, revision?: number): Promise<boolean> {
    const discarded = await this.#database.change(() => {
      const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
      const sql = `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?${scope.sql}`;
      const row = this.#database.get(sql, id, ...scope.values);
      if (!row) return false;
      const memory = readMemory(row, this.#scopes);
      if (revision !== undefined && memory.revision !== revision) return false;
      const entry = binEntryOf(this.#tables, memory);
      erase(this.#tables, [memory]);
      this.#database.run(
        'INSERT OR REPLACE INTO deleted_memories (id, scope_id, deleted_at, memory) VALUES (?, ?, ?, ?)',
        id,
        this.#scopes.idOf(memory.scope),
        at,
        JSON.stringify(entry),
      );
      return true;
    });
    if (discarded) await this.#database.flushLog();
    return discarded;
  }

  async restore(memory: NewMemory): Promise<Memory | null> {
    return this.#database.change(() => {
      const entry = findBinEntry(this.#database, memory.id, this.#scopes.idOf(memory.scope));
      if (!entry) return null;
      const supersededBy = presentSuccessor(this.#database, entry);
      const restored = this.#memories.insert({ ...memory, supersededBy });
      putBack(this.#tables, restored.row, entry);
      return restored;
    });
  }

  async discarded(within: ScopeFilter): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT count(*) AS n FROM deleted_memories WHERE true${scope.sql}`;
    return Number(this.#database.get(sql, ...scope.values)?.n);
  }

  async binned(id: string, within: ScopeFilter): Promise<InBin | null> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT id, memory, deleted_at FROM deleted_memories WHERE id = ?${scope.sql}`;
    const row = this.#database.get(sql, id, ...scope.values);
    return row ? readBinned(row) : null;
  }

  async mergedInBin(within: ScopeFilter): Promise<ReadonlyMap<string, string>> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const merged = new Map<string, string>();
    const sql = `SELECT id, memory FROM deleted_memories WHERE instr(memory, '"merged":["') > 0${scope.sql}`;
    this.#database.each(sql, scope.values, (row) => {
      for (const id of mergedInto(row)) merged.set(id, String(row.id));
    });
    return merged;
  }

  async scopeInBin(id: string): Promise<Scope | null> {
    const row = this.#database.get('SELECT scope_id FROM deleted_memories WHERE id = ?', id);
    return row ? this.#scopes.scopeOf(Number(row.scope_id)) : null;
  }

  async bin(within: ScopeFilter, after: PageKey | null, limit: number): Promise<InBin[]> {
    return readPage((last) => this.#binPage(within, last, limit), after, limit);
  }

  #binPage(within: ScopeFilter, after: PageKey | null, limit: number): Row[] {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    return this.#database.all(
      `SELECT id, memory, deleted_at FROM deleted_memories WHERE true${after ? ' AND (deleted_at, id) < (?, ?)' : ''}${scope.sql}
       ORDER BY deleted_at DESC, id DESC LIMIT ?`,
      ...(after ? [after.time, after.id] : []),
      ...scope.values,
      limit,
    );
  }

  async purge(before: number): Promise<number> {
    const purged = await this.#database.changeInSlices((apart) => purge(tablesOn(apart), {}, before));
    if (purged > 0) await this.#database.flushLog();
    return purged;
  }

  async idsEnding(ending: string, within: ScopeFilter): Promise<string[]> {
    const { sql, values } = scopeClause(this.#scopes.within(within), 'scope_id');
    const rows = this.#database.all(
      `SELECT id FROM memories WHERE substr(id, ?) = ?${sql}
       UNION SELECT id FROM deleted_memories WHERE substr(id, ?) = ?${sql}`,
      -ending.length,
      ending,
      ...values,
      -ending.length,
      ending,
      ...values,
    );
    return rows.map(({ id }) => String(id));
  }

  async texts(id: string, within: ScopeFilter): Promise<string[]> {
    const { sql, values } = scopeClause(this.#scopes.within(within), 'scope_id');
    const each = [id, ...values];
    const rows = this.#database.all(
      `SELECT 'memory' AS source, content AS text FROM memories WHERE id = ?${sql}
       UNION ALL SELECT 'change', before FROM memory_changes WHERE memory_row IN (SELECT row FROM memories WHERE id = ?${sql})
       UNION ALL SELECT 'bin', memory FROM deleted_memories WHERE id = ?${sql}`,
      ...each,
      ...each,
      ...each,
    );
    return rows.flatMap(readTexts);
  }

  async idsOf(id: string, within: ScopeFilter): Promise<string[]> {
    const { sql, values } = scopeClause(this.#scopes.within(within), 'scope_id');
    const stored = this.#database.get(`SELECT row FROM memories WHERE id = ?${sql}`, id, ...values);
    const binned = this.#database.get(`SELECT id, memory FROM deleted_memories WHERE id = ?${sql}`, id, ...values);
    if (!stored && !binned) return [];
    const ids = [
      ...(stored ? this.#tables.trace.idsOf(Number(stored.row)) : []),
      ...((binned && entryIfReadable(binned)?.merged) ?? []),
    ];
    return [...new Set([id, ...ids])];
  }

  async known(ids: readonly string[]): Promise<string[]> {
    const rows = this.#database.all(
      `SELECT value AS id FROM json_each(?) WHERE value IN (SELECT id FROM memories) OR value IN (SELECT id FROM deleted_memories)`,
      JSON.stringify(ids),
    );
    return rows.map(({ id }) => String(id));
  }

  async stillTold(texts: readonly string[]): Promise<string[]> {
    const rows = this.#database.all(
      'SELECT DISTINCT content FROM memories WHERE content IN (SELECT value FROM json_each(?))',
      JSON.stringify(texts),
    );
    return rows.map(({ content }) => String(content));
  }

  async remove(id: string, within: ScopeFilter): Promise<boolean> {
    const removed = await this.#database.change(() => {
      const scopes = this.#scopes.within(within);
      const scope = scopeClause(scopes, 'm.scope_id');
      const found = this.#database.get(`SELECT m.row FROM memories m WHERE m.id = ?${scope.sql}`, id, ...scope.values);
      if (found) erase(this.#tables, [{ row: Number(found.row), id }]);
      const bin = scopeClause(scopes, 'scope_id');
      const binned = this.#database.run(`DELETE FROM deleted_memories WHERE id = ?${bin.sql}`, id, ...bin.values);
      if (!found && binned.changes === 0) return false;
      removeReferences(this.#database, id);
      this.#scopes.sweep();
      return true;
    });
    if (removed) await this.#database.flushLog();
    return removed;
  }

  async removeBefore(
    moment: number,
    within: ScopeFilter,
    copied?: CopiedMemories,
  ): Promise<Pick<Erased, 'memories' | 'ids'>> {
    const removed = await this.#database.changeInSlices((apart) =>
      eraseBefore(tablesOn(apart), moment, within, copied),
    );
    await this.#database.flushLog();
    return removed;
  }

  async reset(within: ScopeFilter, entities: ScopeFilter | null, copied?: CopiedMemories): Promise<Erased> {
    const counts = await this.#database.changeInSlices((apart) => eraseAll(tablesOn(apart), within, entities, copied));
    await this.#database.flushLog();
    return counts;
  }
}
