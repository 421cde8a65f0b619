import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, openTestEngine } from '../../../test/open.ts';
import { assets } from '../../assets.ts';
import { tinyModel } from './fixture-gguf.ts';
import { isLlamaInstalled } from './fixture-llama.ts';
import { GgufSummarizer, type GgufSummarizerOptions } from './gguf-summarizer.ts';

const options: GgufSummarizerOptions = {
  script: assets.ggufWorker,
  library: 'node-llama-cpp',
  model: undefined,
  contextTokens: 512,
  threads: 1,
  gpuLayers: 0,
  maxTokens: 12,
  temperature: 0.2,
  topP: 0.9,
  repeatPenalty: 1,
  instruction: 'Summarise.',
  maxCharacters: 40,
  waitMs: 20_000,
  idleMs: 60_000,
};
const NOTE = { content: 'Kept without a summary.', label: null, summary: null, tags: null, priority: 3, metadata: {} };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-gguf-'));
  writeFileSync(join(folder, 'tiny.gguf'), tinyModel('remembered'));
  writeFileSync(join(folder, 'broken.gguf'), 'GGUF but nothing behind it');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A summarizer's summary of a text, and its status. */
async function summary(change: Partial<GgufSummarizerOptions>, text = 'A note about the cache.') {
  const summarizer = new GgufSummarizer({ ...options, ...change });
  const made = await summarizer.summarize(text);
  const status = summarizer.status();
  await summarizer.close();
  return { made, status };
}

describe('summaries without a model', () => {
  it('are off when no model is configured', async () => {
    expect(await summary({})).toMatchObject({ made: null, status: { state: 'off', error: null } });
  });

  it('are omitted when the file is missing, and the status says why', async () => {
    const { made, status } = await summary({ model: join(folder, 'nowhere.gguf') });
    expect(made).toBeNull();
    expect(status).toMatchObject({ state: 'error', error: expect.stringContaining('nowhere.gguf cannot be read') });
  });

  it('are omitted when the package is missing, and the status says how to install it', async () => {
    const { made, status } = await summary({ model: join(folder, 'tiny.gguf'), library: 'no-such-package' });
    expect(made).toBeNull();
    expect(status).toMatchObject({ state: 'error', error: expect.stringContaining('npm install node-llama-cpp') });
  });

  it('are omitted when the file is not a model, and the status says so', async () => {
    for (const text of ['', 'GGUF', 'GGUF but nothing behind it', '# A page of text, long enough for a head.']) {
      writeFileSync(join(folder, 'broken.gguf'), text);
      const { made, status } = await summary({ model: join(folder, 'broken.gguf') });
      expect(made).toBeNull();
      expect(status).toMatchObject({ state: 'error', error: expect.stringContaining('GGUF') });
    }
  });

  it('never keep a note from being stored', async () => {
    const { engine, dispose } = await openTestEngine({ codeMemorySummaryModel: join(folder, 'broken.gguf') });
    const noted = await engine.notes.remember({ ...OWNER, session: 's' }, NOTE);
    expect(noted).toMatchObject({ memory: { summary: null } });
    expect((await engine.status(OWNER)).summaries).toMatchObject({ state: 'error', error: expect.any(String) });
    await dispose();
  });
});

describe.runIf(isLlamaInstalled)('summaries by a GGUF file', () => {
  it('are made for texts of any length, and cut to the limit', async () => {
    for (const text of ['A note about the cache.', 'A very long note. '.repeat(2000)]) {
      const { made, status } = await summary({ model: join(folder, 'tiny.gguf') }, text);
      expect(made).toBe('remembered remembered remembered remembe');
      expect(status).toMatchObject({ state: 'ready', error: null });
    }
  });

  it('are stored with the note', async () => {
    const { engine, dispose } = await openTestEngine({
      codeMemorySummaryModel: join(folder, 'tiny.gguf'),
      codeMemorySummaryThreads: 1,
    });
    const noted = await engine.notes.remember({ ...OWNER, session: 's' }, NOTE);
    const [kept] = await engine.notes.recent(OWNER, 1);
    expect(kept?.summary).toMatch(/^remembered remembered/);
    expect(noted).toMatchObject({ memory: { summary: kept?.summary } });
    await dispose();
  });

  it('are omitted when the file is truncated, and the status says why', async () => {
    const whole = tinyModel('remembered');
    for (const size of [100, 3000, whole.length - 20_000]) {
      writeFileSync(join(folder, 'cut.gguf'), whole.subarray(0, size));
      const { made, status } = await summary({ model: join(folder, 'cut.gguf') });
      expect(made).toBeNull();
      expect(status).toMatchObject({ state: 'error', error: expect.stringMatching(/./) });
    }
  }, 120_000);

  it('that take too long are abandoned', async () => {
    const { made } = await summary({ model: join(folder, 'tiny.gguf'), waitMs: 1, maxTokens: 400 });
    expect(made).toBeNull();
  });
});
