// Deletes files that are no longer part of an index, step by step.
import type { Database } from '../file/database.ts';
import type { Scopes } from '../memories/scopes.ts';

/** Deleting a chunk from the text index is slow and keeps every other writer waiting, so a step stops deleting chunks after this long. */
const STEP_MS = 40;
/** Deleted between two looks at the clock. */
const CHUNKS_AT_ONCE = 6;
const SWEPT_FILES = 50;
const CHUNK_TABLES = [
  ['chunk_sizes', 'id'],
  ['chunk_text', 'rowid'],
  ['chunk_vectors', 'chunk_id'],
  ['chunks', 'id'],
] as const;

export class IndexSweep {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  /** True while something is left. */
  async step(): Promise<boolean> {
    const isRetired = this.#database.get('SELECT 1 FROM projects WHERE generation < 0');
    if (this.#gone().length === 0 && !isRetired) return false;
    const isLeft = await this.#database.change(() => {
      const files = JSON.stringify(this.#gone());
      if (this.#eraseChunks(files)) this.#eraseFiles(files);
      if (this.#gone().length > 0) return true;
      this.#eraseProjects();
      return false;
    });
    if (!isLeft) await this.#database.flushLog();
    return isLeft;
  }

  #gone(): number[] {
    const rows = this.#database.all(`SELECT id FROM files WHERE state = 2 ORDER BY id LIMIT ${SWEPT_FILES}`);
    return rows.map(({ id }) => Number(id));
  }

  /** Deletes chunks of these files, given as JSON, as time allows; true if none are left. */
  #eraseChunks(files: string): boolean {
    const since = performance.now();
    do {
      const rows = this.#database.all(
        'SELECT id FROM chunks WHERE file_id IN (SELECT value FROM json_each(?)) LIMIT ?',
        files,
        CHUNKS_AT_ONCE,
      );
      if (rows.length === 0) return true;
      const chunks = JSON.stringify(rows.map(({ id }) => Number(id)));
      // Delete the sizes first: their trigger still reads the text of the chunks.
      for (const [table, key] of CHUNK_TABLES) {
        this.#database.run(`DELETE FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?))`, chunks);
      }
    } while (performance.now() - since < STEP_MS);
    return false;
  }

  /** Deletes files that have no chunks left, with everything else known about them. */
  #eraseFiles(files: string): void {
    const listed = 'IN (SELECT value FROM json_each(?))';
    this.#database.run(
      `DELETE FROM code_edges WHERE reference_id IN (SELECT id FROM code_references WHERE file_id ${listed})`,
      files,
    );
    this.#database.run(`DELETE FROM code_edges WHERE to_file ${listed}`, files);
    this.#database.run(`DELETE FROM code_references WHERE file_id ${listed}`, files);
    this.#database.run(`DELETE FROM symbols WHERE file_id ${listed}`, files);
    this.#database.run(`DELETE FROM files WHERE id ${listed}`, files);
  }

  #eraseProjects(): void {
    this.#database.run('DELETE FROM code_links WHERE project_id IN (SELECT id FROM projects WHERE generation < 0)');
    const { changes } = this.#database.run('DELETE FROM projects WHERE generation < 0');
    if (changes > 0) this.#scopes.sweep();
  }
}
