import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { assets } from '../../assets.ts';
import { tinyModel } from './fixture-gguf.ts';
import { fakeLlama, isLlamaInstalled } from './fixture-llama.ts';
import { GgufLlm, type GgufLlmOptions } from './gguf-llm.ts';

const asked = (content: string) => ({
  system: 'Be brief.',
  turns: [
    { role: 'user' as const, content: 'Hello?' },
    { role: 'assistant' as const, content: 'Good day.' },
    { role: 'user' as const, content },
  ],
  maxTokens: 77,
});
const OPTIONS = { memories: 3, maxTokens: 60 };

let folder: string;
let options: GgufLlmOptions;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-gguf-'));
  const model = join(folder, 'tiny.gguf');
  writeFileSync(model, tinyModel('remembered'));
  options = {
    script: assets.ggufWorker,
    library: fakeLlama(folder),
    model,
    contextTokens: 2048,
    threads: 1,
    gpuLayers: 0,
    temperature: 0.3,
    timeoutMs: 60_000,
    idleMs: 60_000,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function using<T>(change: Partial<GgufLlmOptions>, work: (llm: GgufLlm) => Promise<T>): Promise<T> {
  const llm = new GgufLlm({ ...options, ...change });
  return work(llm).finally(() => llm.close());
}

describe('a GGUF model for chat', () => {
  it('receives the system prompt and the turns for its own template, with temperature and token limit', () =>
    using({}, async (llm) => {
      const said = await llm.answer(asked('And now?'));
      expect(JSON.parse('text' in said ? said.text : '{}')).toMatchObject({
        history: [
          { type: 'system', text: 'Be brief.' },
          { type: 'user', text: 'Hello?' },
          { type: 'model', response: ['Good day.'] },
          { type: 'user', text: 'And now?' },
          { type: 'model', response: [] },
        ],
        options: { maxTokens: 77, temperature: 0.3 },
        context: { contextSize: 2048, threads: 1 },
      });
      expect(said).toMatchObject({ tokens: 2 });
      expect(llm).toMatchObject({ name: 'tiny.gguf', contextTokens: 2048 });
      expect(llm.problem()).toBeNull();
    }));

  it.each([
    ['fails', 'Fail.', 'out of memory'],
    ['returns nothing', 'Say nothing.', 'It returned no text.'],
    ['gets a longer prompt than it can hold', `${'word '.repeat(2500)}`, 'tokens too long'],
  ])('that %s reports why, and answers the next question', (_, question, reason) =>
    using({}, async (llm) => {
      expect(await llm.answer(asked(question))).toEqual({ silent: expect.stringContaining(reason) });
      expect(llm.problem()).toContain(reason);
      expect(await llm.answer(asked('And now?'))).toHaveProperty('text');
      expect(llm.problem()).toBeNull();
    }),
  );

  it('that takes too long is abandoned', () =>
    using({ timeoutMs: 2000 }, async (llm) => {
      await llm.answer(asked('Hello?'));
      expect(await llm.answer(asked('Take your time.'))).toEqual({
        silent: 'Chat answers without tiny.gguf: It did not answer within 2 s.',
      });
      expect(await llm.answer(asked('And now?'))).toHaveProperty('text');
    }));

  it('that is just being unloaded is loaded again for the next question', () =>
    using({}, async (llm) => {
      await llm.answer(asked('Hello?'));
      const closed = llm.close();
      expect(await llm.answer(asked('And now?'))).toHaveProperty('text');
      await closed;
    }));

  it('is released when the caller aborts', () =>
    using({}, async (llm) => {
      await llm.answer(asked('Hello?'));
      const answer = llm.answer(asked('Take your time.'), AbortSignal.timeout(50));
      await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
      await expect(llm.answer(asked('Hello?'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
      expect(await llm.answer(asked('And now?'))).toHaveProperty('text');
    }));

  it('without its package reports how to install it', () =>
    using({ library: 'no-such-package' }, async (llm) => {
      expect(await llm.answer(asked('Hello?'))).toEqual({
        silent: expect.stringContaining('npm install node-llama-cpp'),
      });
      expect(llm.problem()).toContain('node-llama-cpp is not installed');
    }));
});

describe('a chat whose GGUF file cannot be used', () => {
  it.each([
    ['is missing', 'nowhere.gguf', 'cannot be read'],
    ['is not a model', 'broken.gguf', 'not a GGUF file'],
  ])('answers from the memories when the file %s, and says so everywhere', async (_, name, reason) => {
    writeFileSync(join(folder, 'broken.gguf'), 'GGUF but nothing behind it');
    const { engine, dispose } = await openTestEngine({ llmGguf: join(folder, name) });
    expect(engine.chat.status(OWNER)).toEqual({ model: name, error: expect.stringContaining(reason) });
    await engine.memories.store(OWNER, { content: 'The ferry leaves at 7.' });
    const answer = await engine.chat.say(OWNER, 'When does the ferry leave?', OPTIONS);
    expect(answer.text).toMatch(/^The language model did not answer; .*\n- The ferry leaves at 7\. \[mem_/);
    expect(answer).toMatchObject({
      model: null,
      note: expect.stringMatching(new RegExp(`^Chat answers without ${name}: .*${reason}`)),
      context: [{ cited: true }],
    });
    expect(engine.chat.status(OWNER).error).toContain(reason);
    expect(JSON.stringify([answer.note, engine.chat.status(OWNER)])).not.toContain(folder);
    await dispose();
  });

  it('is refused together with an endpoint, because either could be meant', async () => {
    const both = { llmGguf: join(folder, 'tiny.gguf'), llmUrl: 'http://127.0.0.1:1/v1', llmModel: 'm' };
    await expect(openTestEngine(both)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe.runIf(isLlamaInstalled)('a chat with a GGUF file', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine({ llmGguf: join(folder, 'tiny.gguf'), llmThreads: 1 });
  });
  afterAll(() => open.dispose());

  it('answers with the model, in the given number of tokens, turn after turn', async () => {
    const { engine } = open;
    await engine.memories.store(OWNER, { content: 'The ferry leaves at 7.' });
    for (const maxTokens of [60, 50]) {
      const answer = await engine.chat.say(OWNER, 'When does the ferry leave?', { ...OPTIONS, maxTokens });
      expect(answer).toMatchObject({ model: 'tiny.gguf', note: null, tokens: maxTokens, context: [{ cited: false }] });
      expect(answer.text).toMatch(/^(?:remembered ?)+$/);
      expect(answer.text.split(' ')).toHaveLength(maxTokens);
    }
    expect(engine.chat.status(OWNER)).toEqual({ model: 'tiny.gguf', error: null });
    expect(await engine.chat.history(OWNER, undefined, { limit: 10, offset: 0 })).toMatchObject({ total: 4 });
  });
});
