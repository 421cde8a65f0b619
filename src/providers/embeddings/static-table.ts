// One vector per token, distilled from the bundled model: their sum approximates the model's vector of a text within
// microseconds. It stands in for the model's own vector until that is made.
import { readFileSync } from 'node:fs';
import { unit } from './unit.ts';
import { WordPieces } from './word-pieces.ts';

/** `weighted-sum.wat`, assembled; a test compares them. */
export const WEIGHTED_SUM_WASM =
  'AGFzbQEAAAABEAJgBH9/f30AYAV/f39/fwADAwIAAQUDAQAABx8DBm1lbW9yeQIACGFkZENvZGVzAAAHYWRkUm93cwABCs4CAmkCAX8BeyABIAJqIQQDQCAB/QEDACEFIAAgAP0ABAAgA/0TIAX9pwH9+gH95gH95AH9CwQAIAAgAP0ABBAgA/0TIAX9qAH9+gH95gH95AH9CwQQIABBIGohACABQQhqIQEgASAESQ0ACwvhAQIEfwV7IAAgAmohBSADIARBAnRqIQYDQCAA/QAEACEKIAD9AAQQIQsgAP0ABCAhDCAA/QAEMCENIAEhByADIQgDQCAI/QkCACEJIAogCSAH/QAEAP3mAf3kASEKIAsgCSAH/QAEEP3mAf3kASELIAwgCSAH/QAEIP3mAf3kASEMIA0gCSAH/QAEMP3mAf3kASENIAcgAmohByAIQQRqIQggCCAGSQ0ACyAAIAr9CwQAIAAgC/0LBBAgACAM/QsEICAAIA39CwQwIAFBwABqIQEgAEHAAGohACAAIAVJDQALCw==';

/** The model's input limit. */
const MAX_TOKENS = 254;
const HEADER = 12;
const PAGE = 1 << 16;

/** Adds a row of that many numbers, times the weight, to the sum; all by their addresses. */
type AddCodes = (sum: number, row: number, count: number, weight: number) => void;
/** The same for rows of that many bytes, a multiple of 64, one after another and with a weight each. */
type AddRows = (sum: number, rows: number, bytes: number, weights: number, count: number) => void;

export class StaticTable {
  readonly #pieces: WordPieces;
  readonly #scales: Float32Array;
  /** Where the directions of the reduced dimensions lie, one after another, and where the codes of the tokens. */
  readonly #basis: number;
  readonly #codes: number;
  /** A sum in the reduced dimensions, and one in all; they lie behind the table. */
  readonly #reduced: Float32Array;
  readonly #whole: Float32Array;
  readonly #addCodes: AddCodes;
  readonly #addRows: AddRows;

  constructor(bytes: Uint8Array, vocabulary: ReadonlyMap<string, number>) {
    const { memory, addCodes, addRows } = assembled();
    const [rows = 0, dimensions = 0, size = 0] = new Uint32Array(new Uint8Array(bytes.subarray(0, HEADER)).buffer);
    const end = Math.ceil(bytes.length / 16) * 16;
    memory.grow(Math.ceil((end + (dimensions + size) * Float32Array.BYTES_PER_ELEMENT) / PAGE));
    new Uint8Array(memory.buffer).set(bytes);
    this.#pieces = new WordPieces(vocabulary);
    this.#scales = new Float32Array(memory.buffer, HEADER, rows);
    this.#basis = HEADER + this.#scales.byteLength;
    this.#codes = this.#basis + dimensions * size * Float32Array.BYTES_PER_ELEMENT;
    this.#reduced = new Float32Array(memory.buffer, end, dimensions);
    this.#whole = new Float32Array(memory.buffer, end + this.#reduced.byteLength, size);
    this.#addCodes = addCodes;
    this.#addRows = addRows;
  }

  static read(table: string, tokenizer: string): StaticTable {
    const { model } = JSON.parse(readFileSync(tokenizer, 'utf8'));
    return new StaticTable(readFileSync(table), new Map(Object.entries<number>(model.vocab)));
  }

  vector(text: string): Float32Array<ArrayBuffer> {
    const counts = new Map<number, number>();
    for (const piece of this.#pieces.of(text, MAX_TOKENS)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    const [reduced, whole] = [this.#reduced.fill(0), this.#whole.fill(0)];
    for (const [piece, count] of counts) {
      const weight = Math.log1p(count) * (this.#scales[piece] ?? 0);
      this.#addCodes(reduced.byteOffset, this.#codes + piece * reduced.length, reduced.length, weight);
    }
    // In one call for all directions, so that the sums stay in registers.
    this.#addRows(whole.byteOffset, this.#basis, whole.byteLength, reduced.byteOffset, reduced.length);
    return unit(whole);
  }
}

function assembled(): { memory: WebAssembly.Memory; addCodes: AddCodes; addRows: AddRows } {
  const module = new WebAssembly.Module(Buffer.from(WEIGHTED_SUM_WASM, 'base64'));
  const { memory, addCodes, addRows } = new WebAssembly.Instance(module).exports;
  return { memory: memory as WebAssembly.Memory, addCodes: addCodes as AddCodes, addRows: addRows as AddRows };
}
