// Lists memories in pages, by key; also as they were known at some moment.
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { groupBy } from '../../../engine/group.ts';
import type { MemoryNames, MemoryPage, MemoryThen } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { MAX_NAMES, READ_FOR_NAMES } from '../../rows/limits.ts';
import { readPast } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../server/database.ts';
import { joined, NOTHING, raw, type Sql, sql, when } from '../server/sql.ts';
import { validAt } from './filter.ts';
import { firstMemories, readMemories, TAGS } from './memory-row.ts';
import { scopeClause, scopesWithin } from './scopes.ts';

export class PostgresBrowsing {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(page: MemoryPage): Promise<Memory[]> {
    const matching = [...filing(page), ...validity(page)].map((condition) => sql` AND ${condition}`);
    return readMemories(await this.#rows(page, joined(matching, '')));
  }

  /** Includes memories changed since, which may have matched then: the caller checks. */
  async knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]> {
    const { tenant } = this.#database;
    const since = sql`EXISTS (SELECT 1 FROM memory_changes c WHERE c.tenant_id = ${tenant} AND c.memory_row = m.row AND c.changed_at > ${knownAt})`;
    const matching = [...filing(page), ...validity(page)].map((condition) => sql` AND (${condition} OR ${since})`);
    const memories = readMemories(
      await this.#rows(page, sql` AND m.ingestion_time <= ${knownAt}${joined(matching, '')}`),
    );
    const rows = await this.#database.all(
      sql`SELECT c.memory_row, c.changed_at, c.before FROM memory_changes c WHERE c.tenant_id = ${tenant}
        AND c.memory_row = ANY (${memories.map(({ row }) => row)}::bigint[]) AND c.changed_at > ${knownAt} ORDER BY c.revision DESC`,
    );
    const later = groupBy(rows, (row) => Number(row.memory_row));
    return memories.map((memory) => ({
      memory,
      later: (later.get(memory.row) ?? []).map((row) => readPast({ ...row, id: memory.id })),
    }));
  }

  #rows({ within, after, limit, since, until }: MemoryPage, more: Sql): Promise<Row[]> {
    const { tenant } = this.#database;
    const conditions = sql`${when(
      since !== undefined,
      () => sql` AND m.ingestion_time >= ${since ?? 0}`,
    )}${when(until !== undefined, () => sql` AND m.ingestion_time < ${until ?? 0}`)}${when(
      after !== null,
      () => sql` AND (m.ingestion_time, m.id) < (${after?.time ?? 0}, ${after?.id ?? ''})`,
    )}`;
    return this.#database.all(
      firstMemories(
        sql`WHERE m.tenant_id = ${tenant}${conditions}${more}${scopeClause(tenant, within, 'm.scope_id')}`,
        'm.ingestion_time DESC, m.id DESC',
        sql`LIMIT ${limit}`,
      ),
      within,
    );
  }

  async earliest(within: ScopeFilter): Promise<number | null> {
    const { tenant } = this.#database;
    // Queried separately, each is the first entry of an index.
    const first = (column: string) =>
      sql`(SELECT min(${raw(column)}) FROM memories WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')})`;
    const row = await this.#database.get(
      sql`SELECT least(${first('ingestion_time')}, ${first('valid_from')}) AS at`,
      within,
    );
    return row?.at == null ? null : Number(row.at);
  }

  async names(within: ScopeFilter): Promise<MemoryNames> {
    const { tenant } = this.#database;
    const newest = (column: string) =>
      sql`SELECT ${raw(column)} FROM memories WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')}
        ORDER BY ingestion_time DESC, row DESC LIMIT ${READ_FOR_NAMES}`;
    const ids = scopesWithin(tenant, within);
    const dimension = (column: string) =>
      sql`SELECT DISTINCT ${raw(column)} AS name FROM scopes WHERE tenant_id = ${tenant} AND ${raw(column)} IS NOT NULL${
        ids === null ? NOTHING : sql` AND id IN (${ids})`
      } ORDER BY 1`;
    const [tags, labels, users, projects] = await Promise.all(
      [
        sql`SELECT t.tag COLLATE "C" AS name FROM (${newest('tags')}) m, json_array_elements_text(${TAGS}) t(tag) GROUP BY 1 ORDER BY count(*) DESC, 1`,
        sql`SELECT label AS name FROM (${newest('label')}) m WHERE label IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
        dimension('"user"'),
        dimension('project'),
      ].map(async (query) =>
        (await this.#database.all(sql`${query} LIMIT ${MAX_NAMES}`, within)).map(({ name }) => String(name)),
      ),
    );
    return { tags: tags ?? [], labels: labels ?? [], users: users ?? [], projects: projects ?? [] };
  }
}

function filing({ kinds, types, tag, label }: MemoryPage): Sql[] {
  return [
    ...(kinds === undefined ? [] : [sql`m.kind = ANY (${kinds}::text[])`]),
    ...(types === undefined ? [] : [sql`m.type = ANY (${types}::text[])`]),
    ...(tag === undefined
      ? []
      : [sql`EXISTS (SELECT 1 FROM json_array_elements_text(${TAGS}) t(tag) WHERE t.tag = ${tag})`]),
    ...(label === undefined ? [] : [sql`m.label = ${label}`]),
  ];
}

function validity({ validity }: MemoryPage): Sql[] {
  if (validity === undefined) return [];
  const valid = sql`(${validAt('m', validity.at, validity.past)})`;
  return [validity.isValid ? valid : sql`NOT ${valid}`];
}
