import type { ChunkHit, ChunkNearness, CodeFilter, CodeSearchStore, StoredChunk } from '../../../engine/code/ports.ts';
import { type TermStatistics, weighTerms } from '../../../engine/text/bm25.ts';
import { readChunk } from '../../rows/symbol.ts';
import { CHUNK_WORDS, frequencies, ranked, statisticsOf } from '../memories/words.ts';
import type { Database } from '../server/database.ts';
import { NOTHING, type Sql, sql, when } from '../server/sql.ts';
import { lowerAscii } from './ascii.ts';
import { chunksWhere, type PostgresChunkVectors } from './vectors.ts';

export class PostgresCodeSearch implements CodeSearchStore {
  readonly #database: Database;
  readonly #vectors: PostgresChunkVectors;

  constructor(database: Database, vectors: PostgresChunkVectors) {
    this.#database = database;
    this.#vectors = vectors;
  }

  nearest(vector: Float32Array, filter: CodeFilter, limit: number): Promise<ChunkHit[]> {
    return this.#vectors.nearest(vector, filter, limit);
  }

  similarities(vector: Float32Array, chunks: readonly number[]): Promise<ChunkNearness[]> {
    return this.#vectors.similarities(vector, chunks);
  }

  async matching(terms: readonly string[], filter: CodeFilter, limit: number): Promise<ChunkHit[]> {
    if (terms.length === 0) return [];
    const { tenant } = this.#database;
    const weighted = weighTerms(terms, await this.statistics(terms, filter.counted)).all;
    const scored = ranked(CHUNK_WORDS, tenant, weighted, sql` AND w.project_id = ANY (${filter.projects}::bigint[])`);
    const rows =
      await this.#database.all(sql`SELECT scored.id, scored.score FROM (${scored}) scored JOIN chunks c ON c.tenant_id = ${tenant} AND c.id = scored.id
      JOIN files f ON f.tenant_id = ${tenant} AND f.id = c.file_id WHERE ${visible(filter)} ORDER BY scored.score DESC, scored.id LIMIT ${limit}`);
    return rows.map((row) => ({ id: Number(row.id), score: Number(row.score) }));
  }

  async defining(names: readonly string[], filter: CodeFilter, limit: number): Promise<number[]> {
    const { tenant } = this.#database;
    const rows =
      await this.#database.all(sql`SELECT DISTINCT c.id FROM symbols s JOIN files f ON f.tenant_id = ${tenant} AND f.id = s.file_id
      JOIN chunks c ON c.tenant_id = ${tenant} AND c.file_id = s.file_id AND s.line BETWEEN c.start_line AND c.end_line
      WHERE s.tenant_id = ${tenant} AND lower(s.name) = ANY (${names.map(lowerAscii)}::text[]) AND ${visible(filter)} ORDER BY c.id LIMIT ${limit}`);
    return rows.map((row) => Number(row.id));
  }

  async heads(files: readonly number[]): Promise<number[]> {
    const { tenant } = this.#database;
    const rows =
      await this.#database.all(sql`SELECT head.id FROM unnest(${files}::bigint[]) WITH ORDINALITY wanted(id, place)
      JOIN files f ON f.tenant_id = ${tenant} AND f.id = wanted.id AND f.state = 1
      CROSS JOIN LATERAL (SELECT c.id FROM chunks c WHERE c.tenant_id = ${tenant} AND c.file_id = f.id ORDER BY c.start_line, c.id LIMIT 1) head ORDER BY wanted.place`);
    return rows.map(({ id }) => Number(id));
  }

  async chunks(ids: readonly number[]): Promise<StoredChunk[]> {
    return this.#read(sql`c.id = ANY (${ids}::bigint[]) AND f.state = 1 ORDER BY c.id`);
  }

  async inFiles(files: readonly number[]): Promise<StoredChunk[]> {
    return this.#read(sql`c.file_id = ANY (${files}::bigint[]) AND f.state = 1 ORDER BY c.file_id, c.start_line, c.id`);
  }

  async #read(where: Sql): Promise<StoredChunk[]> {
    return (await this.#database.all(chunksWhere(this.#database.tenant, where))).map(readChunk);
  }

  async statistics(terms: readonly string[], projects?: readonly number[]): Promise<TermStatistics> {
    const { tenant } = this.#database;
    const [counts = [], [sums] = []] = await this.#database.together([
      frequencies(
        CHUNK_WORDS,
        tenant,
        terms,
        projects ? sql` AND w.project_id = ANY (${projects}::bigint[])` : NOTHING,
      ),
      sql`SELECT sum(chunks) AS texts, sum(tokens) AS tokens FROM projects WHERE tenant_id = ${tenant}${when(projects !== undefined, () => sql` AND id = ANY (${projects ?? []}::bigint[])`)}`,
    ]);
    return statisticsOf(counts, sums);
  }
}

const visible = ({ projects, files }: CodeFilter): Sql =>
  sql`f.state = 1 AND f.project_id = ANY (${projects}::bigint[])${when(files !== null, () => sql` AND f.id = ANY (${[...(files ?? [])]}::bigint[])`)}`;
