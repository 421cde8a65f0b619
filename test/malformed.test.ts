// Malformed messages on both transports: each is answered in JSON-RPC, and the server keeps running.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type HttpProcess, startServer } from './http-server.ts';
import { temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

const MB = 1024 * 1024;
const Answer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.looseObject({ isError: z.boolean().optional() }).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
type Answer = z.infer<typeof Answer>;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Peer {
  /** The server's answer to these bytes. */
  send(bytes: string | Buffer): Promise<Answer>;
  close(): Promise<void>;
}

async function stdioPeer(): Promise<Peer> {
  const client = new StdioClient(['--data-dir', folder, '--log-level', 'error']);
  await client.initialize();
  return {
    async send(bytes) {
      const before = client.lines.length;
      client.process.stdin?.write(Buffer.concat([Buffer.from(bytes), Buffer.from('\n')]));
      await expect.poll(() => client.lines.length, { interval: 5 }).toBeGreaterThan(before);
      return Answer.parse(JSON.parse(client.lines[before] ?? ''));
    },
    async close() {
      expect(await client.close()).toBe(0);
    },
  };
}

async function httpPeer(headers: Record<string, string> = {}): Promise<Peer> {
  const server: HttpProcess = await startServer(folder, ['--log-level', 'error']);
  return {
    async send(bytes) {
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: Buffer.from(bytes),
      });
      const text = await response.text();
      return Answer.parse(JSON.parse(text.startsWith('event:') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text));
    },
    async close() {
      server.process.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    },
  };
}

const call = (params: unknown, id: unknown = 7) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepAfter = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${nested(1000)}}`;
const metadata = (value: string) =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":"Nested.","metadata":{"a":${value}}}}}`;

const REFUSED: [string, string | Buffer, { code: number; id: string | number | null }][] = [
  ['text', 'this is not JSON', { code: -32_700, id: null }],
  ['half a message', '{"jsonrpc":"2.0","id":1,', { code: -32_700, id: null }],
  ['a NUL byte', '{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', { code: -32_700, id: null }],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), { code: -32_700, id: null }],
  ['a number', '5', { code: -32_600, id: null }],
  ['null', 'null', { code: -32_600, id: null }],
  ['a string', '"ping"', { code: -32_600, id: null }],
  ['an empty batch', '[]', { code: -32_600, id: null }],
  ['a batch of nonsense', '[1,2,3]', { code: -32_600, id: null }],
  ['an empty object', '{}', { code: -32_600, id: null }],
  ['no version', '{"id":4,"method":"ping"}', { code: -32_600, id: 4 }],
  ['a wrong version', '{"jsonrpc":"1.0","id":"x","method":"ping"}', { code: -32_600, id: 'x' }],
  ['no method', '{"jsonrpc":"2.0","id":4}', { code: -32_600, id: 4 }],
  ['a method that is not a string', '{"jsonrpc":"2.0","id":4,"method":5}', { code: -32_600, id: 4 }],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', { code: -32_600, id: null }],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { code: -32_600, id: null }],
  ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', { code: -32_600, id: null }],
  ['a huge id', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', { code: -32_600, id: null }],
  ['an extra field', '{"jsonrpc":"2.0","id":4,"method":"ping","more":1}', { code: -32_600, id: 4 }],
  ['a malformed response', '{"jsonrpc":"2.0","id":4,"result":5}', { code: -32_600, id: null }],
  ['endless nesting', '['.repeat(100_000), { code: -32_600, id: null }],
  ['a hundred thousand levels', metadata(nested(100_000)), { code: -32_600, id: 7 }],
  ['a thousand levels after a raw tab in the id', deepAfter('"a\tb"'), { code: -32_600, id: null }],
  ['a thousand levels after an id with leading zeros', deepAfter('007'), { code: -32_600, id: null }],
  ['millions of values', metadata(`[${'0,'.repeat(2 * MB)}0]`), { code: -32_600, id: 7 }],
  ['17 MB', JSON.stringify('x'.repeat(17 * MB)), { code: -32_600, id: null }],
  ['params that are a list', '{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}', { code: -32_602, id: 4 }],
  ['params that are text', '{"jsonrpc":"2.0","id":4,"method":"ping","params":"x"}', { code: -32_602, id: 4 }],
  ['a call without params', call(undefined), { code: -32_602, id: 7 }],
  ['a call with null for params', call(null), { code: -32_602, id: 7 }],
  ['a call without a name', call({ arguments: {} }), { code: -32_602, id: 7 }],
  ['a call with a number for the name', call({ name: 5 }), { code: -32_602, id: 7 }],
  ['a call of an unknown tool', call({ name: 'no_such_tool' }), { code: -32_602, id: 7 }],
  [
    'a cursor that is a number',
    '{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":4}}',
    { code: -32_602, id: 4 },
  ],
];

describe.each([
  ['stdio', stdioPeer],
  ['HTTP', () => httpPeer()],
])('over %s', (_, open) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await open();
  });
  afterAll(() => peer.close());

  it.each(REFUSED)('%s is answered in JSON-RPC', async (_name, bytes, { code, id }) => {
    const answer = await peer.send(bytes);
    expect(answer).toMatchObject({ error: { code }, id });
    // A readable message, not a validator dump.
    expect(answer.error?.message).not.toContain('"code"');
    expect(answer.error?.message.length).toBeLessThan(300);
    expect(await peer.send('{"jsonrpc":"2.0","id":"after","method":"ping"}')).toMatchObject({
      id: 'after',
      result: {},
    });
  });

  it('an unknown method is not found', async () => {
    const answer = await peer.send('{"jsonrpc":"2.0","id":4,"method":"no/such/method","params":null}');
    expect(answer).toMatchObject({ error: { code: -32_601 }, id: 4 });
  });

  it('null for arguments counts as no arguments', async () => {
    expect(await peer.send(call({ name: 'get_status', arguments: null }))).toMatchObject({ id: 7, result: {} });
  });

  it.each([[[]], ['x'], [5], [true]])(
    'arguments that are %j are refused in the shape of the profile',
    async (given) => {
      const { id, result, error } = await peer.send(call({ name: 'get_status', arguments: given }));
      expect({ id, error }).toEqual({ id: 7, error: undefined });
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toContain('arguments must be an object');
    },
  );

  it.each([
    ['lone surrogates', String.raw`"\ud800 \udfff"`],
    ['escaped NULs', String.raw`"\u0000\u0000"`],
    ['huge numbers', '[1e999,-1e999,1e308,123456789012345678901234567890]'],
    ['four hundred levels', nested(400)],
  ])('%s in an argument cause no error', async (_name, value) => {
    const answer = await peer.send(metadata(value));
    expect(answer).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
  });
});

describe('revision 2026-07-28', () => {
  it('answers calls with invalid arguments over HTTP in the shape of the profile too', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_status' };
    const peer = await httpPeer(headers);
    const sent = (given: unknown) => peer.send(call({ name: 'get_status', arguments: given, _meta: META }));
    expect(await sent(null)).toMatchObject({ id: 7, result: { structuredContent: { status: 'healthy' } } });
    expect(await sent('x')).toMatchObject({ id: 7, result: { isError: true } });
    expect(await peer.send('{')).toMatchObject({ error: { code: -32_700 }, id: null });
    await peer.close();
  });
});

describe('on stdio', () => {
  it('an endless line is answered once it is too long, and the next one is served', async () => {
    const client = new StdioClient(['--data-dir', folder, '--log-level', 'error']);
    await client.initialize();
    const before = client.lines.length;
    for (let i = 0; i < 40; i++) client.process.stdin?.write(Buffer.alloc(MB, 0x78));
    await expect.poll(() => client.lines.length).toBe(before + 1);
    expect(JSON.parse(client.lines[before] ?? '')).toMatchObject({ error: { code: -32_600 }, id: null });
    client.write('\n');
    expect((await client.call('get_status')).error).toBeNull();
    expect(client.lines).toHaveLength(before + 2);
    expect(await client.close()).toBe(0);
  });

  it('the last line needs no newline', async () => {
    const client = new StdioClient(['--data-dir', folder]);
    await client.initialize();
    client.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    expect(await client.close()).toBe(0);
    expect(client.lines.map((line) => JSON.parse(line))).toContainEqual({ jsonrpc: '2.0', id: 'last', result: {} });
  });
});
