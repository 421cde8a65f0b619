import type { ChunkHit, ChunkNearness, ChunkVectors, CodeFilter, StoredChunk } from '../../../engine/code/ports.ts';
import type { VectorModel } from '../../../engine/memories/ports.ts';
import { AskedFiles } from '../../rows/asked-files.ts';
import { crowding } from '../../rows/crowd.ts';
import { readChunk } from '../../rows/symbol.ts';
import { currentModel } from '../memories/passages.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import { nearest } from '../retrieval/nearness.ts';
import type { Database } from '../server/database.ts';
import { share } from '../server/locks.ts';
import { type Sql, sql, when } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';
import { putVectors } from './adding.ts';

const WORD = 32;

/** Selects chunks with their files; the conditions follow. */
export const chunksWhere = (tenant: number, more: Sql): Sql =>
  sql`SELECT c.id, c.file_id, c.start_line, c.end_line, c.kind, c.name, c.container, c.defines, c.text, f.project_id, f.path, f.language, c.terms
    FROM chunks c JOIN files f ON f.tenant_id = c.tenant_id AND f.id = c.file_id WHERE c.tenant_id = ${tenant} AND ${more}`;

/** The vectors of chunks. */
export class PostgresChunkVectors implements ChunkVectors {
  readonly #database: Database;
  readonly #asked = new AskedFiles();

  constructor(database: Database) {
    this.#database = database;
  }

  async pending(project: number, limit: number): Promise<StoredChunk[]> {
    const of = (more: Sql) =>
      this.#database.all(
        chunksWhere(
          this.#database.tenant,
          sql`f.project_id = ${project} AND f.state = 1 AND c.pending = 1${more} ORDER BY c.id LIMIT ${limit}`,
        ),
      );
    const asked = this.#asked.first();
    const first = asked.length === 0 ? [] : await of(sql` AND f.id = ANY (${asked}::bigint[])`);
    return (first.length > 0 ? first : await of(sql``)).map(readChunk);
  }

  async fill(chunks: Parameters<ChunkVectors['fill']>[0], model: VectorModel): Promise<void> {
    await this.#database.change(async (on) => {
      await share(on, 'model');
      const current = await currentModel(on);
      if (current?.name !== model.name || current.dimensions !== model.dimensions) return;
      const waiting = await on.all(sql`UPDATE chunks SET pending = 0 WHERE tenant_id = ${on.tenant} AND pending = 1
        AND id = ANY (${chunks.map(({ id }) => id)}::bigint[]) RETURNING id`);
      const known = new Set(waiting.map(({ id }) => Number(id)));
      await putVectors(
        on,
        null,
        chunks.filter(({ id }) => known.has(id)),
      );
    });
    feederOf(this.#database, 'chunk_vectors').wrote(chunks);
  }

  /** Best chunks by cosine. */
  async nearest(vector: Float32Array, { projects, files }: CodeFilter, limit: number): Promise<ChunkHit[]> {
    const rows = await nearest(
      this.#database,
      vector,
      {
        table: 'chunk_vectors',
        inside: sql` AND v.project_id = ANY (${projects}::bigint[])${when(files !== null, () => sql` AND v.file_id = ANY (${[...(files ?? [])]}::bigint[])`)}`,
        joins: sql`JOIN files f ON f.tenant_id = v.tenant_id AND f.id = v.file_id`,
        where: sql`f.state = 1`,
        isNarrow: false,
        own: 'v.chunk_id, v.file_id',
        joined: sql`f.path`,
        passing: sql`SELECT f.id FROM files f WHERE f.tenant_id = ${this.#database.tenant} AND f.state = 1`,
        owner: 'file_id',
      },
      limit,
      {},
    );
    return rows.map((row) => ({ id: Number(row.chunk_id), score: Number(row.score) }));
  }

  /** Similarities of those of these chunks that are visible and have vectors, nearest first. */
  async similarities(vector: Float32Array, chunks: readonly number[]): Promise<ChunkNearness[]> {
    const { tenant } = this.#database;
    const rows =
      await this.#database.all(sql`SELECT v.chunk_id, v.file_id, -(v.vector <#> ${toText(vector)}::vector) AS score,
        binary_quantize(v.vector)::text AS code
      FROM chunk_vectors v JOIN files f ON f.tenant_id = v.tenant_id AND f.id = v.file_id
      WHERE v.tenant_id = ${tenant} AND v.chunk_id = ANY (${chunks}::bigint[]) AND f.state = 1 AND vector_dims(v.vector) = ${vector.length}`);
    this.#asked.note(rows);
    const crowds = crowding(rows.map(({ code }) => readBits(String(code))));
    return rows
      .map((row, i) => ({ id: Number(row.chunk_id), score: Number(row.score), crowd: crowds[i] ?? 0 }))
      .sort((a, b) => b.score - a.score);
  }
}

/** Parses a text of ones and zeros. */
const readBits = (bits: string): Uint32Array =>
  Uint32Array.from({ length: Math.ceil(bits.length / WORD) }, (_, i) =>
    Number.parseInt(bits.slice(i * WORD, (i + 1) * WORD), 2),
  );
