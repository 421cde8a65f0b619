import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { CodeLink, FileMatch, LinkState, LinkStore } from '../../../engine/code/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { readLink, readMatch } from '../../rows/link.ts';
import { fullPage } from '../../rows/pages.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { validAt } from '../memories/filter.ts';
import { MEMORY_COLUMNS, placeOf, readMemories } from '../memories/memory-row.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';

export class SqliteLinks implements LinkStore {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  async add(links: readonly CodeLink[]): Promise<void> {
    if (links.length > 0) await this.#database.change(() => this.#insert(links));
  }

  async replace(memories: readonly number[], links: readonly CodeLink[]): Promise<void> {
    const rows = JSON.stringify(memories);
    // Most memories have no link: check without a lock first.
    const known = `FROM code_links WHERE memory_row IN (SELECT value FROM json_each(?))`;
    if (links.length === 0 && !this.#database.get(`SELECT 1 ${known} LIMIT 1`, rows)) return;
    await this.#database.change(() => {
      this.#database.run(`DELETE ${known}`, rows);
      this.#insert(links);
    });
  }

  #insert(links: readonly CodeLink[]): void {
    for (const { memory, project, path, container, symbol, digest } of links) {
      this.#database.run(
        `INSERT OR IGNORE INTO code_links (memory_row, project_id, path, container, symbol, digest)
         SELECT m.row, p.id, ?, ?, ?, ? FROM memories m, projects p WHERE m.row = ? AND p.id = ? AND p.generation >= 0`,
        path,
        container ?? '',
        symbol ?? '',
        digest,
        memory,
        project,
      );
    }
  }

  async states(memories: readonly number[]): Promise<LinkState[]> {
    // If several symbols share the name, the one whose digest is unchanged.
    const rows = this.#database.all(
      `SELECT l.*,
         CASE l.symbol WHEN '' THEN (
           SELECT f.digest FROM files f WHERE f.project_id = l.project_id AND f.state = 1 AND f.path = l.path
         ) ELSE (
           SELECT s.digest FROM files f JOIN symbols s ON s.file_id = f.id
           WHERE f.project_id = l.project_id AND f.state = 1 AND f.path = l.path AND s.name = l.symbol
             AND ifnull(s.container, '') = l.container ORDER BY s.digest = l.digest DESC LIMIT 1
         ) END AS now,
         (SELECT f.path FROM symbols s JOIN files f ON f.id = s.file_id
          WHERE l.symbol <> '' AND s.name = l.symbol COLLATE NOCASE AND f.project_id = l.project_id AND f.state = 1
            AND f.path <> l.path AND s.digest = l.digest LIMIT 1) AS moved_to
       FROM json_each(?) wanted JOIN code_links l ON l.memory_row = wanted.value`,
      JSON.stringify(memories),
    );
    return rows.map(readLink);
  }

  /** Pairs of memories within reach that name the same file, unless more than `hub` memories do. */
  sharing(memories: readonly number[], hub: number, within: ScopeFilter): { memory: number; other: number }[] {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const reached = (link: string) =>
      scope.sql && ` AND EXISTS (SELECT 1 FROM memories m WHERE m.row = ${link}.memory_row${scope.sql})`;
    const rows = this.#database.all(
      `SELECT DISTINCT own.memory_row, other.memory_row AS other FROM json_each(?) wanted
       JOIN code_links own ON own.memory_row = wanted.value
       JOIN code_links other ON other.project_id = own.project_id AND other.path = own.path AND other.memory_row <> own.memory_row${reached('other')}
       WHERE (SELECT count(DISTINCT memory_row) FROM code_links l WHERE l.project_id = own.project_id AND l.path = own.path${reached('l')}) <= ?`,
      JSON.stringify(memories),
      ...scope.values,
      ...scope.values,
      hub,
    );
    return rows.map((row) => ({ memory: Number(row.memory_row), other: Number(row.other) }));
  }

  async naming(page: Parameters<LinkStore['naming']>[0]): Promise<Memory[]> {
    return fullPage(
      page,
      (after) => this.#namingRows({ ...page, after }),
      placeOf,
      (rows) => readMemories(rows, this.#scopes),
    );
  }

  #namingRows({ within, at, after, limit }: Parameters<LinkStore['naming']>[0]): Row[] {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    return this.#database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE ${validAt('m')} AND EXISTS (SELECT 1 FROM code_links l WHERE l.memory_row = m.row)
         ${after ? 'AND (m.ingestion_time, m.id) < (?, ?)' : ''}${scope.sql} ORDER BY m.ingestion_time DESC, m.id DESC LIMIT ?`,
      at,
      at,
      ...(after ? [after.time, after.id] : []),
      ...scope.values,
      limit,
    );
  }

  async at(project: number, path: string, within: ScopeFilter, limit: number): Promise<Memory[]> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.row IN (SELECT memory_row FROM code_links WHERE project_id = ? AND path = ?)${scope.sql}
       ORDER BY m.ingestion_time DESC, m.id DESC LIMIT ?`,
      project,
      path,
      ...scope.values,
      limit,
    );
    return readMemories(rows, this.#scopes);
  }

  async counts(project: number, paths: readonly string[], within: ScopeFilter): Promise<Map<string, number>> {
    const scope = scopeClause(this.#scopes.within(within), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT l.path, count(DISTINCT l.memory_row) AS n FROM json_each(?) wanted
       JOIN code_links l ON l.project_id = ? AND l.path = wanted.value JOIN memories m ON m.row = l.memory_row
       WHERE true${scope.sql} GROUP BY l.path`,
      JSON.stringify(paths),
      project,
      ...scope.values,
    );
    return new Map(rows.map((row) => [String(row.path), Number(row.n)]));
  }

  async filesAt(projects: readonly number[], paths: readonly string[]): Promise<FileMatch[]> {
    // Compared as text, since LIKE would treat an underscore in a path as a wildcard.
    const rows = this.#database.all(
      `SELECT wanted.value ->> 'path' AS wanted, f.id, f.project_id, f.path, f.digest FROM json_each(?) project, json_each(?) wanted
       JOIN files f ON f.project_id = project.value AND f.name = wanted.value ->> 'name' AND f.state = 1 AND f.language <> ''
       WHERE f.path = wanted.value ->> 'path'
         OR lower(substr(f.path, -1 - length(wanted.value ->> 'path'))) = lower('/' || (wanted.value ->> 'path'))
       ORDER BY f.project_id, f.id`,
      JSON.stringify(projects),
      JSON.stringify(paths.map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }))),
    );
    return rows.map(readMatch);
  }

  async filesUnder(projects: readonly number[], folder: string, limit: number): Promise<number[]> {
    const rows = this.#database.all(
      `SELECT f.id FROM json_each(?) project JOIN files f ON f.project_id = project.value AND f.state = 1 AND f.language <> ''
       WHERE instr('/' || f.path, '/' || ? || '/') > 0 ORDER BY f.path LIMIT ?`,
      JSON.stringify(projects),
      folder,
      limit,
    );
    return rows.map((row) => Number(row.id));
  }
}
