// Replaces stored strings together with what was derived from them.
import { chunkTerms } from '../../../engine/code/indexing/embedding-text.ts';
import { groupBy } from '../../../engine/group.ts';
import type { ScanStore, StoredString } from '../../../engine/maintenance/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { nameKey } from '../../../engine/text/names.ts';
import { readRow } from '../../rows/strings.ts';
import { readChunk } from '../../rows/symbol.ts';
import { lengthOf } from '../../rows/terms.ts';
import { CHUNK } from '../code/chunk.ts';
import type { Database } from '../file/database.ts';
import { MEMORY_COLUMNS, readMemory } from '../memories/memory-row.ts';
import type { Writing } from '../memories/writing.ts';
import { stringPages, tablesOf } from './strings.ts';

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
      // Names are replaced row by row; references are consistent again only at the end.
      this.#database.run('PRAGMA defer_foreign_keys = ON');
      const byRow = groupBy(strings, ({ key }) => key);
      for (const row of byRow.values()) this.#replace(row);
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

  /** Replaces strings of one row. */
  #replace(strings: readonly Replacement[]): void {
    const [first] = strings;
    if (!first) return;
    const [table, key] = readRow(first.key);
    this.#keys ??= new Map(tablesOf(this.#database).map(({ name, keys }) => [name, keys]));
    // A concurrent change wins.
    const where = [...(this.#keys.get(table) ?? []), ...strings.map(({ field }) => field)];
    const condition = where.map((column) => `"${column}" = ?`).join(' AND ');
    const set = strings.map(({ field }) => `"${field}" = ?`).join(', ');
    const known = [...key, ...strings.map(({ text }) => text)];
    const { changes } = this.#database.run(
      `UPDATE OR IGNORE "${table}" SET ${set} WHERE ${condition}`,
      ...strings.map(({ clean }) => clean),
      ...known,
    );
    const name = strings.find(({ field }) => field === 'name');
    if (table === 'entities') this.#rename(Number(key[0]), name?.clean);
    // An equal row already exists.
    else if (changes === 0) this.#database.run(`DELETE FROM "${table}" WHERE ${condition}`, ...known);
    if (table === 'observations') this.#forgetVector(Number(key[0]));
    if (table === 'chunks') this.#indexChunk(Number(key[0]));
  }

  /** Renames an entity; its key comes from its name and stays unique. */
  #rename(row: number, name: string | undefined): void {
    if (name === undefined) return;
    const set = (key: string) =>
      this.#database.run('UPDATE OR IGNORE entities SET name = ?, key = ? WHERE row = ?', name, key, row).changes > 0;
    if (!set(nameKey(name))) set(`${nameKey(name)} ${row}`);
  }

  #forgetVector(observation: number): void {
    this.#database.run(
      'DELETE FROM entity_vectors WHERE entity_row IN (SELECT entity_row FROM observations WHERE id = ?)',
      observation,
    );
  }

  /** Indexes its words now, its vector in the background; the next indexing reads the file again. */
  #indexChunk(id: number): void {
    const row = this.#database.get(`${CHUNK} WHERE c.id = ?`, id);
    if (!row) return;
    const chunk = readChunk(row);
    const terms = chunkTerms(chunk.path, chunk);
    // The triggers of the sizes keep the second index, and read the words: the old ones go first, the new ones come last.
    this.#database.run('DELETE FROM chunk_sizes WHERE id = ?', id);
    this.#database.run('DELETE FROM chunk_text WHERE rowid = ?', id);
    this.#database.run('INSERT INTO chunk_text (rowid, terms) VALUES (?, ?)', id, terms);
    const size = 'INSERT INTO chunk_sizes (id, project_id, tokens) VALUES (?, ?, ?)';
    this.#database.run(size, id, chunk.project, lengthOf(terms));
    this.#database.run('DELETE FROM chunk_vectors WHERE chunk_id = ?', id);
    this.#database.run('UPDATE chunks SET pending = 1, digest = NULL WHERE id = ? AND digest IS NOT NULL', id);
    this.#database.run("UPDATE files SET content = '' WHERE id = ?", chunk.file);
  }
}
