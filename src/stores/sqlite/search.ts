import type { Hit, SearchFilter, SearchStore, TermStatistics } from '../../engine/ports.ts';
import type { Database, Row } from './database.ts';
import { toVector } from './passages.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import type { VectorIndex } from './vectors.ts';

const VALID_AT = 'm.valid_from <= ? AND (m.valid_until IS NULL OR m.valid_until > ?)';
const PASSAGES = '(SELECT count(*) FROM passages c WHERE c.memory_row = p.memory_row) AS passages';

export class SqliteSearch implements SearchStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #vectors: VectorIndex;

  constructor(database: Database, scopes: Scopes, vectors: VectorIndex) {
    this.#database = database;
    this.#scopes = scopes;
    this.#vectors = vectors;
  }

  async nearest(vector: Float32Array, { within, validAt }: SearchFilter, limit: number): Promise<Hit[]> {
    const candidates = this.#vectors.candidates(vector, this.#scopes.within(within), validAt, limit);
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, p.vector FROM json_each(?) wanted JOIN passages p ON p.id = wanted.value
       WHERE p.vector IS NOT NULL`,
      JSON.stringify(candidates),
    );
    const scored = rows.map((row) => ({ row, score: cosine(vector, row) }));
    const best = scored.sort((a, b) => b.score - a.score).slice(0, limit);
    const counts = this.#passageCounts(best.map(({ row }) => Number(row.memory_row)));
    return best.map(({ row, score }) => hit(row, score, counts.get(Number(row.memory_row)) ?? 1));
  }

  #passageCounts(memories: readonly number[]): Map<number, number> {
    const rows = this.#database.all(
      'SELECT memory_row, count(*) AS n FROM passages WHERE memory_row IN (SELECT value FROM json_each(?)) GROUP BY memory_row',
      JSON.stringify(memories),
    );
    return new Map(rows.map((row) => [Number(row.memory_row), Number(row.n)]));
  }

  async similarities(vector: Float32Array, memories: readonly number[]): Promise<Hit[]> {
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, p.vector, ${PASSAGES} FROM json_each(?) wanted
       JOIN passages p ON p.memory_row = wanted.value WHERE p.vector IS NOT NULL`,
      JSON.stringify(memories),
    );
    return rows.map((row) => hit(row, cosine(vector, row), Number(row.passages)));
  }

  async matching(terms: readonly string[], { within, validAt }: SearchFilter, limit: number): Promise<Hit[]> {
    if (terms.length === 0) return [];
    // The index gives its best passages; the filter is part of the same query, so nothing foreign takes a place.
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, -bm25(passage_text) AS score, ${PASSAGES} FROM passage_text
       JOIN passages p ON p.id = passage_text.rowid JOIN memories m ON m.row = p.memory_row
       WHERE passage_text MATCH ? AND ${VALID_AT}${scopeClause(this.#scopes.within(within), 'm.scope_id')}
       ORDER BY score DESC LIMIT ?`,
      terms.map((term) => `"${term}"`).join(' OR '),
      validAt,
      validAt,
      limit,
    );
    return rows.map((row) => hit(row, Number(row.score), Number(row.passages)));
  }

  async passageTerms(memories: readonly number[]): Promise<{ row: number; terms: string }[]> {
    const rows = this.#database.all(
      `SELECT p.memory_row, t.terms FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
       JOIN passage_text t ON t.rowid = p.id`,
      JSON.stringify(memories),
    );
    return rows.map((row) => ({ row: Number(row.memory_row), terms: String(row.terms) }));
  }

  async statistics(terms: readonly string[]): Promise<TermStatistics> {
    const frequency = new Map<string, number>();
    for (const term of terms) {
      const found = this.#database.get('SELECT doc FROM passage_terms WHERE term = ?', term);
      if (found) frequency.set(term, Number(found.doc));
    }
    // FTS5 keeps the totals of the whole index in this row: two varints, the passages and their tokens.
    const block = this.#database.get('SELECT block FROM passage_text_data WHERE id = 1')?.block;
    const [passages = 0, tokens = 0] = block instanceof Uint8Array ? varints(block) : [];
    return { passages, averageLength: passages > 0 ? tokens / passages : 0, frequency };
  }

  async permitted(rows: readonly number[], { within, validAt }: SearchFilter): Promise<Set<number>> {
    const found = this.#database.all(
      `SELECT m.row FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value
       WHERE ${VALID_AT}${scopeClause(this.#scopes.within(within), 'm.scope_id')}`,
      JSON.stringify(rows),
      validAt,
      validAt,
    );
    return new Set(found.map((row) => Number(row.row)));
  }
}

const hit = (row: Row, score: number, passages: number): Hit => ({
  row: Number(row.memory_row),
  score,
  position: Number(row.position),
  passages,
});

function cosine(query: Float32Array, row: Row): number {
  const vector = toVector(row.vector);
  if (vector.length !== query.length) return 0;
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (query[i] ?? 0) * (vector[i] ?? 0);
  return sum;
}

/** SQLite's variable-length integers: seven bits a byte, the highest first. */
function varints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    values.push(value);
    value = 0;
  }
  return values;
}
