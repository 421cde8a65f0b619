import type { IndexedFile, IndexStore, NewFile } from '../../../engine/code/ports.ts';
import type { VectorModel } from '../../../engine/memories/ports.ts';
import { readFile } from '../../rows/project.ts';
import { lengthOf } from '../../rows/terms.ts';
import { currentModel } from '../memories/passages.ts';
import { sweepScopes } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { share } from '../server/locks.ts';
import { raw, sql } from '../server/sql.ts';
import { insertFiles, wordsOf } from './adding.ts';
import { redirect } from './successors.ts';

/** Chunks deleted per step. */
const SWEPT_CHUNKS = 600;

export class PostgresIndex implements IndexStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async files(project: number): Promise<IndexedFile[]> {
    const rows = await this.#database.all(sql`SELECT id, path, content, language, state FROM files
      WHERE tenant_id = ${this.#database.tenant} AND project_id = ${project} AND state < 2`);
    return rows.map(readFile);
  }

  async add(project: number, files: readonly NewFile[], standsFor: VectorModel | null = null): Promise<void> {
    await this.#database.change(async (on) => {
      // Another process may have deleted the project meanwhile; the lock makes publishing wait for this.
      const known = await on.get(
        sql`SELECT 1 FROM projects WHERE tenant_id = ${on.tenant} AND id = ${project} AND generation >= 0 FOR NO KEY UPDATE`,
      );
      if (!known) return;
      await share(on, 'model');
      const model = await currentModel(on);
      const mayStand =
        standsFor !== null && model?.name === standsFor.name && model.dimensions === standsFor.dimensions;
      await insertFiles(on, project, files, mayStand);
    });
  }

  async discard(files: readonly number[]): Promise<void> {
    await this.#database.run(
      sql`UPDATE files SET state = 2 WHERE tenant_id = ${this.#database.tenant} AND state = 0 AND id = ANY (${files}::bigint[])`,
    );
  }

  async publish(project: number, { gone, commit, at }: Parameters<IndexStore['publish']>[1]): Promise<void> {
    await this.#database.changeMuch(async (on) => {
      await on.run(sql`SELECT 1 FROM projects WHERE tenant_id = ${on.tenant} AND id = ${project} FOR NO KEY UPDATE`);
      await redirect(on, project, gone);
      await on.run(sql`UPDATE files SET state = 2 WHERE tenant_id = ${on.tenant} AND id = ANY (${gone}::bigint[])`);
      await on.run(
        sql`UPDATE files SET state = 1 WHERE tenant_id = ${on.tenant} AND project_id = ${project} AND state = 0`,
      );
      // However many processes published, only the newest file of a path is visible.
      await on.run(sql`UPDATE files SET state = 2 WHERE tenant_id = ${on.tenant} AND project_id = ${project} AND state = 1 AND id NOT IN
        (SELECT max(id) FROM files WHERE tenant_id = ${on.tenant} AND project_id = ${project} AND state = 1 GROUP BY path)`);
      await on.run(sql`UPDATE projects SET generation = generation + 1, commit_id = ${commit}, indexed_at = ${at}
        WHERE tenant_id = ${on.tenant} AND id = ${project} AND generation >= 0`);
    });
  }

  async unlinked(project: number, limit: number): Promise<IndexedFile[]> {
    const rows = await this.#database.all(sql`SELECT id, path, content, language, state FROM files
      WHERE tenant_id = ${this.#database.tenant} AND project_id = ${project} AND linked = 0 AND state = 1 ORDER BY id LIMIT ${limit}`);
    return rows.map(readFile);
  }

  async linked(files: readonly number[]): Promise<void> {
    await this.#database.run(
      sql`UPDATE files SET linked = 1 WHERE tenant_id = ${this.#database.tenant} AND id = ANY (${files}::bigint[])`,
    );
  }

  async sweep(): Promise<boolean> {
    const { tenant } = this.#database;
    const due =
      await this.#database.get(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM files WHERE tenant_id = ${tenant} AND state = 2)
      OR EXISTS (SELECT 1 FROM projects WHERE tenant_id = ${tenant} AND generation < 0)`);
    if (!due) return false;
    return this.#database.changeMuch(async (on) => {
      await eraseFiles(on, await goneFiles(on));
      if ((await goneFiles(on)).length > 0) return true;
      await eraseProjects(on);
      return false;
    });
  }
}

/** The next files to delete: as few as hold one step's chunks. */
async function goneFiles(on: Queryable): Promise<number[]> {
  const rows =
    await on.all(sql`SELECT f.id, (SELECT count(*) FROM chunks c WHERE c.tenant_id = f.tenant_id AND c.file_id = f.id) AS chunks
    FROM files f WHERE f.tenant_id = ${on.tenant} AND f.state = 2 ORDER BY f.id LIMIT 200`);
  const next: number[] = [];
  let chunks = 0;
  for (const row of rows) {
    next.push(Number(row.id));
    chunks += Number(row.chunks);
    if (chunks >= SWEPT_CHUNKS) break;
  }
  return next;
}

async function eraseFiles(on: Queryable, files: readonly number[]): Promise<void> {
  if (files.length === 0) return;
  const mine = sql`tenant_id = ${on.tenant} AND file_id = ANY (${files}::bigint[])`;
  const chunks =
    await on.all(sql`SELECT c.id, c.terms, f.project_id FROM chunks c JOIN files f ON f.tenant_id = c.tenant_id AND f.id = c.file_id
    WHERE c.tenant_id = ${on.tenant} AND c.file_id = ANY (${files}::bigint[])`);
  const known = chunks.map(({ id, terms, project_id }) => ({
    id: Number(id),
    terms: String(terms),
    project: Number(project_id),
  }));
  const words = wordsOf(known);
  await on.run(sql`DELETE FROM chunk_words USING unnest(${words.map(({ term }) => term)}::text[], ${words.map(({ project }) => project)}::bigint[],
      ${words.map(({ id }) => id)}::bigint[]) gone(term, project, id)
    WHERE chunk_words.tenant_id = ${on.tenant} AND chunk_words.term = gone.term AND project_id = gone.project AND chunk_id = gone.id`);
  await on.run(
    sql`DELETE FROM chunk_vectors WHERE tenant_id = ${on.tenant} AND chunk_id = ANY (${known.map(({ id }) => id)}::bigint[])`,
  );
  await on.run(sql`UPDATE projects SET chunks = projects.chunks - c.chunks, tokens = projects.tokens - c.tokens
    FROM (SELECT g.project, count(*) AS chunks, sum(g.tokens) AS tokens FROM unnest(${known.map(({ project }) => project)}::bigint[],
      ${known.map(({ terms }) => lengthOf(terms))}::bigint[]) g(project, tokens) GROUP BY g.project) c
    WHERE projects.tenant_id = ${on.tenant} AND projects.id = c.project`);
  await on.run(sql`DELETE FROM chunks WHERE ${mine}`);
  await on.run(
    sql`DELETE FROM code_edges WHERE tenant_id = ${on.tenant} AND reference_id IN (SELECT id FROM code_references WHERE ${mine})`,
  );
  await on.run(sql`DELETE FROM code_edges WHERE tenant_id = ${on.tenant} AND to_file = ANY (${files}::bigint[])`);
  for (const table of ['code_references', 'symbols']) await on.run(sql`DELETE FROM ${raw(table)} WHERE ${mine}`);
  await on.run(sql`DELETE FROM files WHERE tenant_id = ${on.tenant} AND id = ANY (${files}::bigint[])`);
}

async function eraseProjects(on: Queryable): Promise<void> {
  const retired = sql`SELECT id FROM projects WHERE tenant_id = ${on.tenant} AND generation < 0`;
  await on.run(sql`DELETE FROM code_links WHERE tenant_id = ${on.tenant} AND project_id IN (${retired})`);
  const gone = await on.run(sql`DELETE FROM projects WHERE tenant_id = ${on.tenant} AND generation < 0`);
  if (gone > 0) await sweepScopes(on);
}
