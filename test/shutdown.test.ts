// Servers that are told to stop while they work.
import { rmSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { startServer } from './http-server.ts';
import { OWNER, openTestEngine, temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

/** Takes the model about a second. */
const LONG = Array.from({ length: 4000 }, (_, i) => `word${i} of a long story`)
  .join(' ')
  .slice(0, 8000);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function stored(): Promise<number> {
  const { engine, dispose } = await openTestEngine({ dataDir: folder });
  const { counts } = await engine.status(OWNER);
  await dispose();
  return counts.memories;
}

describe('when told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, an HTTP server finishes running calls and accepts no others',
    async (signal) => {
      const server = await startServer(folder);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
      const call = client.callTool({ name: 'store_memory', arguments: { content: LONG } });
      const running = async () => (await fetch(`${server.operations}/metrics`)).text();
      await expect.poll(running, { interval: 20 }).toContain('remanence_tool_calls_running 1');
      server.process.kill(signal);
      await expect
        .poll(
          () =>
            fetch(server.url).then(
              () => 'open',
              () => 'closed',
            ),
          { interval: 20 },
        )
        .toBe('closed');
      expect(server.process.exitCode).toBeNull();
      expect((await call).structuredContent).toMatchObject({ id: expect.any(String) });
      expect(await server.exited).toBe(0);
      expect(await stored()).toBe(1);
    },
  );

  it('an HTTP server finishes what the page has asked for', async () => {
    const server = await startServer(folder);
    const page = new ApiClient(server.url);
    const memories = Array.from({ length: 4 }, (_, i) => ({ id: String(i), memory: `${i} ${LONG}` }));
    const importing = page.post('data.import', {
      format: 'mem0',
      text: JSON.stringify(memories),
      name: 'import',
      conflict: 'skip',
    });
    // Answered once the import has begun: the model is at work.
    await page.get('search.recall', { question: 'a long story' });
    server.process.kill('SIGTERM');
    expect((await importing).body).toMatchObject({ memories: 4 });
    expect(await server.exited).toBe(0);
    expect(await stored()).toBe(4);
  });

  it('with nothing to do, it ends at once despite open connections', async () => {
    const server = await startServer(folder);
    await fetch(`${server.url}/health`);
    const started = performance.now();
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('a stdio server finishes its running call too', async () => {
    const client = new StdioClient(['--data-dir', folder]);
    await client.initialize();
    await client.call('get_status');
    const call = client.call('store_memory', { content: LONG });
    // Answered in order: the call has started by then.
    await client.request('ping');
    const exited = client.kill('SIGTERM');
    expect((await call).error).toBeNull();
    expect(await exited).toBe(0);
    expect(await stored()).toBe(1);
  });
});
