import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { ActivityStore, Written } from '../../../engine/maintenance/ports.ts';
import { scopeClause, scopesWithin } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { sql } from '../server/sql.ts';

const MOST = 20;
const EXCERPT = 120;

export class PostgresActivity implements ActivityStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async mark(): Promise<number> {
    const { tenant } = this.#database;
    const row =
      await this.#database.get(sql`SELECT greatest((SELECT max(revision) FROM memories WHERE tenant_id = ${tenant}),
      (SELECT max(revision) FROM removals WHERE tenant_id = ${tenant}), 0) AS mark`);
    return Number(row?.mark);
  }

  async since(mark: number, at: number, within: ScopeFilter): Promise<Written> {
    const { tenant } = this.#database;
    const scope = scopeClause(tenant, within, 'scope_id');
    // Removals have no scope, so a caller who may not see all of them learns only of the bin.
    const removed =
      scopesWithin(tenant, within) === null
        ? sql`SELECT count(*) AS n FROM removals WHERE tenant_id = ${tenant} AND revision > ${mark}`
        : sql`SELECT count(*) AS n FROM deleted_memories WHERE tenant_id = ${tenant} AND deleted_at >= ${at}${scope}`;
    const [written = [], [gone] = []] = await this.#database.together(
      [
        sql`SELECT id, left(content, ${EXCERPT}) AS text, updated_at <= ingestion_time AS is_new FROM memories
          WHERE tenant_id = ${tenant} AND revision > ${mark}${scope} ORDER BY revision DESC LIMIT ${MOST}`,
        removed,
      ],
      within,
    );
    const memories = written.map((row) => ({ id: String(row.id), text: String(row.text), isNew: row.is_new === true }));
    return { memories, removed: Number(gone?.n) };
  }
}
