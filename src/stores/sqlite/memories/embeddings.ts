import type { Embedded, EmbeddingStore, VectorModel } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import type { Database } from '../file/database.ts';
import { IS_FALSIFIED } from './digest.ts';
import type { SqliteMemories } from './memories.ts';
import type { SqlitePassages } from './passages.ts';
import type { Revisions } from './revisions.ts';

export class SqliteEmbeddings implements EmbeddingStore {
  readonly #database: Database;
  readonly #revisions: Revisions;
  readonly #passages: SqlitePassages;
  readonly #memories: SqliteMemories;

  constructor(database: Database, revisions: Revisions, passages: SqlitePassages, memories: SqliteMemories) {
    this.#database = database;
    this.#revisions = revisions;
    this.#passages = passages;
    this.#memories = memories;
  }

  async model(): Promise<VectorModel | null> {
    return this.#passages.model();
  }

  async adopt({ name, dimensions }: VectorModel): Promise<void> {
    await this.#database.change(() => {
      const current = this.#passages.model();
      if (current?.name === name && current.dimensions === dimensions) return;
      const put = (key: string, value: string) =>
        this.#database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
      put('embedding_model', name);
      put('embedding_dimensions', String(dimensions));
      this.#database.run('DELETE FROM vector_segments');
      this.#database.run('UPDATE passages SET vector = NULL, segment = NULL WHERE vector IS NOT NULL');
      this.#database.run('DELETE FROM chunk_vectors');
      this.#database.run('UPDATE chunks SET pending = 1 WHERE pending = 0 AND digest IS NOT NULL');
      this.#revisions.breakOff();
    });
  }

  async pendingCount(): Promise<number> {
    const row = this.#database.get('SELECT count(DISTINCT memory_row) AS n FROM passages WHERE vector IS NULL');
    return Number(row?.n);
  }

  async pending(limit: number): Promise<Memory[]> {
    // A damaged memory waits forever, so it must not take the place of another.
    const rows = this.#database.all(
      `SELECT DISTINCT memory_row FROM passages p WHERE vector IS NULL
         AND EXISTS (SELECT 1 FROM memories WHERE row = p.memory_row AND (${IS_FALSIFIED}) IS NOT TRUE)
       ORDER BY memory_row LIMIT ?`,
      limit,
    );
    return this.#memories.byRows(rows.map((row) => Number(row.memory_row)));
  }

  async fill(row: number, revision: number, embedded: Embedded): Promise<void> {
    await this.#database.change(() => {
      const { changes } = this.#database.run(
        'UPDATE memories SET revision = ? WHERE row = ? AND revision = ?',
        this.#revisions.next(),
        row,
        revision,
      );
      if (changes === 0) return;
      this.#passages.remove([row]);
      this.#passages.insert(row, embedded);
    });
  }
}
