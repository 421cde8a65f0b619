// The model's thread: loads the ONNX runtime and the tokenizer, and reads one text at a time.
// One at a time on purpose: on a CPU a padded batch is slower, and with dynamic quantisation the texts of a batch
// would change each other's vectors.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { eachPassage, isLonger } from '../../engine/text/passages.ts';
import { opensWithRole } from '../../engine/text/roles.ts';
import { messageOf } from '../../errors.ts';
import { type FromWorker, ToWorker, WorkerOptions } from './protocol.ts';
import { unit } from './unit.ts';

const MAX_TOKENS = 256;
/** Passages of a text that the model cannot read at once: longer ones of a note speak of too many things. */
const PASSAGE_TOKENS = { note: 128, turn: MAX_TOKENS };
/** Two texts that are read together: how much of each is read, and the name of what the model says of them. */
const PAIRS = {
  judge: { before: 60, text: 254, odds: 'answers' },
  compare: { before: 120, text: 134, odds: 'outdates' },
} as const;

interface Runtime {
  readonly name: string;
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

const options = WorkerOptions.parse(workerData);
const post = (message: FromWorker) => parentPort?.postMessage(message);

/** The package installed for this platform; a checkout has the one for all platforms. */
const NATIVE = [`@remanence/runtime-${process.platform}-${process.arch}`, 'onnxruntime-node'];

async function loadRuntime(): Promise<Runtime> {
  const require = createRequire(import.meta.url);
  const failures: string[] = [];
  for (const name of options.runtime === 'auto' ? NATIVE : []) {
    try {
      return { name, ...require(name) };
    } catch (error) {
      // Not installed, or not loadable here: falls back to WebAssembly.
      failures.push(messageOf(error));
    }
  }
  const script = join(options.wasmRuntime, 'ort.wasm.min.mjs');
  // A bundle for one platform carries only the native runtime, so the error must say why that one does not load.
  if (!existsSync(script)) throw new Error(`No ONNX runtime can be loaded: ${failures.join('; ') || script}`);
  const web = await import(pathToFileURL(script).href);
  web.env.wasm.numThreads = 1;
  web.env.wasm.wasmBinary = brotliDecompressSync(
    readFileSync(join(options.wasmRuntime, 'ort-wasm-simd-threaded.wasm.br')),
  );
  return { name: 'onnxruntime-web', InferenceSession: web.InferenceSession, Tensor: web.Tensor };
}

const runtime = await loadRuntime();
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(options.model, 'tokenizer.json'), 'utf8')), {});
const session = await runtime.InferenceSession.create(readFileSync(join(options.model, 'model.onnx')), {
  intraOpNumThreads: options.threads,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

const encode = (text: string): number[] => tokenizer.encode(text).ids;
const UNKNOWN = '[UNK]';
const SPECIAL: readonly number[] = encode('');
/** Known once the model has read a text. */
let dimensions = 0;

/** Whether most words of a text are none to the model, which then takes it for any other such text. */
function isUnreadable(ids: readonly number[], tokens: readonly string[]): boolean {
  const words = tokens.filter((token, i) => !SPECIAL.includes(ids[i] ?? 0) && /[\p{L}\p{N}]/u.test(token));
  return words.filter((token) => token === UNKNOWN).length > words.length / 2;
}

/** A vector without a direction for a text that the model cannot read: it is like no other. */
async function embed(text: string): Promise<Float32Array<ArrayBuffer>> {
  const { ids: all, tokens } = tokenizer.encode(text);
  if (dimensions > 0 && isUnreadable(all, tokens)) return new Float32Array(dimensions);
  let ids = all;
  if (ids.length > MAX_TOKENS) ids = [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1) ?? 0];
  const output = (await run(ids, null))[session.outputNames[0] ?? ''];
  if (!output || !(output.data instanceof Float32Array)) throw new Error('The model does not return a 32-bit vector.');
  return unit(pool(output.data, output.dims));
}

/** Reads both texts at once, as the model was taught to. */
async function readPair(kind: keyof typeof PAIRS, before: string, text: string): Promise<number> {
  const pair = PAIRS[kind];
  const first = encode(before).slice(0, -1).slice(0, pair.before);
  const second = encode(text);
  const end = second.at(-1) ?? 0;
  const ids = [...first, end, ...second.slice(1, -1).slice(0, pair.text), end];
  const odds = (await run(ids, kind))[pair.odds]?.data[0];
  if (typeof odds !== 'number' || !Number.isFinite(odds)) throw new Error('The model does not read two texts.');
  return odds;
}

async function run(
  ids: readonly number[],
  pair: keyof typeof PAIRS | null,
): Promise<InferenceSession.OnnxValueMapType> {
  const perToken = (values: BigInt64Array): Tensor => new runtime.Tensor('int64', values, [1, ids.length]);
  const known: Record<string, () => Tensor> = {
    input_ids: () => perToken(BigInt64Array.from(ids, BigInt)),
    attention_mask: () => perToken(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: () => perToken(new BigInt64Array(ids.length)),
    taught: () => new runtime.Tensor('float32', Float32Array.of(options.taught ? 1 : 0), [1]),
    paired: () => new runtime.Tensor('bool', [pair !== null], [1]),
    comparing: () => new runtime.Tensor('bool', [pair === 'compare'], [1]),
  };
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    const feed = known[name];
    if (!feed) throw new Error(`The model needs an unknown input: ${name}.`);
    feeds[name] = feed();
  }
  return session.run(feeds);
}

/** The mean over the tokens, when the model does no pooling. */
function pool(data: Float32Array, dims: readonly number[]): Float32Array {
  const size = dims.at(-1) ?? data.length;
  const mean = new Float32Array(size);
  const tokens = data.length / size;
  for (let i = 0; i < data.length; i++) mean[i % size] = (mean[i % size] ?? 0) + (data[i] ?? 0) / tokens;
  return mean;
}

type Request = Extract<ToWorker, { text: string }>;

/** A text longer than this takes many runs of the model, so shorter ones go first between two of them. */
const SHORT_CHARACTERS = 2000;
const isShort = ({ kind, text }: Request): boolean => kind !== 'passages' || text.length <= SHORT_CHARACTERS;

const waiting: Request[] = [];
/** Requests without an answer; those that nobody wants any more are also in `cancelled`. */
const open = new Set<number>();
const cancelled = new Set<number>();
let stopping = false;

async function answer(request: Request): Promise<void> {
  const { kind, id, text } = request;
  try {
    if (kind === 'judge' || kind === 'compare') return post({ id, odds: await readPair(kind, request.before, text) });
    const count = (piece: string) => encode(piece).length - SPECIAL.length;
    const isWhole = kind === 'query' || !isLonger(text, count, MAX_TOKENS - SPECIAL.length);
    const most = PASSAGE_TOKENS[opensWithRole(text) ? 'turn' : 'note'] - SPECIAL.length;
    const texts = isWhole ? [text] : eachPassage(text, count, most);
    const passages = [];
    for (const piece of texts) {
      if (!isShort(request)) {
        // So that new requests come in, whatever the runtime.
        await new Promise((resolve) => setImmediate(resolve));
        await answerEach(isShort);
      }
      if (stopping || cancelled.has(id)) return;
      passages.push({ text: piece, vector: await embed(piece) });
    }
    post({ id, passages });
  } catch (error) {
    post({ id, error: messageOf(error) });
  }
}

/** Answers the waiting requests of which this is true, in order. */
async function answerEach(isWanted: (request: Request) => boolean): Promise<void> {
  for (let i = waiting.findIndex(isWanted); i >= 0; i = waiting.findIndex(isWanted)) {
    const [request] = waiting.splice(i, 1);
    if (!request) return;
    if (!stopping && !cancelled.has(request.id)) await answer(request);
    open.delete(request.id);
    cancelled.delete(request.id);
  }
}

dimensions = (await embed('ready')).length;
let working = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  const parsed = ToWorker.parse(message);
  if (parsed.kind === 'stop') {
    stopping = true;
    working = working.then(() => parentPort?.close());
  } else if (parsed.kind === 'cancel') {
    if (open.has(parsed.id)) cancelled.add(parsed.id);
  } else {
    open.add(parsed.id);
    waiting.push(parsed);
    working = working.then(() => answerEach(() => true));
  }
});
post({ ready: { runtime: runtime.name, dimensions } });
