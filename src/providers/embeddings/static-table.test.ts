import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { afterAll, describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { assets } from '../../assets.ts';
import { LocalEmbedder } from './local.ts';
import { StaticTable, WEIGHTED_SUM_WASM } from './static-table.ts';
import { WordPieces } from './word-pieces.ts';

const TEXTS = [
  'src / http / basic auth, check password\nexport function checkPassword(user: string, hash: Buffer): boolean {\nreturn compare(user, hash);\n}',
  'shop / invoice, total with tax\ndef total_with_tax(items, rate=0.2):\n"""Adds the tax to the sum of all items."""\nreturn sum(i.price for i in items) * (1 + rate)',
  'queue / worker, retry\nfunc (w *Worker) retry(job Job) error {\nif job.attempts > w.limit { return ErrTooMany }\nreturn w.push(job)\n}',
  "parse / date, parse iso date\npub fn parse_iso_date(text: &str) -> Option<Date> {\nlet mut parts = text.split('-');\n}",
];
const tokenizerFile = join(assets.model, 'tokenizer.json');
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('the static table', () => {
  const embedder = new LocalEmbedder({
    name: 'remanence-minilm-1',
    succeeds: [],
    taught: true,
    script: assets.embeddingWorker,
    model: assets.model,
    wasmRuntime: assets.wasmRuntime,
    runtime: 'auto',
    threads: 1,
    helpers: 0,
    idleMs: 60_000,
    dimensions: 384,
    readsPairs: false,
  });
  afterAll(() => embedder.close());
  const table = StaticTable.read(assets.staticTable, tokenizerFile);

  it("gives code a vector nearer to the model's own than to that of any other code", async () => {
    const own = await embedder.bulk(TEXTS);
    for (const [i, text] of TEXTS.entries()) {
      const near = own.map((vector) => cosine(vector, table.vector(text)));
      expect(near[i]).toBeGreaterThan(0.6);
      expect(near.indexOf(Math.max(...near))).toBe(i);
    }
  });

  it('is summed by the assembled text beside it', async () => {
    const text = readFileSync(new URL('weighted-sum.wat', import.meta.url), 'utf8');
    const { buffer } = (await wabt()).parseWat('weighted-sum.wat', text, { simd: true }).toBinary({});
    expect(WEIGHTED_SUM_WASM).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('sums what a reader with a pencil would', () => {
    const [rows, dimensions, size] = [3, 8, 32];
    const scales = [1, 2, 0.5];
    const basis = Array.from({ length: dimensions * size }, (_, i) => ((i * 7) % 11) - 5);
    const codes = Array.from({ length: rows * dimensions }, (_, i) => ((i * 37) % 255) - 127);
    const bytes = Buffer.concat(
      [new Uint32Array([rows, dimensions, size]), Float32Array.from([...scales, ...basis]), Int8Array.from(codes)].map(
        (part) => Buffer.from(part.buffer),
      ),
    );
    const small = new StaticTable(
      bytes,
      new Map([
        ['a', 0],
        ['b', 1],
        ['[UNK]', 2],
      ]),
    );
    const reduced = (at: number) =>
      Math.log1p(2) * (codes[at] ?? 0) + Math.log1p(1) * 2 * (codes[dimensions + at] ?? 0);
    const whole = Array.from({ length: size }, (_, i) =>
      Array.from({ length: dimensions }, (_, at) => reduced(at) * (basis[at * size + i] ?? 0)).reduce((a, b) => a + b),
    );
    const length = Math.hypot(...whole);
    for (const [i, value] of small.vector('a b a').entries()) expect(value).toBeCloseTo((whole[i] ?? 0) / length, 5);
  });

  it('also gives a unit vector to a text without words', () => {
    for (const text of ['', '   ', '\0']) expect(table.vector(text)).toHaveLength(384);
  });
});

describe('word pieces', () => {
  it.each([
    ...TEXTS,
    'Größe der Übung, naïve café',
    '変数 x = 1 // コメント',
    'a\tb  c\n\n_private __init__ $scope #tag',
    `${'x'.repeat(120)} y`,
  ])("are those of the model's tokenizer: %s", (text) => {
    const json = JSON.parse(readFileSync(tokenizerFile, 'utf8'));
    const pieces = new WordPieces(new Map(Object.entries<number>(json.model.vocab)));
    expect(pieces.of(text, 254)).toEqual(new Tokenizer(json, {}).encode(text).ids.slice(1, -1));
  });
});
