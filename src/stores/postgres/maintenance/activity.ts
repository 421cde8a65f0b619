import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { ActivityStore, Written } from '../../../engine/maintenance/ports.ts';
import { EXCERPT_LENGTH, MAX_WRITES } from '../../rows/limits.ts';
import { scopeClause, scopesWithin } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql } from '../server/sql.ts';

/** Revisions commit out of order, so this many of the newest are remembered individually. */
const KNOWN = 500;
/** Older marks are forgotten. */
const KEPT_MARKS = 20;

export class PostgresActivity implements ActivityStore {
  readonly #database: Database;
  /** The newest revisions that were visible at each mark. */
  readonly #seen = new Map<number, readonly number[]>();
  #latest = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Local to this process. A late commit makes a new mark even though its revision is lower than ones already seen. */
  async mark(): Promise<number> {
    const { tenant } = this.#database;
    const newest = (table: string) =>
      sql`(SELECT revision FROM ${raw(table)} WHERE tenant_id = ${tenant} ORDER BY revision DESC LIMIT ${KNOWN})`;
    const rows = await this.#database.all(
      sql`SELECT revision FROM (${newest('memories')} UNION ALL ${newest('removals')}) r ORDER BY revision DESC LIMIT ${KNOWN}`,
    );
    const now = rows.map(({ revision }) => Number(revision));
    const before = this.#seen.get(this.#latest);
    const known = new Set(before);
    if (before && now.every((revision) => known.has(revision) || revision <= floorOf(before))) return this.#latest;
    this.#latest = Math.max(this.#latest + 1, now[0] ?? 0);
    this.#seen.set(this.#latest, now);
    for (const mark of this.#seen.keys()) if (this.#seen.size > KEPT_MARKS) this.#seen.delete(mark);
    return this.#latest;
  }

  /** Selects what was not visible at the mark. */
  #behind(mark: number): Sql {
    const seen = this.#seen.get(mark);
    if (seen === undefined) return sql`revision > ${mark}`;
    return sql`revision > ${floorOf(seen)} AND revision <> ALL (${seen}::bigint[])`;
  }

  async since(mark: number, at: number, within: ScopeFilter): Promise<Written> {
    const { tenant } = this.#database;
    const scope = scopeClause(tenant, within, 'scope_id');
    const behind = this.#behind(mark);
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

/** The mark says nothing about revisions at or below this one. */
const floorOf = (seen: readonly number[]): number => (seen.length < KNOWN ? 0 : (seen.at(-1) ?? 0));
