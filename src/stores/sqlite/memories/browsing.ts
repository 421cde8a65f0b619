// Lists memories in pages, by key; also as they were known at some moment.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { groupBy } from '../../../engine/group.ts';
import type { MemoryNames, MemoryPage, MemoryThen } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { MAX_NAMES, READ_FOR_NAMES } from '../../rows/limits.ts';
import { readPast } from '../../rows/memory.ts';
import { fullPage } from '../../rows/pages.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { validAt } from './filter.ts';
import { MEMORY_COLUMNS, placeOf, readMemories } from './memory-row.ts';
import { type Scopes, scopeClause } from './scopes.ts';

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const when = (isSet: boolean, sql: string, ...values: (string | number)[]): Condition[] =>
  isSet ? [{ sql, values }] : [];

const LISTED = '(SELECT value FROM json_each(?))';

export class SqliteBrowsing {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  page(page: MemoryPage): Promise<Memory[]> {
    return this.#page(page, [...filing(page), ...validity(page)]);
  }

  /** Without damaged memories, which must not make a page look like the last. */
  #page(page: MemoryPage, more: readonly Condition[]): Promise<Memory[]> {
    return fullPage(
      page,
      (after) => this.#rows({ ...page, after }, more),
      placeOf,
      (rows) => readMemories(rows, this.#scopes),
    );
  }

  /** Includes memories changed since, which may have matched then: the caller checks. */
  async knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]> {
    const since = 'EXISTS (SELECT 1 FROM memory_changes c WHERE c.memory_row = m.row AND c.changed_at > ?)';
    const matching = [...filing(page), ...validity(page)].map(({ sql, values }) => ({
      sql: `(${sql} OR ${since})`,
      values: [...values, knownAt],
    }));
    const known = { sql: 'm.ingestion_time <= ?', values: [knownAt] };
    const memories = await this.#page(page, [known, ...matching]);
    const rows = this.#database.all(
      `SELECT c.memory_row, c.changed_at, c.before FROM json_each(?) wanted JOIN memory_changes c ON c.memory_row = wanted.value
       WHERE c.changed_at > ? ORDER BY c.revision DESC`,
      JSON.stringify(memories.map(({ row }) => row)),
      knownAt,
    );
    const later = groupBy(rows, (row) => Number(row.memory_row));
    return memories.map((memory) => ({
      memory,
      later: (later.get(memory.row) ?? []).map((row) => readPast({ ...row, id: memory.id })),
    }));
  }

  #rows({ within, after, limit, ...page }: MemoryPage, more: readonly Condition[]): Row[] {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const { since, until } = page;
    const conditions = [
      ...when(since !== undefined, 'm.ingestion_time >= ?', since ?? 0),
      ...when(until !== undefined, 'm.ingestion_time < ?', until ?? 0),
      ...when(after !== null, '(m.ingestion_time, m.id) < (?, ?)', after?.time ?? 0, after?.id ?? ''),
      ...more,
    ];
    return this.#database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE true${conditions.map(({ sql }) => ` AND ${sql}`).join('')}${scope.sql}
       ORDER BY m.ingestion_time DESC, m.id DESC LIMIT ?`,
      ...conditions.flatMap(({ values }) => values),
      ...scope.values,
      limit,
    );
  }

  earliest(within: ScopeFilter): number | null {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    // Queried separately, each is the first entry of an index.
    const first = (column: string) =>
      this.#database.get(`SELECT min(${column}) AS at FROM memories WHERE true${scope.sql}`, ...scope.values)?.at;
    const [learned, valid] = [first('ingestion_time'), first('valid_from')];
    return learned == null || valid == null ? null : Math.min(Number(learned), Number(valid));
  }

  names(within: ScopeFilter): MemoryNames {
    const scopes = this.#scopes.within(within);
    const scope = scopeClause(scopes, 'scope_id');
    const newest = (column: string) =>
      `SELECT ${column} FROM memories WHERE true${scope.sql} ORDER BY ingestion_time DESC, row DESC LIMIT ${READ_FOR_NAMES}`;
    const values = (sql: string) =>
      this.#database.all(`${sql} LIMIT ${MAX_NAMES}`, ...scope.values).map(({ name }) => String(name));
    const own = scopeClause(scopes, 'id');
    const dimension = (column: string) =>
      this.#database
        .all(
          `SELECT DISTINCT ${column} AS name FROM scopes WHERE ${column} IS NOT NULL${own.sql} ORDER BY 1 LIMIT ${MAX_NAMES}`,
          ...own.values,
        )
        .map(({ name }) => String(name));
    return {
      tags: values(
        `SELECT t.value AS name FROM (${newest('tags')}) m, json_each(m.tags) t GROUP BY 1 ORDER BY count(*) DESC, 1`,
      ),
      labels: values(
        `SELECT label AS name FROM (${newest('label')}) WHERE label IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
      ),
      users: dimension('user'),
      projects: dimension('project'),
    };
  }
}

const filing = ({ kinds, types, tag, label }: MemoryPage): Condition[] => [
  ...when(kinds !== undefined, `m.kind IN ${LISTED}`, JSON.stringify(kinds)),
  ...when(types !== undefined, `m.type IN ${LISTED}`, JSON.stringify(types)),
  ...when(tag !== undefined, 'EXISTS (SELECT 1 FROM json_each(m.tags) t WHERE t.value = ?)', tag ?? ''),
  ...when(label !== undefined, 'm.label = ?', label ?? ''),
];

function validity({ validity }: MemoryPage): Condition[] {
  if (validity === undefined) return [];
  const { at, isValid, past } = validity;
  // The plus keeps SQLite from using the index on valid_from: nearly all memories are in that range, and would be sorted.
  const sql = `+${validAt('m', past)}`;
  return [{ sql: isValid ? `(${sql})` : `NOT (${sql})`, values: [at, at] }];
}
