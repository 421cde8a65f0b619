// What one actor may see of the graph at one moment, as SQL conditions.
import { codeReach, entityReach, type ScopeFilter } from '../../../../engine/access/actor.ts';
import type { SearchFilter } from '../../../../engine/memories/ports.ts';
import type { Row } from '../../../rows/row.ts';
import { countsWithin } from '../../memories/counters.ts';
import { filterClause } from '../../memories/filter.ts';
import { scopeClause } from '../../memories/scopes.ts';
import type { Database } from '../../server/database.ts';
import { raw, type Sql, sql } from '../../server/sql.ts';

export class Reach {
  readonly #database: Database;
  readonly #filter: SearchFilter;

  constructor(database: Database, filter: SearchFilter) {
    this.#database = database;
    this.#filter = filter;
  }

  get tenant(): number {
    return this.#database.tenant;
  }

  get moment(): number {
    return this.#filter.validAt;
  }

  get isPast(): boolean {
    return this.#filter.past ?? false;
  }

  get #within(): ScopeFilter {
    return this.#filter.within;
  }

  all(query: Sql): Promise<Row[]> {
    return this.#database.all(query, this.#within);
  }

  together(queries: readonly Sql[]): Promise<Row[][]> {
    return this.#database.together(queries, this.#within);
  }

  memories(alias: string): Sql {
    return filterClause(this.tenant, this.#filter, alias);
  }

  /** The number of memories by `type` and `kind`, as a query. */
  get memoryCounts(): Sql {
    return countsWithin(this.tenant, this.#filter);
  }

  entities(alias: string): Sql {
    return sql`${raw(alias)}.tenant_id = ${this.tenant}${scopeClause(this.tenant, entityReach(this.#within), `${alias}.scope_id`)}`;
  }

  /** Searchable files in projects within reach; `project` is the alias of their project. */
  files(alias: string, project: string): Sql {
    const of = raw(alias);
    return sql`${of}.tenant_id = ${this.tenant} AND ${of}.state = 1 AND ${of}.language <> '' AND ${raw(project)}.generation >= 0${scopeClause(
      this.tenant,
      codeReach(this.#within),
      `${project}.scope_id`,
    )}`;
  }
}
