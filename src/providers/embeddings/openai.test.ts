import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OpenAiEmbedder, type OpenAiEmbedderOptions } from './openai.ts';

interface Seen {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { model: string; input: string[] };
}
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Reply = (seen: Seen, call: number) => Answer | 'hang';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
};

/** A local server that speaks /v1/embeddings: each text becomes its length and a one. */
const vectors = ({ body }: Seen) => ({
  status: 200,
  // Out of order on purpose: only the index counts.
  body: { data: body.input.map((text, index) => ({ index, embedding: [text.length, 1] })).reverse() },
});

async function endpoint(reply: Reply, options: Partial<OpenAiEmbedderOptions> = {}) {
  const seen: Seen[] = [];
  server = createServer(async (request, response) => {
    const call: Seen = { path: request.url, authorization: request.headers.authorization, body: await read(request) };
    seen.push(call);
    const answer = reply(call, seen.length);
    if (answer === 'hang') return;
    const headers = { 'content-type': 'application/json', ...answer.headers };
    response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    seen,
    embedder: new OpenAiEmbedder({
      url,
      model: 'm',
      apiKey: 'key',
      timeoutMs: 30_000,
      attempts: 3,
      pauseMs: 5,
      ...options,
    }),
  };
}

describe('an OpenAI-compatible endpoint', () => {
  it('is called as the protocol says, and its vectors are normalised', async () => {
    const { embedder, seen } = await endpoint(vectors);
    const vector = await embedder.query('four');
    expect(seen[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: 'Bearer key',
      body: { model: 'm', input: ['four'] },
    });
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect((vector[0] ?? 0) / (vector[1] ?? 1)).toBeCloseTo(4, 4);
    expect(embedder.status()).toMatchObject({ state: 'ready', dimensions: 2, model: 'm' });
  });

  it('receives long texts as passages, and many texts in ordered batches', async () => {
    const { embedder, seen } = await endpoint(vectors);
    const text = Array.from(
      { length: 1500 },
      (_, i) => `Sentence ${i} is about seventy characters long, give or take a few more.`,
    ).join(' ');
    const passages = await embedder.passages(text);
    expect(seen.length).toBeGreaterThan(1);
    expect(Math.max(...seen.map(({ body }) => body.input.length))).toBeLessThanOrEqual(64);
    for (const { text: passage, vector } of passages)
      expect((vector[0] ?? 0) / (vector[1] ?? 1)).toBeCloseTo(passage.length, 0);
  });

  it('receives no half of an emoji, wherever a text is cut', async () => {
    const { embedder, seen } = await endpoint(vectors);
    for (const start of ['', 'a']) {
      const text = `${start}${'😀'.repeat(5000)}`;
      await embedder.query(text);
      await embedder.bulk([text]);
    }
    const texts = seen.flatMap(({ body }) => body.input);
    expect(texts.map((text) => text.isWellFormed())).toEqual([true, true, true, true]);
  });

  it('is called again after a temporary failure or overload', async () => {
    const { embedder, seen } = await endpoint((call, n) =>
      n < 3 ? { status: n === 1 ? 429 : 503, body: {} } : vectors(call),
    );
    await embedder.query('x');
    expect(seen).toHaveLength(3);
  });

  it.each([401, 404, 422])('is not called again after a refusal (%i)', async (status) => {
    const { embedder, seen } = await endpoint(() => ({ status, body: { error: 'no' } }));
    await expect(embedder.query('x')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(String(status)),
    });
    expect(seen).toHaveLength(1);
    expect(embedder.status()).toMatchObject({ state: 'error', error: expect.stringContaining(String(status)) });
  });

  it('that is busy is asked again when it says, and not much later', async () => {
    const options = { attempts: 2, pauseMs: 60_000 };
    const { embedder, seen } = await endpoint(
      (call, n) => (n === 1 ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : vectors(call)),
      options,
    );
    await embedder.query('x');
    expect(seen).toHaveLength(2);
  });

  it('that repeats its key, or points elsewhere, gives neither away', async () => {
    const telling = await endpoint(() => ({ status: 401, body: 'Wrong: key' }));
    await expect(telling.embedder.query('x')).rejects.toThrow('Wrong: [hidden]');
    expect(telling.embedder.status().error).toContain('Wrong: [hidden]');
    server?.close();
    const pointing = await endpoint(
      (call) =>
        call.path === '/elsewhere' ? vectors(call) : { status: 307, headers: { location: '/elsewhere' }, body: {} },
      { attempts: 1 },
    );
    await expect(pointing.embedder.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    expect(pointing.seen.map(({ path }) => path)).toEqual(['/v1/embeddings']);
  });

  it('that hangs is given up after the timeout', async () => {
    const { embedder, seen } = await endpoint(() => 'hang', { attempts: 2, timeoutMs: 1000 });
    await expect(embedder.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(2);
  });

  it.each([{ data: [] }, { data: [{ index: 0 }] }, { nonsense: true }, 'text'])(
    'that answers nonsense is an error: %j',
    async (body) => {
      const { embedder } = await endpoint(() => ({ status: 200, body }));
      await expect(embedder.query('x')).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('that cannot be reached is an error with a hint', async () => {
    const embedder = new OpenAiEmbedder({
      url: 'http://127.0.0.1:9/v1',
      model: 'm',
      apiKey: undefined,
      timeoutMs: 200,
      attempts: 1,
      pauseMs: 1,
    });
    await expect(embedder.query('x')).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('is left alone once the request is cancelled', async () => {
    const { embedder } = await endpoint(() => 'hang', { timeoutMs: 10_000 });
    await expect(embedder.query('x', AbortSignal.timeout(50))).rejects.toThrow();
  });
});
