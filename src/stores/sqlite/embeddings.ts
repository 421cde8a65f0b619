import type { Memory } from '../../engine/model.ts';
import type { EmbeddingStore, Passage, VectorModel } from '../../engine/ports.ts';
import type { Database } from './database.ts';
import type { SqliteMemories } from './memories.ts';
import type { SqlitePassages } from './passages.ts';

export class SqliteEmbeddings implements EmbeddingStore {
  readonly #database: Database;
  readonly #passages: SqlitePassages;
  readonly #memories: SqliteMemories;

  constructor(database: Database, passages: SqlitePassages, memories: SqliteMemories) {
    this.#database = database;
    this.#passages = passages;
    this.#memories = memories;
  }

  async model(): Promise<VectorModel | null> {
    return this.#current();
  }

  #current(): VectorModel | null {
    const name = this.#database.get("SELECT value FROM settings WHERE key = 'embedding_model'")?.value;
    return typeof name === 'string' ? { name, dimensions: this.#passages.dimensions() } : null;
  }

  async adopt({ name, dimensions }: VectorModel): Promise<void> {
    this.#database.change(() => {
      const current = this.#current();
      if (current?.name === name && current.dimensions === dimensions) return;
      const put = (key: string, value: string) =>
        this.#database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value);
      put('embedding_model', name);
      put('embedding_dimensions', String(dimensions));
      this.#database.run('DELETE FROM vector_segments');
      this.#database.run('UPDATE passages SET vector = NULL, segment = NULL WHERE vector IS NOT NULL');
      // Every process reads its vectors anew.
      put('removals_floor', String(this.#memories.nextRevision()));
      this.#memories.nextRevision();
    });
  }

  async pendingCount(): Promise<number> {
    const row = this.#database.get('SELECT count(DISTINCT memory_row) AS n FROM passages WHERE vector IS NULL');
    return Number(row?.n);
  }

  async pending(limit: number): Promise<Memory[]> {
    const rows = this.#database.all('SELECT DISTINCT memory_row FROM passages WHERE vector IS NULL LIMIT ?', limit);
    return this.#memories.byRows(rows.map((row) => Number(row.memory_row)));
  }

  async fill(row: number, revision: number, passages: readonly Passage[]): Promise<void> {
    this.#database.change(() => {
      const next = this.#memories.nextRevision();
      const { changes } = this.#database.run(
        'UPDATE memories SET revision = ? WHERE row = ? AND revision = ?',
        next,
        row,
        revision,
      );
      if (changes === 0) return;
      this.#passages.remove(row);
      this.#passages.insert(row, passages);
    });
  }
}
