import { z } from 'zod';
import { entityReach, type ScopeFilter } from '../../engine/access/actor.ts';
import type {
  Counts,
  Derived,
  Embedded,
  MemoryChange,
  MemoryQuery,
  MemoryStore,
  NewMemory,
} from '../../engine/memories/ports.ts';
import type { Trace } from '../../engine/memories/trace.ts';
import { Changeable, type Memory, MemoryKind, MemoryType, Metadata, PastState } from '../../engine/model.ts';
import type { Database, Row } from './database.ts';
import { typeClause, validAt } from './filter.ts';
import type { SqliteMentions } from './mentions.ts';
import type { SqlitePassages } from './passages.ts';
import type { Revisions } from './revisions.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import type { SqliteTrace } from './trace.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  summary: z.string().nullable(),
  importance: z.number(),
  metadata: z.string().transform((text) => Metadata.parse(JSON.parse(text))),
  event_time: z.number(),
  ingestion_time: z.number(),
  updated_at: z.number(),
  valid_from: z.number(),
  valid_until: z.number().nullable(),
  invalid_reason: z.string().nullable(),
  superseded_by: z.string().nullable(),
  accesses: z.number(),
  accessed_at: z.number().nullable(),
  revision: z.number(),
});
export const MEMORY_COLUMNS = Object.keys(MemoryRow.shape)
  .map((column) => `m.${column}`)
  .join(', ');

/** What is written anew with a memory; what is not given stays. */
interface Rewritten {
  readonly conversation: string | null;
  readonly embedded?: Embedded | undefined;
  readonly names?: Pick<Derived, 'mentions' | 'phrases'> | undefined;
  readonly trace?: Trace | undefined;
  /** When that was; by default when the memory says that it was changed. */
  readonly at?: number | undefined;
}

const CHANGEABLE = Changeable.keyof().options;

/** All that may become another, as it is stored. */
const columnsOf = (memory: Omit<Memory, 'row' | 'id' | 'scope'>, conversation: string | null) => ({
  content: memory.content,
  kind: memory.kind,
  type: memory.type,
  label: memory.label,
  tags: JSON.stringify(memory.tags),
  summary: memory.summary,
  importance: memory.importance,
  metadata: JSON.stringify(memory.metadata),
  conversation,
  event_time: memory.eventTime,
  ingestion_time: memory.ingestionTime,
  updated_at: memory.updatedAt,
  valid_from: memory.validFrom,
  valid_until: memory.validUntil,
  invalid_reason: memory.invalidReason,
  superseded_by: memory.supersededBy,
  accesses: memory.accesses,
  accessed_at: memory.accessedAt,
  revision: memory.revision,
});

export class SqliteMemories implements MemoryStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #revisions: Revisions;
  readonly #passages: SqlitePassages;
  readonly #mentions: SqliteMentions;
  readonly #trace: SqliteTrace;

  constructor(
    database: Database,
    scopes: Scopes,
    revisions: Revisions,
    passages: SqlitePassages,
    mentions: SqliteMentions,
    trace: SqliteTrace,
  ) {
    this.#database = database;
    this.#scopes = scopes;
    this.#revisions = revisions;
    this.#passages = passages;
    this.#mentions = mentions;
    this.#trace = trace;
  }

  async add(memories: readonly NewMemory[]): Promise<Memory[]> {
    return this.#database.change(() => memories.map((memory) => this.insert(memory)));
  }

  async addUnlessSaid(memory: NewMemory, since: number): Promise<Memory | null> {
    return this.#database.change(() => {
      const said = this.#database.get(
        'SELECT 1 FROM memories WHERE scope_id = ? AND ingestion_time >= ? AND content = ?',
        this.#scopes.idOf(memory.scope),
        since,
        memory.content,
      );
      return said ? null : this.insert(memory);
    });
  }

  /** What lies in the bin under the same id is forgotten. Call it inside a change. */
  insert({ passages, model, mentions, phrases, conversation, trace, relations, ...memory }: NewMemory): Memory {
    const scope = this.#scopes.idOf(memory.scope);
    this.#database.run('DELETE FROM deleted_memories WHERE id = ? AND scope_id = ?', memory.id, scope);
    const revision = this.#revisions.next();
    const columns = { id: memory.id, scope_id: scope, ...columnsOf({ ...memory, revision }, conversation) };
    const names = Object.keys(columns);
    const { lastRow: row } = this.#database.run(
      `INSERT INTO memories (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    );
    this.#passages.insert(row, { passages, model });
    this.#mentions.insert(row, memory.scope, { mentions, phrases }, memory.updatedAt);
    this.#trace.insert(row, trace, memory.updatedAt);
    this.#trace.declare(row, relations, memory.updatedAt);
    return { ...memory, row, revision };
  }

  async get(id: string | number, within: ScopeFilter): Promise<Memory | null> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const key = typeof id === 'number' ? 'row' : 'id';
    const sql = `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.${key} = ?${scope.sql}`;
    const row = this.#database.get(sql, id, ...scope.values);
    return row ? this.read(row) : null;
  }

  async byRows(rows: readonly number[]): Promise<Memory[]> {
    const sql = `SELECT ${MEMORY_COLUMNS} FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value ORDER BY wanted.key`;
    return this.#database.all(sql, JSON.stringify(rows)).map((row) => this.read(row));
  }

  async list({ within, validAt: moment, types, importance, limit, offset }: MemoryQuery): Promise<Memory[]> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const type = typeClause(types, 'm');
    const rows = this.#database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE ${moment === undefined ? 'true' : validAt('m')}${scope.sql}${type.sql}
         ${importance === undefined ? '' : 'AND m.importance > ? AND m.importance <= ?'}
       ORDER BY m.ingestion_time DESC, m.row DESC LIMIT ? OFFSET ?`,
      ...(moment === undefined ? [] : [moment, moment]),
      ...scope.values,
      ...type.values,
      ...(importance === undefined ? [] : [importance.above, importance.atMost]),
      limit,
      offset,
    );
    return rows.map((row) => this.read(row));
  }

  async count(within: ScopeFilter): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    return this.#count(`SELECT count(*) AS n FROM memories WHERE true${scope.sql}`, scope.values);
  }

  async change(id: string, revision: number, change: MemoryChange): Promise<Memory | null> {
    const changed = this.#database.change(() => {
      const current = this.#database.get(
        `SELECT ${MEMORY_COLUMNS}, m.conversation FROM memories m WHERE m.id = ? AND m.revision = ?`,
        id,
        revision,
      );
      if (!current) return null;
      const { derived, trace, conversation = z.string().nullable().parse(current.conversation), ...fields } = change;
      const before = this.read(current);
      return this.rewrite(before, { ...before, ...fields }, { conversation, embedded: derived, names: derived, trace });
    });
    if (change.derived) this.#database.flushLog();
    return changed;
  }

  /** Puts a memory in the place of what it was, with as much of what is derived from it as is given. Call it inside a change. */
  rewrite(
    before: Memory,
    after: Memory,
    { conversation, embedded, names, trace, at = after.updatedAt }: Rewritten,
  ): Memory {
    const memory = { ...after, revision: this.#revisions.next() };
    this.#log(before, memory, at);
    const columns = columnsOf(memory, conversation);
    this.#database.run(
      `UPDATE memories SET ${Object.keys(columns)
        .map((name) => `${name} = ?`)
        .join(', ')} WHERE row = ?`,
      ...Object.values(columns),
      memory.row,
    );
    if (embedded) {
      this.#passages.remove([memory.row]);
      this.#passages.insert(memory.row, embedded);
    }
    if (names) {
      this.#mentions.remove(memory.row);
      this.#mentions.insert(memory.row, memory.scope, names, memory.updatedAt);
    }
    if (trace) {
      this.#trace.forget(memory.row);
      this.#trace.insert(memory.row, trace, memory.updatedAt);
    }
    return memory;
  }

  #log(before: Memory, after: Memory, at: number): void {
    const changed = CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    if (changed.length === 0) return;
    this.#database.run(
      'INSERT INTO memory_changes (memory_row, revision, changed_at, before) VALUES (?, ?, ?, ?)',
      before.row,
      after.revision,
      at,
      JSON.stringify(Object.fromEntries(changed.map((field) => [field, before[field]]))),
    );
  }

  async history(id: string): Promise<PastState[]> {
    const rows = this.#database.all(
      `SELECT c.changed_at, c.before FROM memories m JOIN memory_changes c ON c.memory_row = m.row WHERE m.id = ?
       ORDER BY c.revision DESC`,
      id,
    );
    return rows.map((row) => PastState.parse({ changedAt: row.changed_at, before: JSON.parse(String(row.before)) }));
  }

  async touch(id: string, at: number): Promise<void> {
    this.#database.change(() =>
      this.#database.run('UPDATE memories SET accesses = accesses + 1, accessed_at = ? WHERE id = ?', at, id),
    );
  }

  async discard(id: string, within: ScopeFilter, at: number): Promise<number | null> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const edges = this.#database.change(() => {
      const sql = `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?${scope.sql}`;
      const row = this.#database.get(sql, id, ...scope.values);
      if (!row) return null;
      const memory = this.read(row);
      const edges = this.#trace.degree(memory.row);
      this.erase([memory]);
      this.#database.run(
        'INSERT OR REPLACE INTO deleted_memories (id, scope_id, deleted_at, memory) VALUES (?, ?, ?, ?)',
        id,
        this.#scopes.idOf(memory.scope),
        at,
        JSON.stringify(memory),
      );
      return edges;
    });
    if (edges !== null) this.#database.flushLog();
    return edges;
  }

  async discarded(within: ScopeFilter): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    return this.#count(`SELECT count(*) AS n FROM deleted_memories WHERE true${scope.sql}`, scope.values);
  }

  async purge(before: number): Promise<number> {
    const purged = this.#database.change(() => {
      const { changes } = this.#database.run('DELETE FROM deleted_memories WHERE deleted_at < ?', before);
      if (changes > 0) this.#scopes.sweep();
      return changes;
    });
    if (purged > 0) this.#database.flushLog();
    return purged;
  }

  async remove(id: string, within: ScopeFilter): Promise<boolean> {
    const scopes = this.#scopes.within(within);
    const scope = scopeClause(scopes, 'm.scope_id');
    const removed = this.#database.change(() => {
      const found = this.#database.get(`SELECT m.row FROM memories m WHERE m.id = ?${scope.sql}`, id, ...scope.values);
      if (found) this.erase([{ row: Number(found.row), id }]);
      const bin = scopeClause(scopes, 'scope_id');
      const binned = this.#database.run(`DELETE FROM deleted_memories WHERE id = ?${bin.sql}`, id, ...bin.values);
      if (!found && binned.changes === 0) return false;
      this.#scopes.sweep();
      return true;
    });
    if (removed) this.#database.flushLog();
    return removed;
  }

  async removeBefore(moment: number, within: ScopeFilter): Promise<number> {
    const scopes = this.#scopes.within(within);
    const removed = this.#database.change(() => {
      const scope = scopeClause(scopes, 'scope_id');
      const old = `ingestion_time < ?${scope.sql}`;
      const memories = this.#database.all(`SELECT row, id FROM memories WHERE ${old}`, moment, ...scope.values);
      this.erase(memories.map(({ row, id }) => ({ row: Number(row), id: String(id) })));
      const binned = `json_extract(memory, '$.ingestionTime') < ?${scope.sql}`;
      this.#database.run(`DELETE FROM deleted_memories WHERE ${binned}`, moment, ...scope.values);
      this.#scopes.sweep();
      return memories.length;
    });
    this.#database.flushLog();
    return removed;
  }

  /** Leaves nothing of them. Call it inside a change. */
  erase(memories: readonly { row: number; id: string }[]): void {
    this.#passages.remove(memories.map(({ row }) => row));
    for (const { row, id } of memories) {
      this.#mentions.remove(row);
      this.#trace.remove(row, id);
      this.#database.run('DELETE FROM code_links WHERE memory_row = ?', row);
      this.#database.run('DELETE FROM memory_changes WHERE memory_row = ?', row);
      this.#database.run('UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?', id);
      this.#database.run('DELETE FROM memories WHERE row = ?', row);
      this.#revisions.removed(row);
    }
  }

  async types(within: ScopeFilter): Promise<Map<string, number>> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT ifnull(type, kind) AS type, count(*) AS n FROM memories WHERE true${scope.sql} GROUP BY 1`;
    return new Map(this.#database.all(sql, ...scope.values).map((row) => [String(row.type), Number(row.n)]));
  }

  async counts(within: ScopeFilter): Promise<Counts> {
    const scope = scopeClause(this.#scopes.within(entityReach(within)), 'e.scope_id');
    const relations = `SELECT count(*) AS n FROM relations r JOIN entities e ON e.row = r.from_row WHERE true${scope.sql}`;
    return {
      memories: await this.count(within),
      entities: this.#count(`SELECT count(*) AS n FROM entities e WHERE true${scope.sql}`, scope.values),
      relations: this.#count(relations, scope.values),
    };
  }

  #count(sql: string, values: readonly string[]): number {
    return Number(this.#database.get(sql, ...values)?.n);
  }

  async reset(within: ScopeFilter): Promise<Counts> {
    const counts = this.#database.change(() => {
      const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
      const memories = this.#database.all(`SELECT m.row, m.id FROM memories m WHERE true${scope.sql}`, ...scope.values);
      const before = this.#graphSize();
      this.erase(memories.map((memory) => ({ row: Number(memory.row), id: String(memory.id) })));
      const bin = scopeClause(this.#scopes.within(within), 'scope_id');
      this.#database.run(`DELETE FROM deleted_memories WHERE true${bin.sql}`, ...bin.values);
      // A reset of one session leaves the entities that its user made by hand.
      if (within.session === undefined) this.#eraseGraph(within);
      this.#scopes.sweep();
      const after = this.#graphSize();
      return {
        memories: memories.length,
        entities: before.entities - after.entities,
        relations: before.relations - after.relations,
      };
    });
    this.#database.flushLog();
    if (Object.keys(within).length === 0) this.#database.forgetBackups();
    return counts;
  }

  #graphSize(): { entities: number; relations: number } {
    return {
      entities: this.#count('SELECT count(*) AS n FROM entities', []),
      relations: this.#count('SELECT count(*) AS n FROM relations', []),
    };
  }

  #eraseGraph(within: ScopeFilter): void {
    const scope = scopeClause(this.#scopes.within(entityReach(within)), 'e.scope_id');
    const owned = `SELECT e.row FROM entities e WHERE true${scope.sql}`;
    this.#database.run(`DELETE FROM relations WHERE from_row IN (${owned})`, ...scope.values);
    this.#database.run(`DELETE FROM relations WHERE to_row IN (${owned})`, ...scope.values);
    this.#database.run(`DELETE FROM mentions WHERE entity_row IN (${owned})`, ...scope.values);
    this.#database.run(`DELETE FROM entities WHERE row IN (${owned})`, ...scope.values);
  }

  /** A row of MEMORY_COLUMNS. */
  read(row: Row): Memory {
    const found = MemoryRow.parse(row);
    return {
      id: found.id,
      row: found.row,
      scope: this.#scopes.scopeOf(found.scope_id),
      content: found.content,
      kind: found.kind,
      type: found.type,
      label: found.label,
      tags: found.tags,
      summary: found.summary,
      importance: found.importance,
      metadata: found.metadata,
      eventTime: found.event_time,
      ingestionTime: found.ingestion_time,
      updatedAt: found.updated_at,
      validFrom: found.valid_from,
      validUntil: found.valid_until,
      invalidReason: found.invalid_reason,
      supersededBy: found.superseded_by,
      accesses: found.accesses,
      accessedAt: found.accessed_at,
      revision: found.revision,
    };
  }
}
