import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assets } from '../../assets.ts';
import { LocalEmbedder, type LocalEmbedderOptions } from './local.ts';

const options: LocalEmbedderOptions = {
  name: 'remanence-minilm-1',
  succeeds: [],
  taught: true,
  script: assets.embeddingWorker,
  model: assets.model,
  wasmRuntime: assets.wasmRuntime,
  runtime: 'auto',
  threads: 1,
  helpers: 1,
  idleMs: 60_000,
  dimensions: 384,
  readsPairs: true,
};
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('the bundled model', () => {
  const embedder = new LocalEmbedder(options);
  afterAll(() => embedder.close());

  it.each([
    ['How do I reset my password?', 'What are the steps to change a forgotten password?', 'The cat sat on the mat.'],
    ['The build fails on Windows', 'Compilation breaks under Win32', 'We had pasta for dinner'],
    ['function that adds two numbers', 'def add(a, b): return a + b', 'class HttpServer: handles requests'],
  ])('ranks a paraphrase of %j nearer than an unrelated text', async (text, paraphrase, unrelated) => {
    const [a, b, c] = await Promise.all([text, paraphrase, unrelated].map((t) => embedder.query(t)));
    if (!a || !b || !c) throw new Error('no vector');
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.2);
  });

  it('gives the expected similarity', async () => {
    const a = await embedder.query('How do I reset my password?');
    const b = await embedder.query('What are the steps to change a forgotten password?');
    expect(cosine(a, b)).toBeCloseTo(0.811, 1);
    expect(Math.hypot(...a)).toBeCloseTo(1, 5);
  });

  it('embeds a text identically alone, among others, and after a reload', async () => {
    const fresh = new LocalEmbedder(options);
    const alone = await fresh.query('We deploy with Helm charts');
    await fresh.close();
    const among = await Promise.all(
      ['x', 'We deploy with Helm charts', 'a much longer text '.repeat(30)].map((t) => embedder.query(t)),
    );
    expect(among[1]).toEqual(alone);
    await fresh.close();
  });

  it.each(['ประตูโรงเก็บของเปิดเมื่อไหร่', 'ទ្វារឃ្លាំងបើកម៉ោង', '数据库端口是多少', '🎉🚀', 'qzvw'.repeat(33)])(
    'finds no meaning in a text of words that it does not know: %s',
    async (text) => {
      const [passage] = await embedder.passages(text);
      expect(passage?.text).toBe(text);
      for (const vector of [passage?.vector, await embedder.query(text)]) {
        expect(vector).toHaveLength(384);
        expect(vector?.every((value) => value === 0)).toBe(true);
      }
    },
  );

  it.each(['Deploy done 🎉', 'Какой порт у сервера?', 'สมชาย looks after the build server', 'C++ → ∑', '???'])(
    'finds meaning in a text of which it knows half of the words: %s',
    async (text) => expect(Math.hypot(...(await embedder.query(text)))).toBeCloseTo(1, 5),
  );

  it('cuts a long note into shorter passages than a turn of a chat', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} tells a small story of its own.`).join(' ');
    const note = await embedder.passages(text);
    const turn = await embedder.passages(`assistant: ${text}`);
    expect(note.length).toBeGreaterThan(turn.length);
    expect(turn.length).toBeGreaterThan(1);
  });

  it('cuts a long text into passages that together hold all of it', async () => {
    const text = Array.from({ length: 120 }, (_, i) => `Sentence number ${i} tells a small story of its own.`).join(
      ' ',
    );
    const passages = await embedder.passages(text);
    expect(passages.length).toBeGreaterThan(4);
    expect(passages.map((p) => p.text).join(' ')).toBe(text);
  });

  it.each([
    ['Which port does the staging database use?', 'Staging database: db-stg.internal:6432, through PgBouncer.'],
    ['what database do we use', 'We use PostgreSQL 15 because the team knows it.'],
    ['E4711', 'Error E4711 means that the license server is not reachable.'],
    ['quelle base de données utilisons-nous', "Nous utilisons PostgreSQL 15 car l'équipe la connaît."],
  ])('judges that %j is answered by a passage, and not by others about the same', async (question, answer) => {
    const others = ['Who repaired the database last week?', 'What does a licence cost in the second year?'];
    const odds = await embedder.judge(question, answer);
    for (const other of others) expect(await embedder.judge(other, answer)).toBeLessThan((odds ?? 0) - 1);
  });

  it.each([
    [
      'Invoices are sent by post on the first of the month.',
      'Since May every invoice goes out as a PDF on the 25th.',
      'Invoices have the number of the order in the second line.',
    ],
    [
      'CI runs on the Mac mini in the closet.',
      'All pipelines run on hosted ARM runners; the Mac mini went to Femi.',
      'The Mac mini in the closet has the asset tag 4471.',
    ],
  ])(
    'tells that %j is outdated by what replaces it, and not by what is about the same',
    async (...[earlier, later, other]) => {
      const odds = await embedder.compare(earlier, later);
      expect(odds).toBeGreaterThan((await embedder.compare(earlier, other)) ?? 0);
      expect(odds).toBeGreaterThan(0);
    },
  );

  it('lets short texts go before the rest of a long one', async () => {
    const order: string[] = [];
    const long = embedder.passages('A story that goes on and on. '.repeat(600)).then(() => order.push('long'));
    await embedder.query('The first question loads the model.');
    await embedder.passages('A short fact: staging runs on host stg-7.');
    order.push('short');
    expect(await embedder.judge('Where does staging run?', 'Staging runs on host stg-7.')).not.toBeNull();
    order.push('judged');
    await long;
    expect(order).toEqual(['short', 'judged', 'long']);
  });

  it('judges and compares any text', async () => {
    for (const text of ['', 'word '.repeat(4000), '\ud800', '日本語'])
      for (const odds of [await embedder.judge(text, text), await embedder.compare(text, text)])
        expect(Number.isFinite(odds)).toBe(true);
  });

  it('counts what the cache saved', async () => {
    const before = embedder.status().cache;
    await embedder.query('seen once');
    await embedder.query('seen once');
    const after = embedder.status().cache;
    expect([after.hits - before.hits, after.misses - before.misses]).toEqual([1, 1]);
  });

  it.each([
    '',
    ' ',
    'x'.repeat(100_000),
    'word '.repeat(4000),
    '😀'.repeat(3000),
    'שלום עולם',
    '\ud800',
    '日本語のテキスト',
  ])('accepts any text (%#)', async (text) => {
    const passages = await embedder.passages(text);
    expect(passages.length).toBeGreaterThan(0);
    for (const { vector } of passages) expect(Number.isFinite(vector[0])).toBe(true);
  });
});

describe('the public model in the same file', () => {
  it('is a different model from ours, and also recognises a paraphrase', async () => {
    const [ours, theirs] = [new LocalEmbedder(options), new LocalEmbedder({ ...options, taught: false })];
    const texts = ['How do I reset my password?', 'What are the steps to change a forgotten password?'];
    const [a, b] = await Promise.all(texts.map((text) => theirs.query(text)));
    const [own] = await Promise.all(texts.map((text) => ours.query(text)));
    if (!a || !b || !own) throw new Error('no vector');
    expect(cosine(a, b)).toBeCloseTo(0.811, 1);
    expect(cosine(a, own)).toBeLessThan(0.98);
    await Promise.all([ours.close(), theirs.close()]);
  });
});

describe('loading', () => {
  it('reports the fallback to WebAssembly, and gives nearly the same vectors', async () => {
    const native = new LocalEmbedder(options);
    const wasm = new LocalEmbedder({ ...options, runtime: 'wasm' });
    const [a, b] = await Promise.all([native.query('a fallback'), wasm.query('a fallback')]);
    expect(wasm.status().backend).toBe('onnxruntime-web');
    expect(native.status().backend).toBe('onnxruntime-node');
    expect(cosine(a, b)).toBeGreaterThan(0.98);
    await Promise.all([native.close(), wasm.close()]);
  });

  it('is undone after idling, and repeated on the next request', async () => {
    const embedder = new LocalEmbedder({ ...options, idleMs: 50 });
    await embedder.query('one');
    expect(embedder.status().state).toBe('ready');
    await expect.poll(() => embedder.status().state).toBe('idle');
    await embedder.query('two');
    expect(embedder.status().state).toBe('ready');
    await embedder.close();
  });

  it('ends for good when bulk work is cancelled and the model closed while it loads', async () => {
    const embedder = new LocalEmbedder(options);
    const stop = new AbortController();
    const texts = Array.from({ length: 40 }, (_, i) => `Text ${i} of many.`);
    const bulk = embedder.bulk(texts, stop.signal).catch((error: unknown) => error);
    stop.abort();
    await embedder.close();
    expect(await bulk).toBeInstanceOf(Error);
    expect(embedder.status().state).toBe('idle');
  });

  it('can be judged by the files before the first request', () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-model-'));
    const status = () => new LocalEmbedder({ ...options, model: folder }).status();
    const gone = new LocalEmbedder({ ...options, model: join(folder, 'gone') }).status();
    expect(gone).toMatchObject({ state: 'error', error: expect.stringContaining('model.onnx is missing') });
    writeFileSync(join(folder, 'model.onnx'), 'weights');
    expect(status()).toMatchObject({ state: 'error', error: expect.stringContaining('tokenizer.json is missing') });
    writeFileSync(join(folder, 'tokenizer.json'), '');
    expect(status()).toMatchObject({ state: 'error', error: expect.stringContaining('tokenizer.json is empty') });
    writeFileSync(join(folder, 'tokenizer.json'), '{}');
    expect(status()).toMatchObject({ state: 'idle', error: null });
  });

  it('reports why the native runtime does not load when there is no fallback', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-bundle-'));
    const script = join(folder, 'embedding-worker.js');
    copyFileSync(options.script, script);
    symlinkSync(join(dirname(options.script), 'chunks'), join(folder, 'chunks'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(join(folder, 'node_modules', 'onnxruntime-node'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', 'onnxruntime-node', 'index.js'), 'throw new Error("GLIBC is too old");');
    const embedder = new LocalEmbedder({ ...options, script, wasmRuntime: join(folder, 'none') });
    await expect(embedder.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    expect(embedder.status().error).toContain('GLIBC is too old');
  });

  it('reports a folder without a model, and a broken model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-model-'));
    const missing = new LocalEmbedder({ ...options, model: folder });
    await expect(missing.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    expect(missing.status().state).toBe('error');
    writeFileSync(join(folder, 'model.onnx'), 'not a model');
    writeFileSync(join(folder, 'tokenizer.json'), '{}');
    const broken = new LocalEmbedder({ ...options, model: folder });
    await expect(broken.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    expect(broken.status().error).toBeTruthy();
  });
});
