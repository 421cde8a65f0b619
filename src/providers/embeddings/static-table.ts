// One vector per token, distilled from the bundled model: their sum approximates the model's vector of a text within
// microseconds. It stands in for the model's own vector until that is made.
import { readFileSync } from 'node:fs';
import { unit } from './unit.ts';
import { WordPieces } from './word-pieces.ts';

/** The model's input limit. */
const MAX_TOKENS = 254;
const HEADER = 12;

export class StaticTable {
  readonly #pieces: WordPieces;
  readonly #dimensions: number;
  readonly #scales: Float32Array;
  /** The directions of the reduced dimensions, one after another. */
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
    for (const piece of this.#pieces.of(text, MAX_TOKENS)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    const sum = new Float32Array(this.#dimensions);
    for (const [piece, count] of counts)
      addCodes(sum, this.#codes, piece * sum.length, Math.log1p(count) * (this.#scales[piece] ?? 0));
    const vector = new Float32Array(this.#basis.length / sum.length);
    for (let i = 0; i < sum.length; i += 4) addFour(vector, this.#basis, i * vector.length, sum.subarray(i, i + 4));
    return unit(vector);
  }
}

function addCodes(target: Float32Array, codes: Int8Array, start: number, weight: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + weight * (codes[start + i] ?? 0);
}

/** Four rows at a time, which is twice as fast: most of the time is spent here. */
function addFour(target: Float32Array, rows: Float32Array, start: number, weights: Float32Array): void {
  const [a = 0, b = 0, c = 0, d = 0] = weights;
  const { length } = target;
  for (let i = 0, at = start; i < length; i++, at++) {
    const sum = a * (rows[at] ?? 0) + b * (rows[at + length] ?? 0);
    target[i] = (target[i] ?? 0) + sum + c * (rows[at + 2 * length] ?? 0) + d * (rows[at + 3 * length] ?? 0);
  }
}
