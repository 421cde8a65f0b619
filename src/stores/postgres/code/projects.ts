import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { IndexCounts, Machine, Project, ProjectStore } from '../../../engine/code/ports.ts';
import { RemanenceError } from '../../../errors.ts';
import { readProject as readProjectRow } from '../../rows/project.ts';
import type { Row } from '../../rows/row.ts';
import { lockSpaces, readScope, SCOPE_COLUMNS, scopeClause, scopeId } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { type Sql, sql } from '../server/sql.ts';

const PROJECT = sql`SELECT p.*, ${SCOPE_COLUMNS} FROM projects p JOIN scopes s ON s.tenant_id = p.tenant_id AND s.id = p.scope_id`;

/** The readable files of some projects, each once: a folder may be indexed both alone and within its parent. */
export const distinctFiles = (tenant: number, projects: readonly number[]): Sql =>
  sql`SELECT min(file.id) FROM files file JOIN projects p ON p.tenant_id = file.tenant_id AND p.id = file.project_id
    WHERE file.tenant_id = ${tenant} AND p.id = ANY (${projects}::bigint[]) AND file.state = 1 AND file.language <> '' GROUP BY p.machine_id, p.root || '/' || file.path`;

export class PostgresProjects implements ProjectStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async declare({ scope, root, machine, names, createdAt }: Parameters<ProjectStore['declare']>[0]): Promise<Project> {
    return this.#database.change(async (on) => {
      const space = await scopeId(on, scope);
      await lockSpaces(on, [space]);
      // The machine's own comes before one without a machine.
      const owners = machine ? [machine.id, ''] : null;
      const known = await on.get(
        sql`${PROJECT} WHERE p.tenant_id = ${on.tenant} AND p.root = ${root} AND p.scope_id = ${space} AND p.generation >= 0
          AND (${owners}::text[] IS NULL OR p.machine_id = ANY (${owners}::text[])) ORDER BY p.machine_id DESC LIMIT 1`,
      );
      if (known && !machine) return readProject(known);
      // Another machine may claim it between the two statements.
      if (known && machine && (await give(on, Number(known.id), machine, [machine.id, ''])))
        return readProject((await projectAt(on, Number(known.id))) ?? {});
      const taken =
        await on.all(sql`SELECT name FROM projects WHERE tenant_id = ${on.tenant} AND name = ANY (${names}::text[])
        AND scope_id = ${space} AND generation >= 0`);
      const name = names.find((each) => !taken.some((row) => row.name === each));
      if (name === undefined) throw new RemanenceError('conflict', `All names for ${root} are taken.`);
      const made =
        await on.get(sql`INSERT INTO projects (tenant_id, scope_id, name, root, machine_id, machine_name, created_at)
        VALUES (${on.tenant}, ${space}, ${name}, ${root}, ${machine?.id ?? ''}, ${machine?.name ?? ''}, ${createdAt}) RETURNING id`);
      return readProject((await projectAt(on, Number(made?.id))) ?? {});
    });
  }

  async claim(id: number, machine: Machine): Promise<boolean> {
    return this.#database.change((on) => give(on, id, machine, ['']));
  }

  async configure(id: number, { selection, watch }: Parameters<ProjectStore['configure']>[1]): Promise<void> {
    await this.#database.change(async (on) => {
      if (selection) {
        const { include, exclude } = selection;
        await on.run(sql`UPDATE projects SET include = ${JSON.stringify(include)}, exclude = ${JSON.stringify(exclude)}
          WHERE tenant_id = ${on.tenant} AND id = ${id}`);
      }
      if (watch !== undefined)
        await on.run(sql`UPDATE projects SET watch = ${Number(watch)} WHERE tenant_id = ${on.tenant} AND id = ${id}`);
    });
  }

  async ask(id: number): Promise<Project | null> {
    return this.#database.change(async (on) => {
      const asked = await on.run(
        sql`UPDATE projects SET asked = asked + 1 WHERE tenant_id = ${on.tenant} AND id = ${id} AND generation >= 0`,
      );
      const row = asked > 0 ? await projectAt(on, id) : undefined;
      return row ? readProject(row) : null;
    });
  }

  async byId(id: number): Promise<Project | null> {
    const row = await projectAt(this.#database, id);
    return row ? readProject(row) : null;
  }

  async list(within: ScopeFilter): Promise<Project[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`${PROJECT} WHERE p.tenant_id = ${tenant} AND p.generation >= 0${scopeClause(tenant, within, 'p.scope_id')} ORDER BY p.name, p.id`,
      within,
    );
    return rows.map(readProject);
  }

  async languages(ids: readonly number[]): Promise<Map<string, number>> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(sql`SELECT language, count(*) AS n FROM files WHERE tenant_id = ${tenant}
      AND id IN (${distinctFiles(tenant, ids)}) GROUP BY language ORDER BY n DESC`);
    return new Map(rows.map((row) => [String(row.language), Number(row.n)]));
  }

  async counts(ids: readonly number[]): Promise<IndexCounts> {
    const { tenant } = this.#database;
    const files = sql`WITH seen AS MATERIALIZED (${distinctFiles(tenant, ids)})`;
    const [[found] = []] = await this.#database.together([
      sql`${files} SELECT (SELECT count(*) FROM seen) AS files,
        (SELECT count(*) FROM chunks WHERE tenant_id = ${tenant} AND file_id IN (SELECT * FROM seen)) AS chunks,
        (SELECT count(*) FROM symbols WHERE tenant_id = ${tenant} AND file_id IN (SELECT * FROM seen)) AS symbols,
        (SELECT count(*) FROM chunks c JOIN files f ON f.tenant_id = c.tenant_id AND f.id = c.file_id
          WHERE c.tenant_id = ${tenant} AND c.pending = 1 AND f.project_id = ANY (${ids}::bigint[]) AND f.state = 1 AND f.language <> '') AS pending,
        (SELECT count(*) FROM code_references r JOIN files f ON f.tenant_id = r.tenant_id AND f.id = r.file_id
          WHERE r.tenant_id = ${tenant} AND r.resolved = 0 AND r.project_id = ANY (${ids}::bigint[]) AND f.state = 1) AS unresolved`,
    ]);
    return {
      files: Number(found?.files),
      chunks: Number(found?.chunks),
      symbols: Number(found?.symbols),
      pending: Number(found?.pending),
      unresolved: Number(found?.unresolved),
    };
  }

  async retire(id: number): Promise<void> {
    await this.#database.change(async (on) => {
      await on.run(sql`UPDATE projects SET generation = -1 WHERE tenant_id = ${on.tenant} AND id = ${id}`);
      await on.run(sql`UPDATE files SET state = 2 WHERE tenant_id = ${on.tenant} AND project_id = ${id}`);
    });
  }
}

const projectAt = (on: Pick<Queryable, 'get' | 'tenant'>, id: number): Promise<Row | undefined> =>
  on.get(sql`${PROJECT} WHERE p.tenant_id = ${on.tenant} AND p.id = ${id} AND p.generation >= 0`);

/** Makes it the machine's, if it belongs to one of these until then; also renews the machine's name. */
async function give(on: Queryable, id: number, machine: Machine, from: readonly string[]): Promise<boolean> {
  const given = await on.run(sql`UPDATE projects SET machine_id = ${machine.id}, machine_name = ${machine.name}
    WHERE tenant_id = ${on.tenant} AND id = ${id} AND machine_id = ANY (${from}::text[]) AND generation >= 0`);
  return given > 0;
}

const readProject = (row: Row): Project => readProjectRow(row, () => readScope(row));
