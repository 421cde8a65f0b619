import { rmSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './open.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const command = { command: process.execPath, args: [MAIN, 'mcp', '--data-dir', folder] };

describe('every line on stdout is JSON-RPC', () => {
  it('whatever the client sends, and the server keeps running', async () => {
    const client = new StdioClient(['--data-dir', folder, '--log-level', 'debug']);
    await client.initialize();
    client.write('this is not JSON\n');
    client.write('\n\n');
    client.write('{"jsonrpc":"2.0"}\n');
    client.write('[1,2,3]\n');
    client.write(Buffer.from([0xff, 0xfe, 0x0a]).toString('latin1'));
    client.send({ id: 'text-id', method: 'no/such/method' });
    client.send({ method: 'notifications/cancelled', params: { requestId: 999 } });
    expect((await client.call('no_such_tool')).error).toContain('no_such_tool');
    expect((await client.call('store_memory', 'not an object')).error).toBeTruthy();
    expect((await client.call('store_memory', { content: 'Still alive after nonsense.' })).error).toBeNull();
    expect((await client.call('recall', { query: 'alive' })).error).toBeNull();
    expect(await client.close()).toBe(0);
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(client.stderr).toContain('debug');
  });
});

describe('a client that writes and closes', () => {
  it('still gets the answers to what it wrote', async () => {
    const client = new StdioClient(['--data-dir', folder]);
    const started = client.initialize();
    const stored = client.call('store_memory', { content: 'Written by a script that did not wait.' });
    const code = client.close();
    await started;
    expect((await stored).error).toBeNull();
    expect(await code).toBe(0);
  });
});

describe('both eras of the protocol', () => {
  let client: StdioClient;
  afterEach(() => client.kill());

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('answers initialize with %s', async (version) => {
    client = new StdioClient(['--data-dir', folder]);
    const result = await client.initialize(version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'memory-mcp', version: '0.1.0' },
      capabilities: { tools: {} },
      instructions: expect.stringContaining('memory'),
    });
  });

  it('answers server/discover of 2026-07-28, and calls without a handshake', async () => {
    client = new StdioClient(['--data-dir', folder]);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const discovered = await client.request('server/discover', { _meta: meta });
    expect(JSON.stringify(discovered.result)).toContain('2026-07-28');
    const listed = await client.request('tools/list', { _meta: meta });
    expect(listed.result?.tools).toHaveLength(21);
    const called = await client.request('tools/call', { name: 'get_status', arguments: {}, _meta: meta });
    expect(JSON.stringify(called.result)).toContain('healthy');
  });
});

describe('the official clients', () => {
  it('of SDK v2 list and call the tools', async () => {
    const client = new Client({ name: 'v2', version: '1' });
    await client.connect(new StdioClientTransport(command));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(21);
    const stored = await client.callTool({
      name: 'store_memory',
      arguments: { content: 'Stored by the second client.' },
    });
    expect(stored.structuredContent).toMatchObject({ id: expect.stringMatching(/^[0-9a-z]{20}$/) });
    await client.close();
  });

  it('of SDK v1 list and call the tools', async () => {
    const client = new ClientV1({ name: 'v1', version: '1' });
    await client.connect(new StdioClientTransportV1(command));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(21);
    const found = await client.callTool({ name: 'search_text', arguments: { query: 'second client' } });
    expect(JSON.stringify(found.structuredContent)).toContain('Stored by the second client.');
    await client.close();
  });
});

describe('flags', () => {
  let client: StdioClient;
  beforeAll(() => {
    client = new StdioClient(['--data-dir', folder]);
  });
  afterEach(() => client.kill());
  const names = async (...flags: string[]) => {
    client = new StdioClient(['--data-dir', folder, ...flags]);
    await client.initialize();
    const { result } = await client.request('tools/list');
    return JSON.stringify(result?.tools);
  };

  it('--read-only serves only tools that change nothing', async () => {
    const listed = await names('--read-only');
    expect(listed).toContain('"recall"');
    for (const writing of ['store_memory', 'delete_memory', 'reset_all_memory', 'create_entity'])
      expect(listed).not.toContain(`"${writing}"`);
    expect((await client.call('store_memory', { content: 'x' })).error).toContain('Unknown tool');
  });

  it('--tools and --exclude-tools select tools', async () => {
    expect(JSON.parse(await names('--tools', 'recall,store_memory')).map((t: { name: string }) => t.name)).toEqual([
      'store_memory',
      'recall',
    ]);
    expect(await names('--exclude-tools', 'recall')).not.toContain('"recall"');
  });

  it.each([
    [['--tools', 'nonsense'], 2, 'Unknown tool'],
    [['--profile', 'nonsense'], 2, 'Unknown profile'],
    [['--log-level', 'loud'], 2, 'Invalid configuration'],
    [['--no-such-flag'], 2, 'unknown option'],
    [['--data-dir', `${MAIN}/below-a-file`], 1, 'below-a-file'],
    [['--data-dir', '/proc/nowhere'], 1, '/proc/nowhere cannot be used'],
  ])('that are wrong end the program with a reason: %j', async (flags, status, reason) => {
    client = new StdioClient(['--data-dir', folder, ...flags]);
    const code = await new Promise((resolve) => client.process.once('exit', resolve));
    expect(code).toBe(status);
    expect(client.stderr).toContain(reason);
    expect(client.lines).toEqual([]);
  });

  it('--user confines everything to one user', async () => {
    client = new StdioClient(['--data-dir', folder, '--user', 'ada']);
    await client.initialize();
    expect((await client.call('list_memories')).value.total).toBe(0);
    expect((await client.call('store_memory', { content: 'Mine.', user_id: 'bob' })).error).toContain('ada');
    const { value } = await client.call('store_memory', { content: 'Only for Ada.' });
    expect((await client.call('get_memory', { id: value.id })).value).toMatchObject({ user_id: 'ada' });
  });
});
