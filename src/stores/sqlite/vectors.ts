// The codes of all vectors, in memory. Each process keeps its own copy and follows what the others write by the
// store's revision counter.
import { isValidAt } from '../../engine/temporal/validity.ts';
import type { Database } from './database.ts';
import { type SqlitePassages, toVector } from './passages.ts';
import {
  appendCodes,
  appendVector,
  type Codes,
  decodeSegment,
  emptyCodes,
  nearestCodes,
  retain,
  wordsFor,
  writeCode,
} from './segments.ts';

/** How many are compared exactly after the codes have picked them. Measured on real embeddings: recall .997 of the top 50. */
const RESCORED = 400;
const BOUNDED = 'm.valid_until IS NOT NULL OR m.valid_from > m.ingestion_time';

export class VectorIndex {
  readonly #database: Database;
  readonly #passages: SqlitePassages;
  #codes: Codes = emptyCodes(0, 0);
  #dimensions = 0;
  /** Memories whose validity has an end, or a beginning that lies ahead of its ingestion. */
  #bounded = new Map<number, { validFrom: number; validUntil: number | null }>();
  #revision = -1;
  /** The newest memory that was ever taken in: what is newer cannot have a code here yet. */
  #newest = 0;

  constructor(database: Database, passages: SqlitePassages) {
    this.#database = database;
    this.#passages = passages;
  }

  /** The ids of the passages that may be nearest; `scopes` null admits every scope. */
  candidates(query: Float32Array, scopes: readonly number[] | null, validAt: number, limit: number): number[] {
    this.#database.snapshot(() => this.#follow());
    if (query.length !== this.#dimensions) return [];
    const code = new Uint32Array(this.#codes.words);
    writeCode(query, code, 0);
    const allowed = scopes === null ? null : new Set(scopes);
    const { memories, scopes: scopeOf } = this.#codes;
    const admits = (slot: number): boolean => {
      if (allowed !== null && !allowed.has(scopeOf[slot] ?? 0)) return false;
      const bounds = this.#bounded.size > 0 ? this.#bounded.get(memories[slot] ?? 0) : undefined;
      return bounds === undefined || isValidAt(bounds, validAt);
    };
    return nearestCodes(this.#codes, code, Math.max(RESCORED, limit * 4), admits);
  }

  #follow(): void {
    const current = Number(this.#database.get("SELECT value FROM settings WHERE key = 'revision'")?.value ?? 0);
    if (current === this.#revision) return;
    const forgotten = Number(this.#database.get("SELECT value FROM settings WHERE key = 'removals_floor'")?.value ?? 0);
    const dimensions = this.#passages.dimensions();
    if (this.#revision < forgotten || dimensions !== this.#dimensions) this.#load(dimensions, current);
    else this.#catchUp(current);
  }

  #load(dimensions: number, revision: number): void {
    const words = wordsFor(dimensions);
    this.#dimensions = dimensions;
    this.#codes = emptyCodes(words, 4096);
    for (const row of this.#database.all('SELECT data FROM vector_segments')) {
      if (row.data instanceof Uint8Array) appendCodes(this.#codes, decodeSegment(row.data, words));
    }
    this.#newest = Number(this.#database.get('SELECT max(row) AS row FROM memories')?.row ?? 0);
    this.#append('p.segment IS NULL', []);
    this.#bounded = this.#readBounds(BOUNDED, []);
    this.#revision = revision;
  }

  #catchUp(revision: number): void {
    const since = this.#revision;
    const changed = this.#database.all('SELECT row FROM memories WHERE revision > ?', since);
    const removed = this.#database.all('SELECT row FROM removals WHERE revision > ?', since);
    const touched = new Set([...changed, ...removed].map((row) => Number(row.row)));
    const known = new Set([...touched].filter((row) => row <= this.#newest));
    if (known.size > 0) retain(this.#codes, (memory) => !known.has(memory));
    for (const row of touched) this.#bounded.delete(row);
    this.#append('m.revision > ?', [since]);
    for (const [row, bounds] of this.#readBounds(`m.revision > ? AND (${BOUNDED})`, [since]))
      this.#bounded.set(row, bounds);
    this.#revision = revision;
  }

  #append(where: string, values: number[]): void {
    const rows = this.#database.all(
      `SELECT p.id, p.memory_row, m.scope_id, p.vector FROM passages p JOIN memories m ON m.row = p.memory_row
       WHERE p.vector IS NOT NULL AND ${where} ORDER BY p.id`,
      ...values,
    );
    for (const row of rows) {
      const vector = toVector(row.vector);
      this.#newest = Math.max(this.#newest, Number(row.memory_row));
      if (vector.length !== this.#dimensions) continue;
      appendVector(this.#codes, Number(row.id), Number(row.memory_row), Number(row.scope_id), vector);
    }
  }

  #readBounds(where: string, values: number[]): Map<number, { validFrom: number; validUntil: number | null }> {
    const rows = this.#database.all(
      `SELECT m.row, m.valid_from, m.valid_until FROM memories m WHERE ${where}`,
      ...values,
    );
    return new Map(
      rows.map((row) => [
        Number(row.row),
        { validFrom: Number(row.valid_from), validUntil: row.valid_until === null ? null : Number(row.valid_until) },
      ]),
    );
  }
}
