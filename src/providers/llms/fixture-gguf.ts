// A one-layer language model that knows one word and continues every text with it. Small enough for a test to write,
// complete enough to be loaded like any other.

const WIDTH = 32;
const LETTERS = '\u2581abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-\'"()/';
const ALIGNMENT = 32;

const TYPE = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;
const TOKEN = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;

interface Tensor {
  readonly name: string;
  readonly dimensions: readonly number[];
  value(index: number): number;
}

const bytes = (write: (view: DataView) => void, size: number): Buffer => {
  const buffer = Buffer.alloc(size);
  write(new DataView(buffer.buffer, buffer.byteOffset, size));
  return buffer;
};
const u32 = (value: number) => bytes((view) => view.setUint32(0, value, true), 4);
const u64 = (value: number) => bytes((view) => view.setBigUint64(0, BigInt(value), true), 8);
const f32 = (value: number) => bytes((view) => view.setFloat32(0, value, true), 4);
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

const field = (key: string, type: number, value: Buffer) => Buffer.concat([text(key), u32(type), value]);
const list = (key: string, type: number, values: readonly Buffer[]) =>
  field(key, TYPE.array, Buffer.concat([u32(type), u64(values.length), ...values]));

function vocabulary(word: string): { text: string; type: number }[] {
  const byteTokens = Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    type: TOKEN.byte,
  }));
  return [
    { text: '<unk>', type: TOKEN.unknown },
    { text: '<s>', type: TOKEN.control },
    { text: '</s>', type: TOKEN.control },
    ...byteTokens,
    ...[...LETTERS].map((letter) => ({ text: letter, type: TOKEN.normal })),
    { text: `\u2581${word}`, type: TOKEN.normal },
  ];
}

/** The bytes of a GGUF file whose model only ever says that word. */
export function tinyModel(word: string): Buffer {
  const tokens = vocabulary(word);
  const last = tokens.length - 1;
  const head = [
    field('general.architecture', TYPE.string, text('llama')),
    field('general.name', TYPE.string, text('one word')),
    field('general.alignment', TYPE.uint32, u32(ALIGNMENT)),
    field('llama.context_length', TYPE.uint32, u32(2048)),
    field('llama.embedding_length', TYPE.uint32, u32(WIDTH)),
    field('llama.block_count', TYPE.uint32, u32(1)),
    field('llama.feed_forward_length', TYPE.uint32, u32(WIDTH)),
    field('llama.attention.head_count', TYPE.uint32, u32(2)),
    field('llama.attention.head_count_kv', TYPE.uint32, u32(2)),
    field('llama.attention.layer_norm_rms_epsilon', TYPE.float32, f32(1e-5)),
    field('llama.rope.dimension_count', TYPE.uint32, u32(WIDTH / 2)),
    field('llama.vocab_size', TYPE.uint32, u32(tokens.length)),
    field('tokenizer.ggml.model', TYPE.string, text('llama')),
    list(
      'tokenizer.ggml.tokens',
      TYPE.string,
      tokens.map((token) => text(token.text)),
    ),
    list(
      'tokenizer.ggml.scores',
      TYPE.float32,
      tokens.map((_, i) => f32(-i)),
    ),
    list(
      'tokenizer.ggml.token_type',
      TYPE.int32,
      tokens.map(({ type }) => u32(type)),
    ),
    field('tokenizer.ggml.unknown_token_id', TYPE.uint32, u32(0)),
    field('tokenizer.ggml.bos_token_id', TYPE.uint32, u32(1)),
    field('tokenizer.ggml.eos_token_id', TYPE.uint32, u32(2)),
  ];
  const one = () => 1;
  const zero = () => 0;
  const square = [WIDTH, WIDTH];
  const tensors: Tensor[] = [
    // All tokens are embedded alike, no layer changes that, and only the last row of the output matches.
    { name: 'token_embd.weight', dimensions: [WIDTH, tokens.length], value: one },
    { name: 'output_norm.weight', dimensions: [WIDTH], value: one },
    { name: 'output.weight', dimensions: [WIDTH, tokens.length], value: (i) => (i >= last * WIDTH ? 1 : 0) },
    { name: 'blk.0.attn_norm.weight', dimensions: [WIDTH], value: one },
    { name: 'blk.0.ffn_norm.weight', dimensions: [WIDTH], value: one },
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down'].map((name) => ({
      name: `blk.0.${name}.weight`,
      dimensions: square,
      value: zero,
    })),
  ];
  return Buffer.concat([...written(head, tensors)]);
}

function* written(head: readonly Buffer[], tensors: readonly Tensor[]): Generator<Buffer> {
  const start = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(head.length),
    ...head,
    ...infos(tensors),
  ]);
  yield start;
  yield padding(start.length);
  for (const { dimensions, value } of tensors) {
    const data = new Float32Array(product(dimensions)).map((_, i) => value(i));
    yield Buffer.from(data.buffer);
    yield padding(data.byteLength);
  }
}

function infos(tensors: readonly Tensor[]): Buffer[] {
  let offset = 0;
  return tensors.map(({ name, dimensions }) => {
    const info = Buffer.concat([text(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset)]);
    const size = product(dimensions) * 4;
    offset += size + padding(size).length;
    return info;
  });
}

const padding = (size: number): Buffer => Buffer.alloc((ALIGNMENT - (size % ALIGNMENT)) % ALIGNMENT);
const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);
