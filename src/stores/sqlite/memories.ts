import { z } from 'zod';
import type { ScopeFilter } from '../../engine/access/actor.ts';
import { Memory, MemoryKind } from '../../engine/model.ts';
import type { Counts, MemoryChange, MemoryQuery, MemoryStore, NewMemory } from '../../engine/ports.ts';
import type { Database, Row } from './database.ts';
import { SqliteMentions } from './mentions.ts';
import type { SqlitePassages } from './passages.ts';
import { type Scopes, scopeClause } from './scopes.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  importance: z.number(),
  metadata: z.string(),
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
const REMOVALS_KEPT = 10_000;
const VALID_AT = 'm.valid_from <= ? AND (m.valid_until IS NULL OR m.valid_until > ?)';

export class SqliteMemories implements MemoryStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #passages: SqlitePassages;
  readonly #mentions: SqliteMentions;

  constructor(database: Database, scopes: Scopes, passages: SqlitePassages) {
    this.#database = database;
    this.#scopes = scopes;
    this.#passages = passages;
    this.#mentions = new SqliteMentions(database, scopes);
  }

  async add(memories: readonly NewMemory[]): Promise<Memory[]> {
    return this.#database.change(() => memories.map((memory) => this.#insert(memory)));
  }

  #insert(memory: NewMemory): Memory {
    const { passages, mentions, phrases, conversation, ...fields } = memory;
    const scopeId = this.#scopes.idOf(memory.scope);
    const revision = this.nextRevision();
    const { lastRow: row } = this.#database.run(
      `INSERT INTO memories (id, scope_id, content, kind, importance, metadata, conversation, event_time, ingestion_time,
         updated_at, valid_from, valid_until, invalid_reason, superseded_by, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      memory.id,
      scopeId,
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
    this.#passages.insert(row, passages);
    this.#mentions.insert(row, memory.scope, { mentions, phrases }, memory.updatedAt);
    return { ...fields, row, revision };
  }

  async get(id: string, within: ScopeFilter): Promise<Memory | null> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const row = this.#database.get(`SELECT ${COLUMNS} FROM memories m WHERE m.id = ?${scope}`, id);
    return row ? this.read(row) : null;
  }

  async byRows(rows: readonly number[]): Promise<Memory[]> {
    const sql = `SELECT ${COLUMNS} FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value ORDER BY wanted.key`;
    return this.#database.all(sql, JSON.stringify(rows)).map((row) => this.read(row));
  }

  async list({ within, validAt, limit, offset }: MemoryQuery): Promise<{ memories: Memory[]; total: number }> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const where = `${validAt === undefined ? 'true' : VALID_AT}${scope}`;
    const times = validAt === undefined ? [] : [validAt, validAt];
    const total = this.#database.get(`SELECT count(*) AS n FROM memories m WHERE ${where}`, ...times)?.n;
    const rows = this.#database.all(
      `SELECT ${COLUMNS} FROM memories m WHERE ${where} ORDER BY m.ingestion_time DESC, m.row DESC LIMIT ? OFFSET ?`,
      ...times,
      limit,
      offset,
    );
    return { memories: rows.map((row) => this.read(row)), total: Number(total) };
  }

  async change(id: string, revision: number, change: MemoryChange): Promise<Memory | null> {
    const found = this.#database.change(() => {
      const current = this.#database.get(
        `SELECT ${COLUMNS}, m.conversation FROM memories m WHERE m.id = ? AND m.revision = ?`,
        id,
        revision,
      );
      if (!current) return null;
      const { derived, conversation, ...fields } = change;
      const memory = { ...this.read(current), ...fields, revision: this.nextRevision() };
      this.#database.run(
        `UPDATE memories SET content = ?, kind = ?, importance = ?, metadata = ?, conversation = ?, updated_at = ?,
           valid_until = ?, invalid_reason = ?, superseded_by = ?, revision = ? WHERE row = ?`,
        memory.content,
        memory.kind,
        memory.importance,
        JSON.stringify(memory.metadata),
        conversation === undefined ? z.string().nullable().parse(current.conversation) : conversation,
        memory.updatedAt,
        memory.validUntil,
        memory.invalidReason,
        memory.supersededBy,
        memory.revision,
        memory.row,
      );
      if (derived) {
        this.#passages.remove(memory.row);
        this.#passages.insert(memory.row, derived.passages);
        this.#mentions.remove(memory.row);
        this.#mentions.insert(memory.row, memory.scope, derived, memory.updatedAt);
      }
      return memory;
    });
    if (change.derived) this.#database.flushLog();
    return found;
  }

  async remove(id: string, within: ScopeFilter): Promise<boolean> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const removed = this.#database.change(() => {
      const found = this.#database.get(`SELECT row FROM memories WHERE id = ?${scope}`, id);
      if (!found) return false;
      this.#erase(Number(found.row), id);
      return true;
    });
    if (removed) this.#database.flushLog();
    return removed;
  }

  #erase(row: number, id: string): void {
    this.#passages.remove(row);
    this.#mentions.remove(row);
    this.#database.run('UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?', id);
    this.#database.run('DELETE FROM memories WHERE row = ?', row);
    const revision = this.nextRevision();
    this.#database.run('INSERT INTO removals (revision, row) VALUES (?, ?)', revision, row);
    if (revision % REMOVALS_KEPT === 0) this.#forgetRemovals(revision - REMOVALS_KEPT);
  }

  /** A process that has slept through more than this reads the vectors anew. */
  #forgetRemovals(floor: number): void {
    this.#database.run('DELETE FROM removals WHERE revision <= ?', floor);
    this.#database.run("INSERT OR REPLACE INTO settings (key, value) VALUES ('removals_floor', ?)", String(floor));
  }

  async counts(within: ScopeFilter): Promise<Counts> {
    const scopes = this.#scopes.within(within);
    const { session: _, ...entityFilter } = within;
    const entityScopes = this.#scopes.within(entityFilter);
    const count = (sql: string) => Number(this.#database.get(sql)?.n);
    return {
      memories: count(`SELECT count(*) AS n FROM memories WHERE true${scopeClause(scopes, 'scope_id')}`),
      entities: count(`SELECT count(*) AS n FROM entities WHERE true${scopeClause(entityScopes, 'scope_id')}`),
      relations: count(
        `SELECT count(*) AS n FROM relations r JOIN entities e ON e.row = r.from_row
         WHERE true${scopeClause(entityScopes, 'e.scope_id')}`,
      ),
    };
  }

  async reset(within: ScopeFilter): Promise<Counts> {
    const scopes = this.#scopes.within(within);
    const { session, ...entityFilter } = within;
    const entityScopes = this.#scopes.within(entityFilter);
    const counts = await this.counts(within);
    this.#database.change(() => {
      const rows = this.#database.all(`SELECT row, id FROM memories WHERE true${scopeClause(scopes, 'scope_id')}`);
      for (const row of rows) this.#erase(Number(row.row), String(row.id));
      // A reset of one session leaves the entities that its user made by hand.
      if (session !== undefined) return;
      const owned = `SELECT row FROM entities WHERE true${scopeClause(entityScopes, 'scope_id')}`;
      this.#database.run(`DELETE FROM relations WHERE from_row IN (${owned}) OR to_row IN (${owned})`);
      this.#database.run(`DELETE FROM mentions WHERE entity_row IN (${owned})`);
      this.#database.run(`DELETE FROM entities WHERE row IN (${owned})`);
    });
    this.#database.flushLog();
    return counts;
  }

  nextRevision(): number {
    const next = this.#database.get(
      `INSERT INTO settings (key, value) VALUES ('revision', '1')
       ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`,
    );
    return Number(next?.value);
  }

  read(row: Row): Memory {
    const parsed = MemoryRow.parse(row);
    return Memory.parse({
      id: parsed.id,
      row: parsed.row,
      scope: this.#scopes.scopeOf(parsed.scope_id),
      content: parsed.content,
      kind: parsed.kind,
      importance: parsed.importance,
      metadata: JSON.parse(parsed.metadata),
      eventTime: parsed.event_time,
      ingestionTime: parsed.ingestion_time,
      updatedAt: parsed.updated_at,
      validFrom: parsed.valid_from,
      validUntil: parsed.valid_until,
      invalidReason: parsed.invalid_reason,
      supersededBy: parsed.superseded_by,
      revision: parsed.revision,
    });
  }
}
