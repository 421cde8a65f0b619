import { afterEach, describe, expect, it } from 'vitest';
import { type LlmServer, openAiEvents, startLlm, stream } from '../../../test/llm-server.ts';
import { ANTHROPIC } from './anthropic.ts';
import { EndpointLlm, type EndpointLlmOptions } from './endpoint-llm.ts';
import { OPENAI } from './openai.ts';

let server: LlmServer | undefined;
afterEach(() => server?.close());

const HASTY_MS = 400;
const REQUEST = { system: 'Be brief.', turns: [{ role: 'user', content: 'Hello?' }], maxTokens: 77 } as const;

async function endpoint(reply: Parameters<typeof startLlm>[0], timeoutMs = 30_000): Promise<EndpointLlmOptions> {
  server = await startLlm(reply);
  return { url: server.url, model: 'm', apiKey: 'key', temperature: 0.5, timeoutMs, attempts: 3, pauseMs: 5 };
}

describe('an OpenAI-compatible endpoint', () => {
  it('is called as the protocol says, and its stream is assembled', async () => {
    const options = await endpoint((response) => stream(response, openAiEvents(['Grüße', ', ', 'Welt 世界'])));
    expect(await new EndpointLlm(options, OPENAI).answer(REQUEST)).toEqual({ text: 'Grüße, Welt 世界', tokens: 3 });
    expect(server?.seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key' },
      body: {
        model: 'm',
        max_tokens: 77,
        temperature: 0.5,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello?' },
        ],
      },
    });
  });

  it('may also answer without streaming', async () => {
    const options = await endpoint((response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message: { content: 'At once.' } }], usage: { completion_tokens: 2 } })),
    );
    expect(await new EndpointLlm(options, OPENAI).answer(REQUEST)).toEqual({ text: 'At once.', tokens: 2 });
  });

  it('that is busy is called again at the time it names', async () => {
    const times: number[] = [];
    const options = await endpoint((response, _, call) => {
      times.push(performance.now());
      if (call === 1) response.writeHead(429, { 'retry-after': '0.15' }).end('slow down');
      else if (call === 2) response.writeHead(503).end();
      else stream(response, openAiEvents(['Now.']));
    });
    expect((await new EndpointLlm(options, OPENAI).answer(REQUEST)).text).toBe('Now.');
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(120);
  });

  it.each([
    ['refuses', 401, 1],
    ['stays busy', 429, 3],
    ['stays broken', 500, 3],
  ])('that %s is an error with its message', async (_, status, asked) => {
    const options = await endpoint((response) => response.writeHead(status).end('because'));
    await expect(new EndpointLlm(options, OPENAI).answer(REQUEST)).rejects.toMatchObject({
      code: 'unavailable',
      message: `The language model failed: ${status} because`,
    });
    expect(server?.seen).toHaveLength(asked);
  });

  it('leaks nothing when it repeats the key or redirects', async () => {
    const telling = await endpoint((response) => response.writeHead(401).end('Wrong: key'));
    await expect(new EndpointLlm(telling, OPENAI).answer(REQUEST)).rejects.toThrow('401 Wrong: [hidden]');
    server?.close();
    const pointing = await endpoint((response, { path }) =>
      path === '/elsewhere'
        ? stream(response, openAiEvents(['Mine.']))
        : response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    await expect(new EndpointLlm(pointing, OPENAI).answer(REQUEST)).rejects.toMatchObject({ code: 'unavailable' });
    expect(server?.seen.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it('that hangs, at once or midway, is abandoned', async () => {
    const silent = await endpoint(() => {}, HASTY_MS);
    await expect(new EndpointLlm(silent, OPENAI).answer(REQUEST)).rejects.toThrow('no complete answer in 0.4 s');
    server?.close();
    const stuck = await endpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Well"}}]}\n\n');
    }, HASTY_MS);
    await expect(new EndpointLlm(stuck, OPENAI).answer(REQUEST)).rejects.toThrow('no complete answer');
  });

  it('that fails midway, or answers nonsense, is an error', async () => {
    const failing = await endpoint((response) => stream(response, [{ error: { message: 'out of memory' } }]));
    await expect(new EndpointLlm(failing, OPENAI).answer(REQUEST)).rejects.toThrow('out of memory');
    server?.close();
    const nonsense = await endpoint((response) => stream(response, ['{nonsense']));
    await expect(new EndpointLlm(nonsense, OPENAI).answer(REQUEST)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is released when the caller aborts', async () => {
    const options = await endpoint(() => {});
    await expect(new EndpointLlm(options, OPENAI).answer(REQUEST, AbortSignal.timeout(50))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('an Anthropic endpoint', () => {
  it('is called as the protocol says, and its stream is assembled', async () => {
    const options = await endpoint((response) =>
      stream(response, [
        { type: 'message_start', message: { usage: { output_tokens: 1 } } },
        { type: 'content_block_start', content_block: { type: 'text', text: '' } },
        { type: 'ping' },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Good ' } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'day.' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
        { type: 'message_stop' },
      ]),
    );
    expect(await new EndpointLlm(options, ANTHROPIC).answer(REQUEST)).toEqual({ text: 'Good day.', tokens: 4 });
    expect(server?.seen[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
      body: { system: 'Be brief.', max_tokens: 77, messages: [{ role: 'user', content: 'Hello?' }] },
    });
  });

  it('that is overloaded midway is an error', async () => {
    const options = await endpoint((response) =>
      stream(response, [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]),
    );
    await expect(new EndpointLlm(options, ANTHROPIC).answer(REQUEST)).rejects.toThrow('Overloaded');
  });
});
