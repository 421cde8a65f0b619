import type { ChunkHit, ChunkNearness, CodeFilter, CodeSearchStore, StoredChunk } from '../../../engine/code/ports.ts';
import { type TermStatistics, termWeight } from '../../../engine/text/bm25.ts';
import { readChunk } from '../../rows/symbol.ts';
import type { Database } from '../file/database.ts';
import { rankTexts, reachStatistics, type WordReach } from '../retrieval/reach-words.ts';
import { termStatistics } from '../retrieval/search.ts';
import { CHUNK } from './chunk.ts';
import type { ChunkVectorIndex } from './vectors.ts';

export class SqliteCodeSearch implements CodeSearchStore {
  readonly #database: Database;
  readonly #vectors: ChunkVectorIndex;

  constructor(database: Database, vectors: ChunkVectorIndex) {
    this.#database = database;
    this.#vectors = vectors;
  }

  async nearest(vector: Float32Array, filter: CodeFilter, limit: number): Promise<ChunkHit[]> {
    return this.#database.snapshot(() => this.#vectors.nearest(vector, filter, limit));
  }

  async similarities(vector: Float32Array, chunks: readonly number[]): Promise<ChunkNearness[]> {
    return this.#vectors.similarities(vector, chunks);
  }

  async matching(terms: readonly string[], filter: CodeFilter, limit: number): Promise<ChunkHit[]> {
    if (terms.length === 0) return [];
    if (filter.counted) return this.#matchingWithin(terms, this.#reach(filter.counted), filter, limit);
    const where = visible(filter);
    const rows = this.#database.all(
      `SELECT c.id, -bm25(chunk_text) AS score FROM chunk_text JOIN chunks c ON c.id = chunk_text.rowid
       JOIN files f ON f.id = c.file_id WHERE chunk_text MATCH ? AND ${where.sql} ORDER BY score DESC LIMIT ?`,
      terms.map((term) => `"${term}"`).join(' OR '),
      ...where.values,
      limit,
    );
    return rows.map((row) => ({ id: Number(row.id), score: Number(row.score) }));
  }

  /** Ranks by how rare words are in the caller's projects, not in all. */
  #matchingWithin(terms: readonly string[], reach: WordReach, filter: CodeFilter, limit: number): ChunkHit[] {
    const statistics = reachStatistics(this.#database, 'chunk', terms, reach);
    const weights = new Map(terms.map((term) => [term, termWeight(term, statistics)]));
    const weighed = { weights, averageLength: statistics.averageLength };
    const scores = new Map(rankTexts(this.#database, 'chunk', weighed, filter.projects));
    const where = visible(filter);
    const rows = this.#database.all(
      `SELECT c.id FROM json_each(?) wanted CROSS JOIN chunks c ON c.id = wanted.value
       CROSS JOIN files f ON f.id = c.file_id WHERE ${where.sql} ORDER BY wanted.key LIMIT ?`,
      JSON.stringify([...scores.keys()]),
      ...where.values,
      limit,
    );
    return rows.map((row) => ({ id: Number(row.id), score: scores.get(Number(row.id)) ?? 0 }));
  }

  #reach(projects: readonly number[]): WordReach {
    const sizes = this.#database.get(
      `SELECT ifnull(sum(chunks), 0) AS texts, ifnull(sum(tokens), 0) AS tokens FROM projects
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(projects),
    );
    return { groups: projects, texts: Number(sizes?.texts), tokens: Number(sizes?.tokens) };
  }

  async defining(names: readonly string[], filter: CodeFilter, limit: number): Promise<number[]> {
    const where = visible(filter);
    const rows = this.#database.all(
      `SELECT DISTINCT c.id FROM json_each(?) wanted JOIN symbols s ON s.name = wanted.value COLLATE NOCASE
       JOIN files f ON f.id = s.file_id
       JOIN chunks c ON c.file_id = s.file_id AND s.line BETWEEN c.start_line AND c.end_line
       WHERE ${where.sql} ORDER BY c.id LIMIT ?`,
      JSON.stringify(names),
      ...where.values,
      limit,
    );
    return rows.map((row) => Number(row.id));
  }

  async heads(files: readonly number[]): Promise<number[]> {
    const rows = this.#database.all(
      `SELECT (SELECT c.id FROM chunks c WHERE c.file_id = f.id ORDER BY c.start_line, c.id LIMIT 1) AS id
       FROM json_each(?) wanted JOIN files f ON f.id = wanted.value WHERE f.state = 1 ORDER BY wanted.key`,
      JSON.stringify(files),
    );
    return rows.filter(({ id }) => id !== null).map(({ id }) => Number(id));
  }

  async chunks(ids: readonly number[]): Promise<StoredChunk[]> {
    const sql = `${CHUNK} WHERE c.id IN (SELECT value FROM json_each(?)) AND f.state = 1`;
    return this.#database.all(sql, JSON.stringify(ids)).map(readChunk);
  }

  async inFiles(files: readonly number[]): Promise<StoredChunk[]> {
    const sql = `${CHUNK} WHERE c.file_id IN (SELECT value FROM json_each(?)) AND f.state = 1 ORDER BY c.file_id, c.start_line`;
    return this.#database.all(sql, JSON.stringify(files)).map(readChunk);
  }

  async statistics(terms: readonly string[], projects?: readonly number[]): Promise<TermStatistics> {
    if (projects) return reachStatistics(this.#database, 'chunk', terms, this.#reach(projects));
    const size = this.#database.get('SELECT sum(chunks) AS texts, sum(tokens) AS tokens FROM projects');
    return termStatistics(this.#database, 'chunk_terms', terms, size);
  }
}

function visible({ projects, files }: CodeFilter): { sql: string; values: string[] } {
  const sql = 'f.state = 1 AND f.project_id IN (SELECT value FROM json_each(?))';
  if (files === null) return { sql, values: [JSON.stringify(projects)] };
  return {
    sql: `${sql} AND f.id IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(projects), JSON.stringify([...files])],
  };
}
