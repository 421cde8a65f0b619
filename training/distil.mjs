// The first half of distilling the static table: the model's vectors of each token by itself, and of the functions that
// training/code has collected, every fifth by what is said about it. `node training/distil.mjs FUNCTIONS.jsonl FOLDER`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const MODEL = 'models/remanence-minilm-1';
const SAMPLES = 2600;
const AT_ONCE = 256;
const MOST_TOKENS = 256;

const [functions, folder] = process.argv.slice(2);
const session = await InferenceSession.create(join(MODEL, 'model.onnx'));
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(MODEL, 'tokenizer.json'), 'utf8')), {});

/** `ids` are texts of one length. */
async function embed(ids) {
  const shape = [ids.length, ids[0].length];
  const { sentence_embedding: output } = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids.flat(), BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(shape[0] * shape[1]).fill(1n), shape),
    taught: new Tensor('float32', Float32Array.of(1), [1]),
  });
  return output.data;
}

const write = (file, vectors) =>
  writeFileSync(join(folder, file), Buffer.concat(vectors.map(({ buffer }) => Buffer.from(buffer.slice(0)))));

const [first, last] = tokenizer.encode('').ids;
const { vocab } = JSON.parse(readFileSync(join(MODEL, 'tokenizer.json'), 'utf8')).model;
const tokens = Array.from({ length: Object.keys(vocab).length }, (_, id) => [first, id, last]);
const tokenVectors = [];
for (let i = 0; i < tokens.length; i += AT_ONCE)
  tokenVectors.push(Float32Array.from(await embed(tokens.slice(i, i + AT_ONCE))));
write('tokens.bin', tokenVectors);

const lines = readFileSync(functions, 'utf8').trim().split('\n');
const samples = Array.from({ length: SAMPLES }, (_, i) => {
  const { p: code, q: said } = JSON.parse(lines[Math.floor((i * lines.length) / SAMPLES)]);
  const { ids } = tokenizer.encode(i % 5 === 4 ? said : code);
  return ids.length > MOST_TOKENS ? [...ids.slice(0, MOST_TOKENS - 1), last] : ids;
});
const sampleVectors = [];
for (const ids of samples) sampleVectors.push(Float32Array.from(await embed([ids])));
write('samples.bin', sampleVectors);
writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));
