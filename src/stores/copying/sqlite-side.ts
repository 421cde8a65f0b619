import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { invalid, RemanenceError } from '../../errors.ts';
import type { Row } from '../rows/row.ts';
import { lengthOf } from '../rows/terms.ts';
import { COPY_BEGUN, Database } from '../sqlite/file/database.ts';
import { SqlitePassages } from '../sqlite/memories/passages.ts';
import { Revisions } from '../sqlite/memories/revisions.ts';
import { codeOf } from '../sqlite/retrieval/segments.ts';
import type { Key, Target } from './copy.ts';
import { COPIED_SETTINGS, type CopiedTable, STORED } from './tables.ts';

/** Columns that the file keeps in other tables. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'passages.terms': '(SELECT terms FROM passage_text x WHERE x.rowid = t.id)',
  'chunks.terms': '(SELECT terms FROM chunk_text x WHERE x.rowid = t.id)',
  'chunks.vector': '(SELECT vector FROM chunk_vectors x WHERE x.chunk_id = t.id)',
};
/** What follows from passages and chunks. Their sizes go first: with them go the words, which are read from the text. */
const DERIVED = ['passage_sizes', 'passage_text', 'chunk_sizes', 'chunk_text', 'chunk_vectors'];
/** Where the file notes that memories were deleted. */
const NOTED = ['cube_changes'];
type Value = string | number | null | Uint8Array;

const asValue = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array ? value : null;

/** A store file as one end of a copy. */
export class SqliteSide implements Target {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Opens an existing file that nobody else writes to. */
  static async reading(file: string): Promise<SqliteSide> {
    const side = await SqliteSide.#open(file);
    const apart = side.#database.all('SELECT id FROM cubes WHERE path IS NOT NULL').map(({ id }) => String(id));
    if (apart.length === 0) return side;
    await side.close();
    throw new RemanenceError('invalid', `These cubes have their own files and are not copied: ${apart.join(', ')}.`, {
      hint: 'Export each of them and import it into the copy.',
    });
  }

  static async writing(file: string): Promise<SqliteSide> {
    const folder = dirname(file);
    if (!existsSync(folder)) throw invalid(`The folder ${folder} does not exist.`, 'Create it, or name another file.');
    if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
    return SqliteSide.#open(file);
  }

  static async #open(file: string): Promise<SqliteSide> {
    return new SqliteSide(await Database.open(file));
  }

  async identity(): Promise<string> {
    return String(this.#setting('number_key'));
  }

  #setting(key: string): string | null {
    const value = this.#database.get('SELECT value FROM settings WHERE key = ?', key)?.value;
    return value === undefined ? null : String(value);
  }

  async read(table: CopiedTable, after: Key | null, limit: number): Promise<Row[]> {
    const { name, key, columns } = table;
    const selected = columns.map((column) => `${ELSEWHERE[`${name}.${column}`] ?? `t."${column}"`} AS "${column}"`);
    const keys = key.map((column) => `t."${column}"`).join(', ');
    const conditions = [
      ...(after === null ? [] : [`(${keys}) > (${key.map(() => '?').join(', ')})`]),
      ...(name === 'settings' ? [`key IN (${COPIED_SETTINGS.map((each) => `'${each}'`).join(', ')})`] : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    return this.#database.all(
      `SELECT ${selected.join(', ')} FROM ${name} t ${where} ORDER BY ${keys} LIMIT ?`,
      ...(after ?? []),
      limit,
    );
  }

  async begun(): Promise<string | null> {
    const mark = this.#setting(COPY_BEGUN);
    if (mark !== null) return mark;
    const isHeld = STORED.some(
      ({ name, isStored }) => this.#database.get(`SELECT 1 FROM ${name} WHERE ${isStored} LIMIT 1`) !== undefined,
    );
    if (isHeld) throw notEmpty(this.#database.path);
    return null;
  }

  async begin(identity: string): Promise<void> {
    await this.#database.change(() => {
      for (const name of [...DERIVED, ...STORED.map(({ name }) => name).toReversed(), ...NOTED])
        this.#database.run(`DELETE FROM ${name}`);
      for (const key of COPIED_SETTINGS) this.#database.run('DELETE FROM settings WHERE key = ?', key);
      this.#database.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', COPY_BEGUN, identity);
    });
  }

  async write(table: CopiedTable, rows: readonly Row[]): Promise<void> {
    await this.#database.change(() => {
      for (const row of rows) {
        if (table.name === 'passages') this.#writePassage(row);
        else if (table.name === 'chunks') this.#writeChunk(row);
        else this.#insert(table.name, Object.fromEntries(table.columns.map((column) => [column, row[column]])));
      }
    });
  }

  #insert(table: string, row: Row): void {
    const columns = Object.keys(row);
    this.#database.run(
      `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...Object.values(row).map(asValue),
    );
  }

  #writePassage({ id, memory_row, position, terms, vector }: Row): void {
    this.#insert('passages', { id, memory_row, position, vector });
    this.#insert('passage_text', { rowid: id, terms });
    this.#database.run(
      'INSERT INTO passage_sizes (id, scope_id, tokens) SELECT ?, scope_id, ? FROM memories WHERE row = ?',
      Number(id),
      lengthOf(String(terms)),
      Number(memory_row),
    );
  }

  #writeChunk({ terms, vector, ...chunk }: Row): void {
    this.#insert('chunks', chunk);
    this.#insert('chunk_text', { rowid: chunk.id, terms });
    const file = this.#database.get('SELECT project_id FROM files WHERE id = ?', Number(chunk.file_id));
    const project_id = Number(file?.project_id);
    this.#insert('chunk_sizes', { id: chunk.id, project_id, tokens: lengthOf(String(terms)) });
    if (!(vector instanceof Uint8Array)) return;
    const code = codeOf(new Float32Array(new Uint8Array(vector).buffer));
    this.#insert('chunk_vectors', {
      project_id,
      file_id: chunk.file_id,
      chunk_id: chunk.id,
      code: new Uint8Array(code.buffer),
      vector,
    });
  }

  async finish(): Promise<void> {
    await this.#database.change(() => {
      const newest = this.#database.get(
        'SELECT max(ifnull((SELECT max(revision) FROM memories), 0), ifnull((SELECT max(revision) FROM memory_changes), 0)) AS revision',
      );
      new Revisions(this.#database).leap(Number(newest?.revision));
      new SqlitePassages(this.#database).packAll();
      this.#database.run('DELETE FROM settings WHERE key = ?', COPY_BEGUN);
    });
  }

  async close(): Promise<void> {
    await this.#database.settled();
    this.#database.close();
  }
}

export const notEmpty = (place: string): RemanenceError =>
  new RemanenceError('conflict', `${place} is not empty.`, {
    hint: 'Copy into a file that does not exist yet, or into a new tenant: --tenant NAME',
  });
