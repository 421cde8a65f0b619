// The vectors of chunks. Their codes are scanned in memory, project by project; each process continues from the last
// vector it has read.
import * as z from 'zod';
import type { ChunkHit, ChunkNearness, ChunkVectors, CodeFilter, StoredChunk } from '../../../engine/code/ports.ts';
import type { VectorModel } from '../../../engine/memories/ports.ts';
import { AskedFiles } from '../../rows/asked-files.ts';
import { crowding } from '../../rows/crowd.ts';
import type { Row } from '../../rows/row.ts';
import { readChunk } from '../../rows/symbol.ts';
import type { Database } from '../file/database.ts';
import { type SqlitePassages, toBlob, toVector } from '../memories/passages.ts';
import type { Revisions } from '../memories/revisions.ts';
import { likelyNearest } from '../retrieval/nearest-codes.ts';
import { cosine } from '../retrieval/search.ts';
import { appendCode, type Codes, codeOf, emptyCodes, retain, wordsFor } from '../retrieval/segments.ts';
import { CHUNK } from './chunk.ts';

/** How many candidates picked by their codes are compared exactly. */
const RESCORED = 300;

interface ProjectCodes {
  readonly codes: Codes;
  generation: number;
  seq: number;
}

const CodeBytes = z.instanceof(Uint8Array);
const CodeRow = z.object({
  seq: z.number(),
  file_id: z.number(),
  chunk_id: z.number(),
  code: CodeBytes,
});

export class ChunkVectorIndex implements ChunkVectors {
  readonly #database: Database;
  readonly #revisions: Revisions;
  readonly #passages: SqlitePassages;
  readonly #projects = new Map<number, ProjectCodes>();
  readonly #asked = new AskedFiles();
  /** The model and the epoch of the content that the codes belong to. */
  #known = '';

  constructor(database: Database, revisions: Revisions, passages: SqlitePassages) {
    this.#database = database;
    this.#revisions = revisions;
    this.#passages = passages;
  }

  async pending(project: number, limit: number): Promise<StoredChunk[]> {
    const sql = `${CHUNK} WHERE f.project_id = ? AND f.state = 1 AND c.pending = 1`;
    const first = this.#database.all(
      `${sql} AND f.id IN (SELECT value FROM json_each(?)) LIMIT ?`,
      project,
      JSON.stringify(this.#asked.first()),
      limit,
    );
    const rows = first.length > 0 ? first : this.#database.all(`${sql} LIMIT ?`, project, limit);
    return rows.map(readChunk);
  }

  /** Whether vectors of that model may be stored. */
  takes(model: VectorModel): boolean {
    const stored = this.#passages.model();
    return stored?.name === model.name && stored.dimensions === model.dimensions;
  }

  async fill(chunks: Parameters<ChunkVectors['fill']>[0], model: VectorModel): Promise<void> {
    await this.#database.changeLightly(() => {
      if (!this.takes(model)) return;
      for (const { id, vector } of chunks) {
        const place = this.#database.get(
          'SELECT f.id, f.project_id FROM chunks c JOIN files f ON f.id = c.file_id WHERE c.id = ? AND c.pending = 1',
          id,
        );
        if (place) this.#fill(Number(place.project_id), Number(place.id), id, vector);
      }
    });
  }

  /** Gives a new chunk the vector of a known chunk with the same text. Call it inside a change. */
  share(project: number, file: number, chunk: number, digest: string): boolean {
    const known = this.#database.get(
      'SELECT v.vector FROM chunks c JOIN chunk_vectors v ON v.chunk_id = c.id WHERE c.digest = ? AND c.pending = 0 LIMIT 1',
      digest,
    );
    if (known) this.#fill(project, file, chunk, toVector(known.vector));
    return known !== undefined;
  }

  #fill(project: number, file: number, chunk: number, vector: Float32Array): void {
    this.#database.run('DELETE FROM chunk_vectors WHERE chunk_id = ?', chunk);
    this.put(project, file, chunk, vector);
    this.#database.run('UPDATE chunks SET pending = 0 WHERE id = ?', chunk);
  }

  /** Stores a preliminary vector; the chunk still waits for the model's. Call it inside a change. */
  put(project: number, file: number, chunk: number, vector: Float32Array): void {
    this.#database.run(
      'INSERT INTO chunk_vectors (project_id, file_id, chunk_id, code, vector) VALUES (?, ?, ?, ?, ?)',
      project,
      file,
      chunk,
      new Uint8Array(codeOf(vector).buffer),
      toBlob(vector),
    );
  }

  /** Best chunks by cosine. Call it inside a snapshot. */
  nearest(vector: Float32Array, { projects, files }: CodeFilter, limit: number): ChunkHit[] {
    const model = this.#passages.model();
    if (model?.dimensions !== vector.length) return [];
    const current = `${model.name} ${this.#revisions.epoch()}`;
    if (current !== this.#known) this.#projects.clear();
    this.#known = current;
    const candidates = projects.flatMap((project) => {
      const codes = this.#follow(project, wordsFor(vector.length));
      const admits = (slot: number) => files === null || files.has(codes.owners[slot] ?? 0);
      return likelyNearest(codes, vector, Math.max(RESCORED, limit * 2), admits).map((slot) => codes.ids[slot] ?? 0);
    });
    return this.#rows(candidates)
      .map((row) => ({ id: Number(row.chunk_id), score: cosine(vector, row) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  /** Similarities of those of these chunks that are visible and have vectors, nearest first. */
  similarities(vector: Float32Array, chunks: readonly number[]): ChunkNearness[] {
    const rows = this.#rows(chunks);
    this.#asked.note(rows);
    const crowds = crowding(rows.map(({ code }) => readCode(code)));
    return rows
      .map((row, i) => ({ id: Number(row.chunk_id), score: cosine(vector, row), crowd: crowds[i] ?? 0 }))
      .sort((a, b) => b.score - a.score);
  }

  #rows(chunks: readonly number[]): Row[] {
    return this.#database.all(
      `SELECT v.chunk_id, v.file_id, v.vector, v.code FROM json_each(?) wanted JOIN chunk_vectors v ON v.chunk_id = wanted.value
       JOIN files f ON f.id = v.file_id WHERE f.state = 1`,
      JSON.stringify(chunks),
    );
  }

  #follow(project: number, words: number): Codes {
    let known = this.#projects.get(project);
    if (!known) {
      known = { codes: emptyCodes(words, 1024), generation: 0, seq: 0 };
      this.#projects.set(project, known);
    }
    const { codes } = known;
    const sql = 'SELECT seq, file_id, chunk_id, code FROM chunk_vectors WHERE project_id = ? AND seq > ? ORDER BY seq';
    const { count: before } = codes;
    const renewed = new Set<number>();
    for (const row of this.#database.all(sql, project, known.seq)) {
      const { seq, file_id: file, chunk_id: chunk, code } = CodeRow.parse(row);
      appendCode(codes, chunk, file, project, readCode(code));
      renewed.add(chunk);
      known.seq = seq;
    }
    // The model's vectors have replaced the preliminary ones.
    if (renewed.size > 0) retain(codes, (slot) => slot >= before || !renewed.has(codes.ids[slot] ?? 0));
    const generation = Number(this.#database.get('SELECT generation FROM projects WHERE id = ?', project)?.generation);
    if (generation !== known.generation) {
      const living = this.#database.all('SELECT id FROM files WHERE project_id = ? AND state < 2', project);
      const files = new Set(living.map((row) => Number(row.id)));
      retain(codes, (slot) => files.has(codes.owners[slot] ?? 0));
      known.generation = generation;
    }
    return codes;
  }
}

const readCode = (bytes: unknown): Uint32Array => new Uint32Array(CodeBytes.parse(bytes).slice().buffer);
