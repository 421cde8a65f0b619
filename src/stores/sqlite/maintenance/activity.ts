import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { ActivityStore, Since, Written } from '../../../engine/maintenance/ports.ts';
import { EXCERPT_LENGTH, MAX_WRITES } from '../../rows/limits.ts';
import type { Database } from '../file/database.ts';
import type { Revisions } from '../memories/revisions.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';

export class SqliteActivity implements ActivityStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #revisions: Revisions;

  constructor(database: Database, scopes: Scopes, revisions: Revisions) {
    this.#database = database;
    this.#scopes = scopes;
    this.#revisions = revisions;
  }

  async mark(): Promise<number> {
    return this.#revisions.current();
  }

  async since({ after, until, at }: Since, within: ScopeFilter): Promise<Written> {
    const scopes = this.#scopes.within(within);
    const scope = scopeClause(scopes, 'scope_id');
    const written = this.#database.all(
      `SELECT id, substr(content, 1, ${EXCERPT_LENGTH}) AS text, updated_at <= ingestion_time AS is_new FROM memories
       WHERE revision > ? AND revision <= ?${scope.sql} ORDER BY revision DESC LIMIT ${MAX_WRITES}`,
      after,
      until,
      ...scope.values,
    );
    // Removals have no scope, so a caller who may not see all of them learns only of the bin.
    const removed =
      scopes === null
        ? this.#database.get('SELECT count(*) AS n FROM removals WHERE revision > ? AND revision <= ?', after, until)
        : this.#database.get(
            `SELECT count(*) AS n FROM deleted_memories WHERE deleted_at >= ?${scope.sql}`,
            at,
            ...scope.values,
          );
    const memories = written.map((row) => ({ id: String(row.id), text: String(row.text), isNew: row.is_new === 1 }));
    return { memories, removed: Number(removed?.n) };
  }
}
