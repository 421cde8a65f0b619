import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
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
import { readPast, readPredecessor } from '../../rows/memory.ts';
import type { Analysing } from '../maintenance/analysing.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database, Queryable } from '../server/database.ts';
import { prepared, raw, type Sql, sql, when } from '../server/sql.ts';
import { PostgresBrowsing } from './browsing.ts';
import { countsWithin } from './counters.ts';
import { typeClause, validAt } from './filter.ts';
import { firstMemories, MEMORY, readMemories, readMemory, WITH_SCOPE } from './memory-row.ts';
import { lockSpaces, placeOf, scopeClause } from './scopes.ts';
import { insertMemories, rewriteMemory, storedBefore } from './writing.ts';

export class PostgresMemories implements MemoryStore {
  readonly #database: Database;
  readonly #browsing: PostgresBrowsing;
  readonly #analysing: Analysing;

  constructor(database: Database, analysing: Analysing) {
    this.#database = database;
    this.#analysing = analysing;
    this.#browsing = new PostgresBrowsing(database);
  }

  async add(memories: readonly NewMemory[]): Promise<Memory[]> {
    const added = await this.#database.change((on) => insertMemories(on, memories), {
      settled: (on) => storedBefore(on, memories),
    });
    this.#analysing.wrote(added.length);
    feederOf(this.#database, 'vectors').wrote(memories.flatMap(({ passages }) => passages));
    return added;
  }

  async addIfNew(memory: NewMemory, since: number): Promise<Memory | null> {
    const insert = async (on: Queryable) => {
      const { id, space } = await placeOf(on, memory.scope);
      await lockSpaces(on, [space]);
      // When this is repeated after a lost answer, the memory itself does not count as said before.
      const said = await on.get(sql`SELECT 1 FROM memories WHERE tenant_id = ${on.tenant} AND scope_id = ${id}
        AND ingestion_time >= ${since} AND content = ${memory.content} AND id <> ${memory.id}`);
      return said ? [] : insertMemories(on, [memory]);
    };
    const [added] = await this.#database.change(insert, { settled: (on) => storedBefore(on, [memory]) });
    if (added) feederOf(this.#database, 'vectors').wrote(memory.passages);
    return added ?? null;
  }

  async get(id: string | number, within: ScopeFilter): Promise<Memory | null> {
    const { tenant } = this.#database;
    const scope = scopeClause(tenant, within, 'm.scope_id');
    const key = typeof id === 'number' ? sql`m.row = ${id}` : sql`m.id = ${id}`;
    const own = sql`SELECT ${MEMORY}, 0 AS place FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND ${key}${scope}`;
    // The id of a merged memory resolves to the one it was merged into.
    const merged = sql`SELECT ${MEMORY}, 1 FROM trace_names n JOIN memories m ON m.tenant_id = ${tenant} AND m.row = n.memory_row ${WITH_SCOPE}
      WHERE n.tenant_id = ${tenant} AND n.key = ${String(id)} AND n.label = 'Memory' AND n.space = ''${scope}`;
    const find = typeof id === 'number' ? own : sql`(${own}) UNION ALL (${merged}) ORDER BY place LIMIT 1`;
    const row = await this.#database.get(prepared(find), within);
    return row ? readMemory(row) : null;
  }

  async byRows(rows: readonly number[]): Promise<Memory[]> {
    const wanted = sql`SELECT ${MEMORY} FROM unnest(${rows}::bigint[]) WITH ORDINALITY wanted(row, place)
      JOIN memories m ON m.tenant_id = ${this.#database.tenant} AND m.row = wanted.row ${WITH_SCOPE} ORDER BY wanted.place`;
    return readMemories(await this.#database.all(prepared(wanted)));
  }

  async list({ within, validAt: moment, past, types, importance, limit, offset }: MemoryQuery): Promise<Memory[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      firstMemories(
        sql`WHERE m.tenant_id = ${tenant}${when(
          moment !== undefined,
          () => sql` AND ${validAt('m', moment ?? 0, past)}`,
        )}${scopeClause(tenant, within, 'm.scope_id')}${typeClause(types, 'm')}${when(
          importance !== undefined,
          () => sql` AND m.importance > ${importance?.above ?? 0} AND m.importance <= ${importance?.atMost ?? 0}`,
        )}`,
        'm.ingestion_time DESC, m.row DESC',
        sql`LIMIT ${limit} OFFSET ${offset}`,
      ),
      within,
    );
    return readMemories(rows);
  }

  page(page: MemoryPage): Promise<Memory[]> {
    return this.#browsing.page(page);
  }

  knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]> {
    return this.#browsing.knownAt(page, knownAt);
  }

  earliest(within: ScopeFilter): Promise<number | null> {
    return this.#browsing.earliest(within);
  }

  names(within: ScopeFilter): Promise<MemoryNames> {
    return this.#browsing.names(within);
  }

  count(within: ScopeFilter, learnedBefore?: number): Promise<number> {
    const { tenant } = this.#database;
    const own = sql`WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')}`;
    return this.#count(
      learnedBefore === undefined
        ? sql`SELECT coalesce(sum(held), 0) AS n FROM memory_counts ${own}`
        : sql`SELECT count(*) AS n FROM memories ${own} AND ingestion_time < ${learnedBefore}`,
      within,
    );
  }

  async change(id: string, revision: number, change: MemoryChange): Promise<Memory | null> {
    const changed = await this.#database.change(async (on) => {
      const current = await on.get(sql`SELECT ${MEMORY}, m.conversation FROM memories m ${WITH_SCOPE}
        WHERE m.tenant_id = ${on.tenant} AND m.id = ${id} AND m.revision = ${revision} FOR NO KEY UPDATE OF m`);
      if (!current) return null;
      const known = current.conversation === null ? null : String(current.conversation);
      const { derived, trace, conversation = known, ...fields } = change;
      const before = readMemory(current);
      return rewriteMemory(
        on,
        before,
        { ...before, ...fields },
        { conversation, embedded: derived, names: derived, trace },
      );
    });
    feederOf(this.#database, 'vectors').wrote(change.derived?.passages ?? []);
    return changed;
  }

  async replacedBy(rows: readonly number[], within: ScopeFilter): Promise<ReadonlyMap<number, Predecessor>> {
    const { tenant } = this.#database;
    const found = await this.#database.all(
      prepared(sql`SELECT n.row AS successor, m.id, m.valid_until AS until, m.content FROM memories n
        JOIN memories m ON m.tenant_id = ${tenant} AND m.superseded_by = n.id
        WHERE n.tenant_id = ${tenant} AND n.row = ANY (${rows}::bigint[]) AND m.valid_until IS NOT NULL${scopeClause(tenant, within, 'm.scope_id')} ORDER BY m.valid_until`),
      within,
    );
    return new Map(found.map(readPredecessor));
  }

  async history(id: string): Promise<PastState[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(sql`SELECT m.id, c.changed_at, c.before FROM memories m
      JOIN memory_changes c ON c.tenant_id = ${tenant} AND c.memory_row = m.row WHERE m.tenant_id = ${tenant} AND m.id = ${id}
      ORDER BY c.revision DESC`);
    return rows.map(readPast);
  }

  async touch(id: string, at: number): Promise<void> {
    const { tenant } = this.#database;
    await this.#database.run(
      prepared(
        sql`UPDATE memories SET accesses = accesses + 1, accessed_at = ${at} WHERE tenant_id = ${tenant} AND id = ${id}`,
      ),
    );
  }

  async types(within: ScopeFilter, moment?: number): Promise<Map<string, number>> {
    const { tenant } = this.#database;
    const counts =
      moment === undefined
        ? sql`SELECT type, kind, held AS n FROM memory_counts WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')}`
        : countsWithin(tenant, { within, validAt: moment });
    const rows = await this.#database.all(
      sql`SELECT coalesce(c.type, c.kind) AS type, sum(c.n) AS n FROM (${counts}) c GROUP BY 1`,
      within,
    );
    return new Map(rows.map((row) => [String(row.type), Number(row.n)]));
  }

  async counts(within: ScopeFilter): Promise<Counts> {
    const { tenant } = this.#database;
    const scope = scopeClause(tenant, entityReach(within), 'e.scope_id');
    const of = (tables: string) =>
      this.#count(sql`SELECT count(*) AS n FROM ${raw(tables)} WHERE e.tenant_id = ${tenant}${scope}`, within);
    const [memories, entities, relations] = await Promise.all([
      this.count(within),
      of('entities e'),
      of('relations r JOIN entities e ON e.tenant_id = r.tenant_id AND e.row = r.from_row'),
    ]);
    return { memories, entities, relations };
  }

  async #count(query: Sql, within: ScopeFilter): Promise<number> {
    return Number((await this.#database.get(prepared(query), within))?.n);
  }
}
