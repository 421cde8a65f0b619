import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filler } from '../../../../test/filler.ts';
import { OWNER, openFolder, temporaryFolder } from '../../../../test/open.ts';
import { assets } from '../../../assets.ts';
import { openEngine } from '../../../compose.ts';
import { readConfig } from '../../../config.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (settings: Record<string, unknown> = {}) =>
  openEngine(readConfig({ dataDir: join(folder, 'data'), ...settings }, {}));

/** The same weights under another name: the store sees another model. */
function otherModel(): string {
  const model = join(folder, 'other-model');
  cpSync(assets.model, model, { recursive: true });
  return model;
}

describe('another embedding model', () => {
  it('is refused with both sizes and two ways to proceed, and nothing is lost', async () => {
    const before = await open();
    await before.memories.store(OWNER, { content: 'The cache is warmed at six.' });
    await before.close();
    await expect(open({ model: otherModel() })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/remanence-minilm-1 with 384 .*other-model has 384/),
      hint: expect.stringMatching(/--reembed.*--data-dir/),
    });
    const after = await open();
    expect((await after.retrieval.byMeaning(OWNER, 'when is the cache filled', 1))[0]?.memory.content).toContain('six');
    await after.close();
  });

  it('is adopted with --reembed in the background, and then finds everything', async () => {
    const before = await open();
    await before.memories.storeMany(
      OWNER,
      Array.from({ length: 40 }, (_, i) => ({ content: `Server ${i} stands in rack ${i * 7}.` })),
    );
    await before.close();
    const engine = await open({ model: otherModel(), reembed: true });
    expect((await engine.retrieval.byWords(OWNER, 'rack 63', 1))[0]?.memory.content).toContain('Server 9 ');
    await expect.poll(async () => (await engine.status(OWNER)).pending).toBe(0);
    await expect.poll(async () => (await engine.status(OWNER)).reembedding?.state).toBe('completed');
    expect((await engine.retrieval.byMeaning(OWNER, 'where is server 9', 3)).length).toBe(3);
    await engine.close();
  });
});

describe('a long memory', () => {
  it('is found by words at once, and by meaning once the model has embedded the rest', async () => {
    const engine = await openFolder(join(folder, 'data'));
    const content = `${filler(20_000)}\n\nThe spare key hangs behind the boiler.\n\n${filler(20_000)}`;
    const { memory } = await engine.memories.store(OWNER, { content });
    expect((await engine.retrieval.byWords(OWNER, 'boiler', 1))[0]?.memory.id).toBe(memory.id);
    await expect.poll(async () => (await engine.status(OWNER)).pending).toBe(0);
    expect((await engine.retrieval.byMeaning(OWNER, 'where is the spare key', 1))[0]?.memory.id).toBe(memory.id);
    await engine.close();
  });
});

describe('a store of the public model', () => {
  const PUBLIC = { model: 'all-MiniLM-L6-v2' };
  const rackOf = (engine: Awaited<ReturnType<typeof open>>, question: string) =>
    engine.retrieval.recall(OWNER, question, { limit: 3 });

  it('moves to our model: found by words at once, by meaning once the vectors are made', async () => {
    const before = await open(PUBLIC);
    await before.memories.storeMany(
      OWNER,
      Array.from({ length: 40 }, (_, i) => ({ content: `Server ${i} stands in rack ${i * 7}.` })),
    );
    expect((await before.status(OWNER)).embedding.model).toBe('all-MiniLM-L6-v2');
    await before.close();
    const engine = await open();
    expect((await rackOf(engine, 'rack 63')).found[0]?.memory.content).toContain('Server 9 ');
    await expect.poll(async () => (await engine.status(OWNER)).pending).toBe(0);
    expect(await engine.status(OWNER)).toMatchObject({ embedding: { model: 'remanence-minilm-1' } });
    expect((await engine.retrieval.byMeaning(OWNER, 'where is server 9', 3)).length).toBe(3);
    await engine.close();
  });

  it('returns to the public model only on request', async () => {
    const before = await open();
    await before.memories.store(OWNER, { content: 'The cache is warmed at six.' });
    await before.close();
    await expect(open(PUBLIC)).rejects.toMatchObject({ code: 'conflict' });
    const engine = await open({ ...PUBLIC, reembed: true });
    await expect.poll(async () => (await engine.status(OWNER)).pending).toBe(0);
    expect((await engine.retrieval.byMeaning(OWNER, 'when is the cache filled', 1)).length).toBe(1);
    await engine.close();
  });

  it('keeps its vectors while our model cannot be loaded', async () => {
    const before = await open(PUBLIC);
    await before.memories.store(OWNER, { content: 'The cache is warmed at six.' });
    await before.close();
    const whole = assets.model;
    try {
      assets.model = join(folder, 'remanence-minilm-1');
      const engine = await open();
      expect((await rackOf(engine, 'cache warmed')).found).toHaveLength(1);
      await engine.close();
    } finally {
      assets.model = whole;
    }
    const again = await open(PUBLIC);
    expect((await again.status(OWNER)).pending).toBe(0);
    await again.close();
  });
});

describe('a model that cannot be loaded', () => {
  it('leaves word search working, and vectors are made once it loads again', async () => {
    const broken = join(folder, 'remanence-minilm-1');
    mkdirSync(broken);
    writeFileSync(join(broken, 'model.onnx'), 'broken');
    writeFileSync(join(broken, 'tokenizer.json'), '{}');
    const engine = await open({ model: broken });
    const { memory } = await engine.memories.store(OWNER, { content: 'Alerts go to the channel `ops-night`.' });
    expect((await engine.retrieval.byWords(OWNER, 'ops-night alerts', 1))[0]?.memory.id).toBe(memory.id);
    const recalled = await engine.retrieval.recall(OWNER, 'alerts channel', { limit: 3 });
    expect(recalled.found[0]?.memory.id).toBe(memory.id);
    expect(recalled.note).toContain('not available');
    await expect(engine.retrieval.byMeaning(OWNER, 'alerts', 1)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await engine.status(OWNER)).embedding).toMatchObject({ state: 'error', error: expect.any(String) });
    await engine.close();

    const mended = await open();
    await expect.poll(async () => (await mended.status(OWNER)).pending).toBe(0);
    expect((await mended.retrieval.byMeaning(OWNER, 'where do warnings arrive', 1))[0]?.memory.id).toBe(memory.id);
    await mended.close();
  });
});
