// What one actor may see of the graph at one moment, as SQL conditions.
import { codeReach, entityReach } from '../../../../engine/access/actor.ts';
import type { SearchFilter } from '../../../../engine/memories/ports.ts';
import type { Database } from '../../file/database.ts';
import { filterClause, isNarrow, validAt } from '../../memories/filter.ts';
import { type Scopes, scopeClause } from '../../memories/scopes.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export class Reach {
  readonly database: Database;
  readonly #scopes: Scopes;
  readonly #filter: SearchFilter;
  #open: boolean | undefined;

  constructor(database: Database, scopes: Scopes, filter: SearchFilter) {
    this.database = database;
    this.#scopes = scopes;
    this.#filter = filter;
  }

  get moment(): number {
    return this.#filter.validAt;
  }

  get isPast(): boolean {
    return this.#filter.past ?? false;
  }

  memories(alias: string): Condition {
    return this.isOpen ? { sql: 'true', values: [] } : filterClause(this.#filter, this.#scopes, alias);
  }

  /** Whether every memory is visible, so that none needs to be checked. */
  get isOpen(): boolean {
    this.#open ??= this.#scopes.within(this.#filter.within) === null && !isNarrow(this.#filter) && !this.#hasInvalid();
    return this.#open;
  }

  #hasInvalid(): boolean {
    const later = 'SELECT 1 FROM memories WHERE ingestion_time > ? LIMIT 1';
    if (this.isPast && this.database.get(later, this.moment)) return true;
    // Of those learned by then, an index knows the few that may not be valid.
    const bounded = 'm.valid_until IS NOT NULL OR m.valid_from > m.ingestion_time';
    const sql = `SELECT 1 FROM memories m WHERE (${bounded}) AND NOT (${validAt('m', this.isPast)}) LIMIT 1`;
    return this.database.get(sql, this.moment, this.moment) !== undefined;
  }

  entities(alias: string): Condition {
    const { sql, values } = scopeClause(this.#entityScopes(), `${alias}.scope_id`);
    return { sql: `true${sql}`, values };
  }

  /** Searchable files in projects within reach; `project` is the alias of their project. */
  files(alias: string, project: string): Condition {
    const scopes = this.#scopes.within(codeReach(this.#filter.within));
    const { sql, values } = scopeClause(scopes, `${project}.scope_id`);
    return { sql: `${alias}.state = 1 AND ${alias}.language <> '' AND ${project}.generation >= 0${sql}`, values };
  }

  #entityScopes(): number[] | null {
    return this.#scopes.within(entityReach(this.#filter.within));
  }
}
