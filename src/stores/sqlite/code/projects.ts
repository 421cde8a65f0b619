import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { IndexCounts, Machine, Project, ProjectStore } from '../../../engine/code/ports.ts';
import { RemanenceError } from '../../../errors.ts';
import { readProject } from '../../rows/project.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';

/** The readable files of some projects, each once: a folder may be indexed both alone and within its parent. */
export const DISTINCT_FILES = `SELECT min(file.id) FROM files file JOIN projects p ON p.id = file.project_id
  WHERE p.id IN (SELECT value FROM json_each(?)) AND file.state = 1 AND file.language <> '' GROUP BY p.machine_id, p.root || '/' || file.path`;

export class SqliteProjects implements ProjectStore {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  async declare({ scope, root, machine, names, createdAt }: Parameters<ProjectStore['declare']>[0]): Promise<Project> {
    return this.#database.change(() => {
      const space = this.#scopes.idOf(scope);
      // The machine's own comes before one without a machine.
      const known = this.#database.get(
        `SELECT * FROM projects WHERE root = ?1 AND scope_id = ?2 AND generation >= 0
         AND (?3 IS NULL OR machine_id IN (?3, '')) ORDER BY machine_id DESC`,
        root,
        space,
        machine?.id ?? null,
      );
      if (known) return this.#read(machine ? this.#give(Number(known.id), machine) : known);
      const taken = (name: string) =>
        this.#database.get('SELECT 1 FROM projects WHERE name = ? AND scope_id = ? AND generation >= 0', name, space);
      const name = names.find((each) => !taken(each));
      if (name === undefined) throw new RemanenceError('conflict', `All names for ${root} are taken.`);
      const row = this.#database.get(
        `INSERT INTO projects (scope_id, name, root, machine_id, machine_name, created_at)
         VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
        space,
        name,
        root,
        machine?.id ?? '',
        machine?.name ?? '',
        createdAt,
      );
      return this.#read(row ?? {});
    });
  }

  async claim(id: number, machine: Machine): Promise<boolean> {
    const free = "SELECT 1 FROM projects WHERE id = ? AND machine_id = '' AND generation >= 0";
    return this.#database.change(() => {
      const isFree = this.#database.get(free, id) !== undefined;
      if (isFree) this.#give(id, machine);
      return isFree;
    });
  }

  async configure(id: number, { selection, watch }: Parameters<ProjectStore['configure']>[1]): Promise<void> {
    await this.#database.change(() => {
      if (selection) {
        const { include, exclude } = selection;
        this.#database.run(
          'UPDATE projects SET include = ?, exclude = ? WHERE id = ?',
          JSON.stringify(include),
          JSON.stringify(exclude),
          id,
        );
      }
      if (watch !== undefined) this.#database.run('UPDATE projects SET watch = ? WHERE id = ?', Number(watch), id);
    });
  }

  async ask(id: number): Promise<Project | null> {
    const sql = 'UPDATE projects SET asked = asked + 1 WHERE id = ? AND generation >= 0 RETURNING *';
    return this.#database.changeLightly(() => {
      const row = this.#database.get(sql, id);
      return row ? this.#read(row) : null;
    });
  }

  async byId(id: number): Promise<Project | null> {
    const row = this.#database.get('SELECT * FROM projects WHERE id = ? AND generation >= 0', id);
    return row ? this.#read(row) : null;
  }

  async list(within: ScopeFilter): Promise<Project[]> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT * FROM projects WHERE generation >= 0${scope.sql} ORDER BY name, id`;
    return this.#database.all(sql, ...scope.values).map((row) => this.#read(row));
  }

  async languages(ids: readonly number[]): Promise<Map<string, number>> {
    const rows = this.#database.all(
      `SELECT language, count(*) AS n FROM files WHERE id IN (${DISTINCT_FILES}) GROUP BY language ORDER BY n DESC`,
      JSON.stringify(ids),
    );
    return new Map(rows.map((row) => [String(row.language), Number(row.n)]));
  }

  async counts(ids: readonly number[]): Promise<IndexCounts> {
    const wanted = JSON.stringify(ids);
    const count = (sql: string) => Number(this.#database.get(sql, wanted)?.n);
    const found = this.#database.get(
      `WITH own (id) AS MATERIALIZED (${DISTINCT_FILES})
       SELECT (SELECT count(*) FROM own) AS files,
         (SELECT count(*) FROM chunks WHERE file_id IN (SELECT id FROM own)) AS chunks,
         (SELECT count(*) FROM symbols WHERE file_id IN (SELECT id FROM own)) AS symbols`,
      wanted,
    );
    return {
      files: Number(found?.files),
      chunks: Number(found?.chunks),
      symbols: Number(found?.symbols),
      // Pending work is counted in every project.
      pending: count(
        `SELECT count(*) AS n FROM chunks WHERE pending = 1 AND file_id IN (SELECT id FROM files
           WHERE project_id IN (SELECT value FROM json_each(?)) AND state = 1 AND language <> '')`,
      ),
      unresolved: count(
        `SELECT count(*) AS n FROM code_references r JOIN files f ON f.id = r.file_id
         WHERE r.resolved = 0 AND r.project_id IN (SELECT value FROM json_each(?)) AND f.state = 1`,
      ),
    };
  }

  async retire(id: number): Promise<void> {
    await this.#database.change(() => {
      this.#database.run('UPDATE projects SET generation = -1 WHERE id = ?', id);
      this.#database.run('UPDATE files SET state = 2 WHERE project_id = ?', id);
    });
  }

  /** Makes it the machine's, whose name may have changed since. */
  #give(id: number, machine: Machine): Row {
    const sql = 'UPDATE projects SET machine_id = ?, machine_name = ? WHERE id = ? RETURNING *';
    return this.#database.get(sql, machine.id, machine.name, id) ?? {};
  }

  #read(row: Row): Project {
    return readProject(row, (id) => this.#scopes.scopeOf(id));
  }
}
