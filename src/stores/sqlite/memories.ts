import { z } from 'zod';
import { entityReach, type ScopeFilter } from '../../engine/access/actor.ts';
import { type Memory, MemoryKind, Metadata } from '../../engine/model.ts';
import type { Counts, MemoryChange, MemoryQuery, MemoryStore, NewMemory } from '../../engine/ports.ts';
import type { Database, Row } from './database.ts';
import type { SqliteMentions } from './mentions.ts';
import type { SqlitePassages } from './passages.ts';
import type { Revisions } from './revisions.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import { validAt } from './validity.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  importance: z.number(),
  metadata: z.string().transform((text) => Metadata.parse(JSON.parse(text))),
  event_time: z.number(),
  ingestion_time: z.number(),
  updated_at: z.number(),
  valid_from: z.number(),
  valid_until: z.number().nullable(),
  invalid_reason: z.string().nullable(),
  superseded_by: z.string().nullable(),
  revision: z.number(),
});
const COLUMNS = Object.keys(MemoryRow.shape)
  .map((column) => `m.${column}`)
  .join(', ');

export class SqliteMemories implements MemoryStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #revisions: Revisions;
  readonly #passages: SqlitePassages;
  readonly #mentions: SqliteMentions;

  constructor(
    database: Database,
    scopes: Scopes,
    revisions: Revisions,
    passages: SqlitePassages,
    mentions: SqliteMentions,
  ) {
    this.#database = database;
    this.#scopes = scopes;
    this.#revisions = revisions;
    this.#passages = passages;
    this.#mentions = mentions;
  }

  async add(memories: readonly NewMemory[]): Promise<Memory[]> {
    return this.#database.change(() => memories.map((memory) => this.#insert(memory)));
  }

  #insert({ passages, model, mentions, phrases, conversation, ...memory }: NewMemory): Memory {
    const revision = this.#revisions.next();
    const { lastRow: row } = this.#database.run(
      `INSERT INTO memories (id, scope_id, content, kind, importance, metadata, conversation, event_time, ingestion_time,
         updated_at, valid_from, valid_until, invalid_reason, superseded_by, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      memory.id,
      this.#scopes.idOf(memory.scope),
      memory.content,
      memory.kind,
      memory.importance,
      JSON.stringify(memory.metadata),
      conversation,
      memory.eventTime,
      memory.ingestionTime,
      memory.updatedAt,
      memory.validFrom,
      memory.validUntil,
      memory.invalidReason,
      memory.supersededBy,
      revision,
    );
    this.#passages.insert(row, { passages, model });
    this.#mentions.insert(row, memory.scope, { mentions, phrases }, memory.updatedAt);
    return { ...memory, row, revision };
  }

  async get(id: string, within: ScopeFilter): Promise<Memory | null> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const row = this.#database.get(`SELECT ${COLUMNS} FROM memories m WHERE m.id = ?${scope.sql}`, id, ...scope.values);
    return row ? this.#read(row) : null;
  }

  async byRows(rows: readonly number[]): Promise<Memory[]> {
    const sql = `SELECT ${COLUMNS} FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value ORDER BY wanted.key`;
    return this.#database.all(sql, JSON.stringify(rows)).map((row) => this.#read(row));
  }

  async list({ within, validAt: moment, limit, offset }: MemoryQuery): Promise<Memory[]> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT ${COLUMNS} FROM memories m WHERE ${moment === undefined ? 'true' : validAt('m')}${scope.sql}
       ORDER BY m.ingestion_time DESC, m.row DESC LIMIT ? OFFSET ?`,
      ...(moment === undefined ? [] : [moment, moment]),
      ...scope.values,
      limit,
      offset,
    );
    return rows.map((row) => this.#read(row));
  }

  async count(within: ScopeFilter): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    return this.#count(`SELECT count(*) AS n FROM memories WHERE true${scope.sql}`, scope.values);
  }

  async change(id: string, revision: number, change: MemoryChange): Promise<Memory | null> {
    const changed = this.#database.change(() => {
      const current = this.#database.get(
        `SELECT ${COLUMNS}, m.conversation FROM memories m WHERE m.id = ? AND m.revision = ?`,
        id,
        revision,
      );
      if (!current) return null;
      const { derived, conversation = z.string().nullable().parse(current.conversation), ...fields } = change;
      const memory = { ...this.#read(current), ...fields, revision: this.#revisions.next() };
      this.#database.run(
        `UPDATE memories SET content = ?, kind = ?, importance = ?, metadata = ?, conversation = ?, updated_at = ?,
           valid_until = ?, invalid_reason = ?, superseded_by = ?, revision = ? WHERE row = ?`,
        memory.content,
        memory.kind,
        memory.importance,
        JSON.stringify(memory.metadata),
        conversation,
        memory.updatedAt,
        memory.validUntil,
        memory.invalidReason,
        memory.supersededBy,
        memory.revision,
        memory.row,
      );
      if (derived) {
        this.#passages.remove([memory.row]);
        this.#passages.insert(memory.row, derived);
        this.#mentions.remove(memory.row);
        this.#mentions.insert(memory.row, memory.scope, derived, memory.updatedAt);
      }
      return memory;
    });
    if (change.derived) this.#database.flushLog();
    return changed;
  }

  async remove(id: string, within: ScopeFilter): Promise<boolean> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const removed = this.#database.change(() => {
      const found = this.#database.get(`SELECT m.row FROM memories m WHERE m.id = ?${scope.sql}`, id, ...scope.values);
      if (!found) return false;
      this.#erase([{ row: Number(found.row), id }]);
      this.#scopes.sweep();
      return true;
    });
    if (removed) this.#database.flushLog();
    return removed;
  }

  #erase(memories: readonly { row: number; id: string }[]): void {
    this.#passages.remove(memories.map(({ row }) => row));
    for (const { row, id } of memories) {
      this.#mentions.remove(row);
      this.#database.run('DELETE FROM code_links WHERE memory_row = ?', row);
      this.#database.run('UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?', id);
      this.#database.run('DELETE FROM memories WHERE row = ?', row);
      this.#revisions.removed(row);
    }
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
      this.#erase(memories.map((memory) => ({ row: Number(memory.row), id: String(memory.id) })));
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

  #read(row: Row): Memory {
    const found = MemoryRow.parse(row);
    return {
      id: found.id,
      row: found.row,
      scope: this.#scopes.scopeOf(found.scope_id),
      content: found.content,
      kind: found.kind,
      importance: found.importance,
      metadata: found.metadata,
      eventTime: found.event_time,
      ingestionTime: found.ingestion_time,
      updatedAt: found.updated_at,
      validFrom: found.valid_from,
      validUntil: found.valid_until,
      invalidReason: found.invalid_reason,
      supersededBy: found.superseded_by,
      revision: found.revision,
    };
  }
}
