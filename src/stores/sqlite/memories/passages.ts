import { groupBy } from '../../../engine/group.ts';
import type { Embedded, VectorModel } from '../../../engine/memories/ports.ts';
import { RemanenceError } from '../../../errors.ts';
import { lengthOf } from '../../rows/terms.ts';
import type { Database } from '../file/database.ts';
import { appendVector, decodeSegment, emptyCodes, encodeSegment, retain, wordsFor } from '../retrieval/segments.ts';

const SEGMENT = 1024;

export const toBlob = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

function toBytes(blob: unknown): Uint8Array {
  if (!(blob instanceof Uint8Array)) throw new RemanenceError('storage', 'The store holds an invalid vector.');
  return blob;
}

export function toVector(blob: unknown): Float32Array {
  const bytes = toBytes(blob);
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** Adds a memory's passages to the text index and the vectors, and removes them. Call it inside a change. */
export class SqlitePassages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Vectors of another model than the store's are left out: they wait for the right one. */
  insert(memoryRow: number, { passages, model }: Embedded): void {
    const current = this.model();
    const fits = current?.name === model?.name && current?.dimensions === model?.dimensions;
    for (const [position, { terms, vector }] of passages.entries()) {
      const { lastRow: id } = this.#database.run(
        'INSERT INTO passages (memory_row, position, vector) VALUES (?, ?, ?)',
        memoryRow,
        position,
        vector && fits ? toBlob(vector) : null,
      );
      this.#database.run('INSERT INTO passage_text (rowid, terms) VALUES (?, ?)', id, terms);
      this.#database.run(
        'INSERT INTO passage_sizes (id, scope_id, tokens) SELECT ?, scope_id, ? FROM memories WHERE row = ?',
        id,
        lengthOf(terms),
        memoryRow,
      );
      if (id % (SEGMENT / 4) === 0) this.#pack();
    }
  }

  remove(memoryRows: readonly number[]): void {
    const rows = memoryRows.flatMap((memory) =>
      this.#database
        .all('SELECT id, segment FROM passages WHERE memory_row = ?', memory)
        .map(({ id, segment }) => ({ id: Number(id), segment: segment === null ? null : Number(segment) })),
    );
    for (const { id } of rows) {
      // Delete the passage first: the trigger that counts its words still reads them.
      this.#database.run('DELETE FROM passages WHERE id = ?', id);
      this.#database.run('DELETE FROM passage_text WHERE rowid = ?', id);
    }
    for (const [segment, gone] of groupBy(rows, (row) => row.segment)) {
      if (segment !== null) this.#takeOut(segment, new Set(gone.map(({ id }) => id)));
    }
  }

  #takeOut(segment: number, gone: ReadonlySet<number>): void {
    const data = this.#database.get('SELECT data FROM vector_segments WHERE id = ?', segment)?.data;
    const codes = decodeSegment(toBytes(data), wordsFor(this.dimensions()));
    retain(codes, (slot) => !gone.has(codes.ids[slot] ?? 0));
    if (codes.count === 0) this.#database.run('DELETE FROM vector_segments WHERE id = ?', segment);
    else this.#database.run('UPDATE vector_segments SET data = ? WHERE id = ?', encodeSegment(codes), segment);
  }

  /** Packs all codes, for passages that were written row by row. */
  packAll(): void {
    while (this.#pack());
  }

  /** Packs the oldest loose codes once there are two segments' worth, so that the newest stay cheap to change. */
  #pack(): boolean {
    const loose = this.#database.get('SELECT count(*) AS n FROM passages WHERE segment IS NULL AND vector IS NOT NULL');
    if (Number(loose?.n) < SEGMENT * 2) return false;
    const rows = this.#database.all(
      `SELECT p.id, p.memory_row, m.scope_id, p.vector FROM passages p JOIN memories m ON m.row = p.memory_row
       WHERE p.segment IS NULL AND p.vector IS NOT NULL ORDER BY p.id LIMIT ?`,
      SEGMENT,
    );
    const codes = emptyCodes(wordsFor(this.dimensions()), rows.length);
    for (const row of rows) {
      appendVector(codes, Number(row.id), Number(row.memory_row), Number(row.scope_id), toVector(row.vector));
    }
    const { lastRow: segment } = this.#database.run(
      'INSERT INTO vector_segments (data) VALUES (?)',
      encodeSegment(codes),
    );
    const ids = JSON.stringify(rows.map((row) => row.id));
    this.#database.run('UPDATE passages SET segment = ? WHERE id IN (SELECT value FROM json_each(?))', segment, ids);
    return true;
  }

  /** The model of the stored vectors; null if there are none yet. */
  model(): VectorModel | null {
    const name = this.#database.get("SELECT value FROM settings WHERE key = 'embedding_model'")?.value;
    return typeof name === 'string' ? { name, dimensions: this.dimensions() } : null;
  }

  /** The dimension of the stored vectors; 0 without any. */
  dimensions(): number {
    return Number(this.#database.get("SELECT value FROM settings WHERE key = 'embedding_dimensions'")?.value ?? 0);
  }
}
