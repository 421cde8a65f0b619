// Strings of the store that are put in the place of others, with what was made of them.
import { chunkTerms } from '../../engine/code/embedding-text.ts';
import { nameKey } from '../../engine/graph/texts.ts';
import type { ScanStore, StoredString } from '../../engine/maintenance/ports.ts';
import type { Memory } from '../../engine/model.ts';
import { CHUNK, readChunk } from './code/chunk.ts';
import type { Database } from './database.ts';
import { MEMORY_COLUMNS, readMemory } from './memory-row.ts';
import { readKey, stringPages, tablesOf } from './strings.ts';
import type { Writing } from './writing.ts';

type Replacement = StoredString & { readonly clean: string };

export class SqliteScan implements ScanStore {
  readonly #database: Database;
  readonly #writing: Writing;
  #keys: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(writing: Writing) {
    this.#database = writing.database;
    this.#writing = writing;
  }

  async rows(): Promise<number> {
    return tablesOf(this.#database).reduce(
      (sum, { name }) => sum + Number(this.#database.get(`SELECT count(*) AS n FROM "${name}"`)?.n),
      0,
    );
  }

  async *pages() {
    yield* stringPages(this.#database);
  }

  async replace(strings: readonly Replacement[]): Promise<void> {
    if (strings.length === 0) return;
    await this.#database.change(() => {
      // Names are replaced row by row, and refer to each other again at the end.
      this.#database.run('PRAGMA defer_foreign_keys = ON');
      for (const each of strings) this.#replace(each);
    });
  }

  async rewrite(before: Memory, after: Memory, { trace, ...derived }: Parameters<ScanStore['rewrite']>[2]) {
    const { memories, scopes } = this.#writing;
    return this.#database.change(() => {
      const sql = `SELECT ${MEMORY_COLUMNS}, m.conversation FROM memories m WHERE m.row = ? AND m.revision = ?`;
      const current = this.#database.get(sql, before.row, before.revision);
      if (!current) return null;
      const conversation = current.conversation === null ? null : String(current.conversation);
      const rewritten = { conversation, embedded: derived, names: derived, trace, isUnlogged: true as const };
      return memories.rewrite(readMemory(current, scopes), after, rewritten);
    });
  }

  async settle(): Promise<void> {
    await this.#database.flushLog();
  }

  #replace({ table, column, key, clean, text }: Replacement): void {
    this.#keys ??= new Map(tablesOf(this.#database).map(({ name, keys }) => [name, keys]));
    const keys = this.#keys.get(table) ?? [];
    const where = `${keys.map((name) => `"${name}" = ?`).join(' AND ')} AND "${column}" = ?`;
    const values = [...readKey(key), text];
    const { changes } = this.#database.run(
      `UPDATE OR IGNORE "${table}" SET "${column}" = ? WHERE ${where}`,
      clean,
      ...values,
    );
    if (table === 'entities') this.#rename(readKey(key)[0], column, clean);
    // The same is said there already.
    else if (changes === 0) this.#database.run(`DELETE FROM "${table}" WHERE ${where}`, ...values);
    if (table === 'observations') this.#forgetVector(readKey(key)[0]);
    if (table === 'chunks') this.#indexChunk(Number(readKey(key)[0]));
  }

  /** An entity is found by a key of its name, which is never that of another. */
  #rename(row: string | number | undefined, column: string, name: string): void {
    if (row === undefined || column !== 'name') return;
    const set = (key: string) =>
      this.#database.run('UPDATE OR IGNORE entities SET key = ? WHERE row = ?', key, row).changes > 0;
    if (!set(nameKey(name))) set(`${nameKey(name)} ${row}`);
  }

  #forgetVector(observation: string | number | undefined): void {
    this.#database.run(
      'DELETE FROM entity_vectors WHERE entity_row IN (SELECT entity_row FROM observations WHERE id = ?)',
      observation ?? 0,
    );
  }

  /** Its words now, its vector in the background; the file is read again with the next index. */
  #indexChunk(id: number): void {
    const row = this.#database.get(`${CHUNK} WHERE c.id = ?`, id);
    if (!row) return;
    const chunk = readChunk(row);
    this.#database.run('DELETE FROM chunk_text WHERE rowid = ?', id);
    this.#database.run(
      'INSERT INTO chunk_text (rowid, terms) VALUES (?, ?)',
      id,
      chunkTerms(chunk.path, chunk).join(' '),
    );
    this.#database.run('DELETE FROM chunk_vectors WHERE chunk_id = ?', id);
    this.#database.run('UPDATE chunks SET pending = 1, digest = NULL WHERE id = ? AND digest IS NOT NULL', id);
    this.#database.run("UPDATE files SET content = '' WHERE id = ?", chunk.file);
  }
}
