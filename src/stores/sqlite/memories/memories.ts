import * as z from 'zod';
import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import { mentionsOf } from '../../../engine/memories/derived.ts';
import type {
  Counts,
  MemoryChange,
  MemoryNames,
  MemoryPage,
  MemoryQuery,
  MemoryStore,
  MemoryThen,
  NewMemory,
  Predecessor,
} from '../../../engine/memories/ports.ts';
import type { Memory, PastState } from '../../../engine/model.ts';
import { columnsOf, type Rewritten, readPast, readPredecessor, valuesBefore } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { SqliteBrowsing } from './browsing.ts';
import { digestOf } from './digest.ts';
import { typeClause, validAt } from './filter.ts';
import { MEMORY_COLUMNS, readMemories, readMemory } from './memory-row.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import type { Tables } from './tables.ts';

export class SqliteMemories implements MemoryStore {
  readonly #tables: Tables;
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #browsing: SqliteBrowsing;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#database = tables.database;
    this.#scopes = tables.scopes;
    this.#browsing = new SqliteBrowsing(this.#database, this.#scopes);
  }

  async add(memories: readonly NewMemory[]): Promise<Memory[]> {
    return this.#database.change(() => memories.map((memory) => this.insert(memory)));
  }

  async addIfNew(memory: NewMemory, since: number): Promise<Memory | null> {
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

  /** Inserts a memory; one in the bin with the same id is forgotten. Call it inside a change. */
  insert({ passages, model, mentions, phrases, conversation, trace, relations, ...memory }: NewMemory): Memory {
    const scope = this.#scopes.idOf(memory.scope);
    this.#database.run('DELETE FROM deleted_memories WHERE id = ? AND scope_id = ?', memory.id, scope);
    const revision = this.#tables.revisions.next();
    const plain = { id: memory.id, scope_id: scope, ...columnsOf({ ...memory, revision }, conversation) };
    const columns = { ...plain, digest: digestOf(plain) };
    const names = Object.keys(columns);
    const { lastRow: row } = this.#database.run(
      `INSERT INTO memories (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    );
    this.#tables.passages.insert(row, { passages, model });
    this.#tables.mentions.insert(row, memory.scope, { mentions, phrases }, memory.updatedAt);
    this.#tables.trace.insert(row, trace, memory.updatedAt);
    this.#tables.trace.declare(row, relations, memory.updatedAt);
    return { ...memory, row, revision };
  }

  async get(id: string | number, within: ScopeFilter): Promise<Memory | null> {
    return this.find(id, within);
  }

  find(id: string | number, within: ScopeFilter): Memory | null {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const key = typeof id === 'number' ? 'row' : 'id';
    const sql = `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.${key} = ?${scope.sql}`;
    const row = this.#database.get(sql, id, ...scope.values) ?? this.#mergedInto(id, scope);
    return row ? readMemory(row, this.#scopes) : null;
  }

  /** The id of a merged memory resolves to the one it was merged into. */
  #mergedInto(id: string | number, scope: ReturnType<typeof scopeClause>): Row | undefined {
    if (typeof id === 'number') return undefined;
    const sql = `SELECT ${MEMORY_COLUMNS} FROM trace_names n JOIN memories m ON m.row = n.memory_row
      WHERE n.key = ? AND n.label = 'Memory' AND n.space = ''${scope.sql}`;
    return this.#database.get(sql, id, ...scope.values);
  }

  async byRows(rows: readonly number[]): Promise<Memory[]> {
    const sql = `SELECT ${MEMORY_COLUMNS} FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value ORDER BY wanted.key`;
    return readMemories(this.#database.all(sql, JSON.stringify(rows)), this.#scopes);
  }

  async list({ within, validAt: moment, past, types, importance, limit, offset }: MemoryQuery): Promise<Memory[]> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const type = typeClause(types, 'm');
    const rows = this.#database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE ${moment === undefined ? 'true' : validAt('m', past)}${scope.sql}${type.sql}
         ${importance === undefined ? '' : 'AND m.importance > ? AND m.importance <= ?'}
       ORDER BY m.ingestion_time DESC, m.row DESC LIMIT ? OFFSET ?`,
      ...(moment === undefined ? [] : [moment, moment]),
      ...scope.values,
      ...type.values,
      ...(importance === undefined ? [] : [importance.above, importance.atMost]),
      limit,
      offset,
    );
    return readMemories(rows, this.#scopes);
  }

  async page(page: MemoryPage): Promise<Memory[]> {
    return this.#browsing.page(page);
  }

  async knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]> {
    return this.#browsing.knownAt(page, knownAt);
  }

  async earliest(within: ScopeFilter): Promise<number | null> {
    return this.#browsing.earliest(within);
  }

  async names(within: ScopeFilter): Promise<MemoryNames> {
    return this.#browsing.names(within);
  }

  async count(within: ScopeFilter, learnedBefore?: number): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const learned = learnedBefore === undefined ? '' : ' AND ingestion_time < ?';
    const values = learnedBefore === undefined ? [] : [learnedBefore];
    return this.#count(`SELECT count(*) AS n FROM memories WHERE true${learned}${scope.sql}`, [
      ...values,
      ...scope.values,
    ]);
  }

  async change(id: string, revision: number, change: MemoryChange): Promise<Memory | null> {
    const changed = await this.#database.change(() => {
      const current = this.#database.get(
        `SELECT ${MEMORY_COLUMNS}, m.conversation FROM memories m WHERE m.id = ? AND m.revision = ?`,
        id,
        revision,
      );
      if (!current) return null;
      const { derived, trace, conversation = z.string().nullable().parse(current.conversation), ...fields } = change;
      const before = readMemory(current, this.#scopes);
      return this.rewrite(before, { ...before, ...fields }, { conversation, embedded: derived, names: derived, trace });
    });
    if (change.derived) await this.#database.flushLog();
    return changed;
  }

  /** Replaces a memory, with as much of its derived data as is given. Call it inside a change. */
  rewrite(
    before: Memory,
    after: Memory,
    { conversation, embedded, names, trace, isUnlogged, at = after.updatedAt }: Rewritten,
  ): Memory {
    const { revisions, passages, mentions } = this.#tables;
    const memory = { ...after, revision: revisions.next() };
    if (!isUnlogged) this.#log(before, memory, at);
    if (!isUnlogged && memory.content !== before.content) this.#forgetPairs(memory.row);
    const plain = columnsOf(memory, conversation);
    const scope_id = this.#scopes.idOf(memory.scope);
    const columns = { ...plain, digest: digestOf({ id: memory.id, scope_id, ...plain }) };
    this.#database.run(
      `UPDATE memories SET ${Object.keys(columns)
        .map((name) => `${name} = ?`)
        .join(', ')} WHERE row = ?`,
      ...Object.values(columns),
      memory.row,
    );
    if (embedded) {
      passages.remove([memory.row]);
      passages.insert(memory.row, embedded);
    }
    if (names) {
      const told = mentions.told(memory.row, mentionsOf(before));
      mentions.remove(memory.row);
      mentions.insert(memory.row, memory.scope, names, memory.updatedAt);
      for (const entity of told) mentions.linkTold(memory.row, entity);
    }
    if (trace) this.#tables.trace.replace(memory.row, trace, memory.updatedAt);
    return memory;
  }

  /** What was found or decided about its former text. */
  #forgetPairs(row: number): void {
    this.#database.run('DELETE FROM memory_pairs WHERE memory_row = ? OR other_row = ?', row, row);
  }

  #log(before: Memory, after: Memory, at: number): void {
    const was = valuesBefore(before, after);
    if (was === null) return;
    this.#database.run(
      'INSERT INTO memory_changes (memory_row, revision, changed_at, before) VALUES (?, ?, ?, ?)',
      before.row,
      after.revision,
      at,
      was,
    );
  }

  async replacedBy(wanted: readonly number[], within: ScopeFilter): Promise<ReadonlyMap<number, Predecessor>> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT s.row AS successor, m.id, m.valid_until AS until, m.content FROM json_each(?) wanted
       CROSS JOIN memories s ON s.row = wanted.value CROSS JOIN memories m ON m.superseded_by = s.id
       WHERE m.valid_until IS NOT NULL${scope.sql} ORDER BY m.valid_until`,
      JSON.stringify(wanted),
      ...scope.values,
    );
    return new Map(rows.map(readPredecessor));
  }

  async history(id: string): Promise<PastState[]> {
    const rows = this.#database.all(
      `SELECT m.id, c.changed_at, c.before FROM memories m JOIN memory_changes c ON c.memory_row = m.row WHERE m.id = ?
       ORDER BY c.revision DESC`,
      id,
    );
    return rows.map(readPast);
  }

  async touch(id: string, at: number): Promise<void> {
    await this.#database.change(() =>
      this.#database.run('UPDATE memories SET accesses = accesses + 1, accessed_at = ? WHERE id = ?', at, id),
    );
  }

  async types(within: ScopeFilter, moment?: number): Promise<Map<string, number>> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT ifnull(m.type, m.kind) AS type, count(*) AS n FROM memories m
       WHERE ${moment === undefined ? 'true' : validAt('m')}${scope.sql} GROUP BY 1`,
      ...(moment === undefined ? [] : [moment, moment]),
      ...scope.values,
    );
    return new Map(rows.map((row) => [String(row.type), Number(row.n)]));
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

  #count(sql: string, values: readonly (string | number)[]): number {
    return Number(this.#database.get(sql, ...values)?.n);
  }
}
