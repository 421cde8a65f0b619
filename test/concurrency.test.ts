// A hundred calls at once, over each transport.
import { rmSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from './contract-client.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

const CALLS = 100;

type Call = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;
interface Connection {
  readonly call: Call;
  close(): Promise<unknown>;
}

const folder = temporaryFolder();
let server: HttpProcess;
beforeAll(async () => {
  server = await startServer(folder);
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function overStdio(): Promise<Connection> {
  const client = new StdioClient(['--data-dir', folder]);
  await client.initialize();
  return {
    async call(tool, input) {
      const { error, value } = await client.call(tool, input);
      if (error) throw new Error(error);
      return value;
    },
    close: () => client.close(),
  };
}

async function overHttp(): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  return {
    async call(name, input) {
      const { isError, text, structured = {} } = await callTool(client, name, input);
      if (isError) throw new Error(text);
      return structured;
    },
    close: () => client.close(),
  };
}

const atOnce = <T>(work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLS }, (_, i) => work(i)));

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
])('a hundred calls at once over %s', (name, connect) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());

  it('store and change a hundred memories, each with its own text', async () => {
    const stored = await atOnce((i) => connection.call('store_memory', { content: `Note ${i} over ${name}.` }));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(CALLS);
    await atOnce((i) => connection.call('update_memory', { id: stored[i]?.id, content: `Changed ${i} over ${name}.` }));
    const read = await atOnce((i) => connection.call('get_memory', { id: stored[i]?.id }));
    expect(read.map(({ content }) => content)).toEqual(stored.map((_, i) => `Changed ${i} over ${name}.`));
  });

  it("change one memory without undoing each other's changes", async () => {
    const { id } = await connection.call('store_memory', { content: `Shared over ${name}.` });
    // A third changes the text, a third the kind, a third the metadata: all three must be present in the end.
    const changes = [
      { content: `All agree over ${name}.` },
      { memory_type: 'procedural' },
      { metadata: { agreed: true } },
    ];
    await atOnce((i) => connection.call('update_memory', { id, ...changes[i % 3] }));
    expect(await connection.call('get_memory', { id })).toMatchObject({
      content: `All agree over ${name}.`,
      memory_type: 'procedural',
      metadata: { agreed: true },
    });
  });

  it('search while others write', async () => {
    const answers = await atOnce((i) =>
      i % 2 === 0
        ? connection.call('store_memory', { content: `Written during the search ${i} over ${name}.` })
        : connection.call('recall', { query: `changed over ${name}`, limit: 5 }),
    );
    expect(answers).toHaveLength(CALLS);
  });
});

describe('two servers on one folder', () => {
  it("change one memory a hundred times at once without undoing each other's changes", async () => {
    const [first, second] = [await overStdio(), await overHttp()];
    const { id } = await first.call('store_memory', { content: 'Shared by two servers.' });
    await atOnce((i) =>
      i % 2 === 0
        ? first.call('update_memory', { id, memory_type: 'episodic' })
        : second.call('update_memory', { id, metadata: { by: 'second' } }),
    );
    expect(await first.call('get_memory', { id })).toMatchObject({
      memory_type: 'episodic',
      metadata: { by: 'second' },
    });
    await Promise.all([first.close(), second.close()]);
  });
});
