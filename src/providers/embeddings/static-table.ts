// A vector for each token, distilled from the bundled model: their sum is near to what the model makes of a text, in
// microseconds. It stands for the model's own vector until that is made.
import { readFileSync } from 'node:fs';
import { unit } from './unit.ts';
import { WordPieces } from './word-pieces.ts';

/** As many tokens as the model reads. */
const MOST_TOKENS = 254;
const HEADER = 12;

export class StaticTable {
  readonly #pieces: WordPieces;
  readonly #dimensions: number;
  readonly #scales: Float32Array;
  /** The directions that the few dimensions stand for, one after the other. */
  readonly #basis: Float32Array;
  readonly #codes: Int8Array;

  constructor(bytes: Uint8Array, vocabulary: ReadonlyMap<string, number>) {
    const { buffer } = bytes.slice();
    const [rows = 0, dimensions = 0, size = 0] = new Uint32Array(buffer, 0, 3);
    this.#pieces = new WordPieces(vocabulary);
    this.#dimensions = dimensions;
    this.#scales = new Float32Array(buffer, HEADER, rows);
    this.#basis = new Float32Array(buffer, HEADER + rows * 4, dimensions * size);
    this.#codes = new Int8Array(buffer, HEADER + (rows + dimensions * size) * 4);
  }

  static read(table: string, tokenizer: string): StaticTable {
    const { model } = JSON.parse(readFileSync(tokenizer, 'utf8'));
    return new StaticTable(readFileSync(table), new Map(Object.entries<number>(model.vocab)));
  }

  vector(text: string): Float32Array<ArrayBuffer> {
    const counts = new Map<number, number>();
    for (const piece of this.#pieces.of(text, MOST_TOKENS)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    const sum = new Float64Array(this.#dimensions);
    for (const [piece, count] of counts) {
      const weight = Math.log1p(count) * (this.#scales[piece] ?? 0);
      const row = piece * this.#dimensions;
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (this.#codes[row + i] ?? 0);
    }
    const size = this.#basis.length / this.#dimensions;
    const vector = new Float32Array(size);
    for (let i = 0; i < sum.length; i++) {
      const share = sum[i] ?? 0;
      for (let d = 0; d < size; d++) vector[d] = (vector[d] ?? 0) + share * (this.#basis[i * size + d] ?? 0);
    }
    return unit(vector);
  }
}
