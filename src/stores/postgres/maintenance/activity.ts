import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { ActivityStore, Since, Written } from '../../../engine/maintenance/ports.ts';
import { EXCERPT_LENGTH, MAX_WRITES } from '../../rows/limits.ts';
import { scopeClause, scopesWithin } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { raw, sql } from '../server/sql.ts';
import { KNOWN, Marks } from './marks.ts';

export class PostgresActivity implements ActivityStore {
  readonly #database: Database;
  readonly #marks = new Marks();

  constructor(database: Database) {
    this.#database = database;
  }

  async mark(): Promise<number> {
    const { tenant } = this.#database;
    const newest = (table: string) =>
      sql`(SELECT revision FROM ${raw(table)} WHERE tenant_id = ${tenant} ORDER BY revision DESC LIMIT ${KNOWN})`;
    const rows = await this.#database.all(
      sql`SELECT revision FROM (${newest('memories')} UNION ALL ${newest('removals')}) r ORDER BY revision DESC LIMIT ${KNOWN}`,
    );
    return this.#marks.at(rows.map(({ revision }) => Number(revision)));
  }

  async since({ at, ...marks }: Since, within: ScopeFilter): Promise<Written> {
    const { tenant } = this.#database;
    const scope = scopeClause(tenant, within, 'scope_id');
    const behind = this.#marks.between('revision', marks);
    // Removals have no scope, so a caller who may not see all of them learns only of the bin.
    const removed =
      scopesWithin(tenant, within) === null
        ? sql`SELECT count(*) AS n FROM removals WHERE tenant_id = ${tenant} AND ${behind}`
        : sql`SELECT count(*) AS n FROM deleted_memories WHERE tenant_id = ${tenant} AND deleted_at >= ${at}${scope}`;
    const [written = [], [gone] = []] = await this.#database.together(
      [
        sql`SELECT id, left(content, ${EXCERPT_LENGTH}) AS text, updated_at <= ingestion_time AS is_new FROM memories
          WHERE tenant_id = ${tenant} AND ${behind}${scope} ORDER BY revision DESC LIMIT ${MAX_WRITES}`,
        removed,
      ],
      within,
    );
    const memories = written.map((row) => ({ id: String(row.id), text: String(row.text), isNew: row.is_new === true }));
    return { memories, removed: Number(gone?.n) };
  }
}
