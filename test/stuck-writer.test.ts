// A hanging process with the write lock, beside servers over each transport.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from './contract-client.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { holdLock, type LockHolder } from './lock-holder.ts';
import { temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

/** A frozen server would take 15 s for each waiting write. */
const PROMPT_MS = 2000;
const WRITES = 5;

const folder = temporaryFolder();
let server: HttpProcess;
let http: Client;
let stdio: StdioClient;
let holder: LockHolder;
beforeAll(async () => {
  server = await startServer(folder);
  http = await connect(server);
  stdio = new StdioClient(['--data-dir', folder]);
  await stdio.initialize();
});
afterAll(async () => {
  await http.close();
  await stdio.close();
  server.process.kill('SIGTERM');
  await server.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function connect({ url }: HttpProcess): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client;
}

// In its own folder: it waits for 15 s while the other tests run.
const apart = temporaryFolder();
let waiting: HttpProcess;
let waiter: Client;
let stuck: LockHolder;
let write: ReturnType<Call>;
beforeAll(async () => {
  waiting = await startServer(apart);
  waiter = await connect(waiting);
  stuck = await holdLock(join(apart, 'remanence.db'));
  stuck.stop();
  write = over(() => waiter)('store_memory', { content: 'Never stored.' });
});
afterAll(async () => {
  await stuck.kill();
  await waiter.close();
  waiting.process.kill('SIGTERM');
  await waiting.exited;
  rmSync(apart, { recursive: true, force: true });
});

beforeEach(async () => {
  holder = await holdLock(join(folder, 'remanence.db'));
  holder.stop();
});
afterEach(() => holder.kill());

type Call = (tool: string, input: Record<string, unknown>) => Promise<{ error: string | null; text: string }>;
const over =
  (client: () => Client): Call =>
  async (tool, input) => {
    const { isError, text } = await callTool(client(), tool, input);
    return { error: isError ? text : null, text };
  };
const overHttp = over(() => http);
const overStdio: Call = async (tool, input) => {
  const { error, value } = await stdio.call(tool, input);
  return { error, text: JSON.stringify(value) };
};

async function promptly<T>(work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  expect(performance.now() - began).toBeLessThan(PROMPT_MS);
  return result;
}

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
])('one stuck writer beside a server over %s', (name, call) => {
  let id: unknown;
  beforeAll(async () => {
    id = JSON.parse((await call('store_memory', { content: `The lighthouse of ${name} is lit.` })).text).id;
    // The model is loaded by now.
    await call('recall', { query: 'lighthouse' });
  });

  it('does not freeze it: reads and health checks are answered, and writes wait until the lock is free', async () => {
    const writes = Array.from({ length: WRITES }, (_, i) =>
      call('store_memory', { content: `Waiting ${i}, ${name}.` }),
    );
    let isOver = false;
    void Promise.any(writes).then(() => {
      isOver = true;
    });
    await sleep(300);
    for (let i = 0; i < 3; i++) {
      expect((await promptly(call('recall', { query: 'lighthouse' }))).text).toContain('is lit');
      expect((await promptly(call('get_memory', { id }))).text).toContain('is lit');
      expect((await promptly(call('get_status', {}))).error).toBeNull();
      expect((await promptly(fetch(`${server.url}/health`))).status).toBe(200);
      expect((await promptly(fetch(`${server.operations}/health/ready`))).status).toBe(200);
    }
    expect(isOver).toBe(false);
    holder.resume();
    await holder.release();
    expect((await Promise.all(writes)).map(({ error }) => error)).toEqual(writes.map(() => null));
  });
});

describe('a server beside a stuck writer', () => {
  it('can be stopped', async () => {
    const other = await startServer(folder);
    const began = performance.now();
    other.process.kill('SIGTERM');
    expect(await other.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(8000);
  });
});

describe('a write that waits for a process that never releases the lock', () => {
  it('fails with the name of the process and a hint', async () => {
    const { error } = await write;
    expect(error).toContain('nothing was changed');
    if (process.platform === 'linux') expect(error).toMatch(new RegExp(`Process ${stuck.pid} .*kill -CONT.*try again`));
    await stuck.kill();
    expect((await over(() => waiter)('store_memory', { content: 'Stored after all.' })).error).toBeNull();
  });
});
