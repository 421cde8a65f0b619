import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { CodeLink, FileMatch, LinkState, LinkStore } from '../../../engine/code/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { readLink, readMatch } from '../../rows/link.ts';
import { validAt } from '../memories/filter.ts';
import { MEMORY, readMemories, WITH_SCOPE } from '../memories/memory-row.ts';
import { scopeClause, scopesWithin } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { NOTHING, prepared, raw, type Sql, sql, when } from '../server/sql.ts';

/** Pairs of memories within reach that name the same file, unless more than `hub` memories do. */
export function sharingOf(tenant: number, memories: readonly number[], hub: number, within: ScopeFilter): Sql {
  const isOpen = scopesWithin(tenant, within) === null;
  const reached = (link: string) =>
    isOpen
      ? NOTHING
      : sql` AND EXISTS (SELECT 1 FROM memories m WHERE m.tenant_id = ${tenant} AND m.row = ${raw(link)}.memory_row${scopeClause(tenant, within, 'm.scope_id')})`;
  return sql`SELECT DISTINCT own.memory_row, other.memory_row AS other FROM code_links own
    JOIN code_links other ON other.tenant_id = ${tenant} AND other.project_id = own.project_id AND other.path = own.path AND other.memory_row <> own.memory_row${reached('other')}
    WHERE own.tenant_id = ${tenant} AND own.memory_row = ANY (${memories}::bigint[])
      AND (SELECT count(DISTINCT memory_row) FROM code_links l WHERE l.tenant_id = ${tenant} AND l.project_id = own.project_id AND l.path = own.path${reached('l')}) <= ${hub}`;
}

export class PostgresLinks implements LinkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(links: readonly CodeLink[]): Promise<void> {
    if (links.length > 0) await this.#database.change((on) => insertLinks(on, links));
  }

  async replace(memories: readonly number[], links: readonly CodeLink[]): Promise<void> {
    if (memories.length === 0 && links.length === 0) return;
    await this.#database.change(async (on) => {
      await on.run(
        sql`DELETE FROM code_links WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${memories}::bigint[])`,
      );
      if (links.length > 0) await insertLinks(on, links);
    });
  }

  async states(memories: readonly number[]): Promise<LinkState[]> {
    const { tenant } = this.#database;
    const file = sql`f.tenant_id = ${tenant} AND f.project_id = l.project_id AND f.state = 1`;
    // If several symbols share the name, the one whose digest is unchanged.
    const states = sql`SELECT l.*,
        CASE l.symbol WHEN '' THEN (SELECT f.digest FROM files f WHERE ${file} AND f.path = l.path LIMIT 1)
        ELSE (SELECT s.digest FROM files f JOIN symbols s ON s.tenant_id = ${tenant} AND s.file_id = f.id WHERE ${file} AND f.path = l.path AND s.name = l.symbol
          AND coalesce(s.container, '') = l.container ORDER BY (s.digest = l.digest) DESC LIMIT 1) END AS now,
        (SELECT f.path FROM symbols s JOIN files f ON s.file_id = f.id WHERE s.tenant_id = ${tenant} AND ${file} AND l.symbol <> '' AND lower(s.name) = lower(l.symbol)
          AND f.path <> l.path AND s.digest = l.digest ORDER BY s.id LIMIT 1) AS moved_to
      FROM unnest(${memories}::bigint[]) WITH ORDINALITY wanted(row, place) JOIN code_links l ON l.tenant_id = ${tenant} AND l.memory_row = wanted.row
      ORDER BY wanted.place, l.project_id, l.path, l.container, l.symbol`;
    return (await this.#database.all(prepared(states))).map(readLink);
  }

  async naming({ within, at, after, limit }: Parameters<LinkStore['naming']>[0]): Promise<Memory[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT ${MEMORY} FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND ${validAt('m', at)}
        AND EXISTS (SELECT 1 FROM code_links l WHERE l.tenant_id = ${tenant} AND l.memory_row = m.row)${when(
          after !== null,
          () => sql` AND (m.ingestion_time, m.id) < (${after?.time ?? 0}, ${after?.id ?? ''})`,
        )}${scopeClause(tenant, within, 'm.scope_id')} ORDER BY m.ingestion_time DESC, m.id DESC LIMIT ${limit}`,
      within,
    );
    return readMemories(rows);
  }

  async at(project: number, path: string, within: ScopeFilter, limit: number): Promise<Memory[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT ${MEMORY} FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND m.row IN
        (SELECT memory_row FROM code_links WHERE tenant_id = ${tenant} AND project_id = ${project} AND path = ${path})${scopeClause(tenant, within, 'm.scope_id')}
        ORDER BY m.ingestion_time DESC, m.id DESC LIMIT ${limit}`,
      within,
    );
    return readMemories(rows);
  }

  async counts(project: number, paths: readonly string[], within: ScopeFilter): Promise<Map<string, number>> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT l.path, count(DISTINCT l.memory_row) AS n FROM code_links l JOIN memories m ON m.tenant_id = ${tenant} AND m.row = l.memory_row
        WHERE l.tenant_id = ${tenant} AND l.project_id = ${project} AND l.path = ANY (${paths}::text[])${scopeClause(tenant, within, 'm.scope_id')} GROUP BY l.path`,
      within,
    );
    return new Map(rows.map((row) => [String(row.path), Number(row.n)]));
  }

  async filesAt(projects: readonly number[], paths: readonly string[]): Promise<FileMatch[]> {
    const { tenant } = this.#database;
    const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
    const rows = await this.#database.all(sql`SELECT wanted.path AS wanted, f.id, f.project_id, f.path, f.digest
      FROM unnest(${paths}::text[], ${names}::text[]) wanted(path, name) JOIN files f ON f.tenant_id = ${tenant} AND f.project_id = ANY (${projects}::bigint[])
        AND f.name = wanted.name AND f.state = 1 AND f.language <> ''
      WHERE f.path = wanted.path OR lower(right(f.path, length(wanted.path) + 1)) = lower('/' || wanted.path COLLATE "C") ORDER BY f.project_id, f.id`);
    return rows.map(readMatch);
  }

  async filesUnder(projects: readonly number[], folder: string, limit: number): Promise<number[]> {
    // Compared as text, since LIKE would treat an underscore in a path as a wildcard.
    const rows =
      await this.#database.all(sql`SELECT f.id FROM files f WHERE f.tenant_id = ${this.#database.tenant} AND f.project_id = ANY (${projects}::bigint[])
      AND f.state = 1 AND f.language <> '' AND strpos('/' || f.path, '/' || ${folder}::text || '/') > 0 ORDER BY f.path LIMIT ${limit}`);
    return rows.map((row) => Number(row.id));
  }
}

async function insertLinks(on: Queryable, links: readonly CodeLink[]): Promise<void> {
  await on.run(sql`INSERT INTO code_links (tenant_id, memory_row, project_id, path, container, symbol, digest)
    SELECT ${on.tenant}, m.row, p.id, l.path, l.container, l.symbol, l.digest
    FROM unnest(${links.map(({ memory }) => memory)}::bigint[], ${links.map(({ project }) => project)}::bigint[], ${links.map(({ path }) => path)}::text[],
      ${links.map(({ container }) => container ?? '')}::text[], ${links.map(({ symbol }) => symbol ?? '')}::text[], ${links.map(({ digest }) => digest)}::text[])
      l(memory, project, path, container, symbol, digest)
    JOIN memories m ON m.tenant_id = ${on.tenant} AND m.row = l.memory JOIN projects p ON p.tenant_id = ${on.tenant} AND p.id = l.project AND p.generation >= 0
    ON CONFLICT DO NOTHING`);
}
