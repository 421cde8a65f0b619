import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryMcp } from '../src/contracts/memory-mcp/contract.ts';
import type { Serving } from '../src/contracts/serve.ts';
import { RemanenceError } from '../src/errors.ts';
import { log } from '../src/log.ts';
import { startHttp } from '../src/transports/http.ts';
import type { Listening } from '../src/transports/listen.ts';
import { Metrics } from '../src/transports/metrics.ts';
import { startOperations } from '../src/transports/operations.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { type OpenEngine, OWNER, openTestEngine, temporaryFolder } from './open.ts';
import { createProject, SHOP } from './project.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nowhere = join(folder, 'nowhere');

const LOCAL = { host: '127.0.0.1', port: 0 };

async function operate(settings: Record<string, unknown> = {}) {
  const open: OpenEngine = await openTestEngine(settings);
  const metrics = new Metrics();
  const serving: Serving = {
    contract: memoryMcp,
    tools: memoryMcp.tools,
    actor: OWNER,
    engine: async () => open.engine,
    observe: metrics.observe,
  };
  const operations = await startOperations(serving, metrics, LOCAL);
  const http = await startHttp({ main: serving, profiles: [serving] }, LOCAL);
  return { open, operations, http };
}

describe('metrics', () => {
  let open: OpenEngine;
  let operations: Listening;
  let http: Listening;
  beforeAll(async () => {
    ({ open, operations, http } = await operate());
  });
  afterAll(async () => {
    await Promise.all([operations.close(), http.close()]);
    await open.dispose();
  });
  const scrape = async () => (await fetch(`${operations.url}/metrics`)).text();

  it('count calls by profile, tool and outcome, and measure their duration', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${http.url}/mcp`)));
    for (let i = 0; i < 3; i++) {
      await client.callTool({
        name: 'store_memory',
        arguments: { content: 'Counted by Prometheus.', metadata: { time: i } },
      });
    }
    await client.callTool({ name: 'get_memory', arguments: { id: 'nowhere' } });
    await client.callTool({ name: 'no_such_tool', arguments: {} }).catch(() => {});
    const text = await scrape();
    expect(text).toContain('remanence_tool_calls_total{profile="memory-mcp",tool="store_memory",status="ok"} 3');
    expect(text).toContain('remanence_tool_calls_total{profile="memory-mcp",tool="get_memory",status="not_found"} 1');
    expect(text).toContain('remanence_tool_seconds_count{profile="memory-mcp",tool="store_memory"} 3');
    expect(text).toContain('remanence_tool_calls_running 0');
    // Names made up by a client must not become labels.
    expect(text).not.toContain('no_such_tool');
  });

  it('show what the store holds, what is pending, and what the process uses', async () => {
    const text = await scrape();
    for (const line of [
      /^remanence_ready 1$/m,
      /^remanence_memories 3$/m,
      /^remanence_embedding_cache_hits_total [1-9]/m,
      /^remanence_embedding_cache_misses_total [1-9]/m,
      /^remanence_vectors_pending 0$/m,
      /^remanence_disk_free_bytes [1-9]/m,
      /^remanence_writable 1$/m,
      /^remanence_jobs\{state="running"\} 0$/m,
      /^remanence_jobs\{state="pending"\} 0$/m,
      /^process_resident_memory_bytes \d/m,
      /^nodejs_eventloop_lag_seconds \d/m,
    ])
      expect(text).toMatch(line);
  });

  it('stay up to date when code bases have one name in several scopes', async () => {
    const shop = createProject('shop', SHOP);
    for (const project of ['a', 'b']) {
      await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
    }
    const warn = vi.spyOn(log, 'warn');
    await scrape();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    await open.engine.code.reset(OWNER);
    shop.dispose();
  });

  it('are all explained in the guide', async () => {
    const guide = readFileSync('docs/guide/operating.md', 'utf8');
    const named = [...(await scrape()).matchAll(/^# TYPE (remanence_\w+)/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('are only on the operations port, and only for this machine', async () => {
    expect((await fetch(`${http.url}/metrics`)).status).toBe(404);
    const foreign = await fetch(`${operations.url}/metrics`, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
  });
});

describe('readiness', () => {
  it('is reported on both ports while all is well', async () => {
    const { open, operations, http } = await operate();
    for (const { url } of [operations, http]) {
      const answer = await fetch(`${url}/health/ready`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        status: 'ready',
        checks: {
          store: { status: 'ok' },
          model: { status: 'ok' },
          disk: { status: expect.stringMatching(/^(?:ok|short)$/) },
        },
      });
    }
    await Promise.all([operations.close(), http.close()]);
    await open.dispose();
  });

  it('is denied with the reason if the model cannot be loaded, and the store keeps working', async () => {
    const { open, operations, http } = await operate({ model: nowhere });
    await open.engine.retrieval.byMeaning(OWNER, 'anything', 1).catch(() => {});
    const answer = await fetch(`${operations.url}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining(nowhere),
      checks: { store: { status: 'ok' }, model: { status: 'failed', reason: expect.stringContaining(nowhere) } },
    });
    expect(await (await fetch(`${http.url}/health`)).json()).toMatchObject({ status: 'degraded' });
    await Promise.all([operations.close(), http.close()]);
    await open.dispose();
  });

  it('is denied with the reason if the store cannot be read', async () => {
    const { open, operations, http } = await operate();
    expect((await fetch(`${operations.url}/health/ready`)).status).toBe(200);
    await open.engine.close();
    const ask = () => fetch(`${operations.url}/health/ready`);
    await expect.poll(async () => (await ask()).status).toBe(503);
    const answer = await ask();
    expect(await answer.json()).toMatchObject({ reason: expect.any(String), checks: { store: { status: 'failed' } } });
    expect((await fetch(`${operations.url}/health`)).status).toBe(200);
    expect(await (await fetch(`${operations.url}/metrics`)).text()).toMatch(/^remanence_ready 0$/m);
    await Promise.all([operations.close(), http.close()]);
  });

  it('is reported to MCP callers by status and code while the store is away', async () => {
    const { open, operations, http } = await operate();
    const away = new RemanenceError('unavailable', 'The database cannot be reached.', { details: { retry: true } });
    vi.spyOn(open.engine.access, 'needsToken').mockRejectedValue(away);
    const answer = await fetch(`${http.url}/mcp`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: { data: { code: 'unavailable', retry: true } } });
    await Promise.all([operations.close(), http.close()]);
    await open.dispose();
  });

  it('is checked at most once a second, however many ask', async () => {
    const { open, operations, http } = await operate();
    const status = vi.spyOn(open.engine, 'status');
    const began = performance.now();
    for (let round = 0; round < 5; round++) {
      const both = ['/health', '/health/ready'].map((path) => fetch(`${http.url}${path}`));
      expect((await Promise.all(both)).map((answer) => answer.status)).toEqual([200, 200]);
    }
    expect(status.mock.calls.length).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 1000));
    await Promise.all([operations.close(), http.close()]);
    await open.dispose();
  });
});

describe('the port for operations', () => {
  let server: HttpProcess | undefined;
  let other: Server | undefined;
  afterEach(() => {
    server?.process.kill('SIGKILL');
    other?.close();
  });

  it('is skipped if another process has it', async () => {
    other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other?.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server = await startServer(folder, ['--ops-port', String(port)]);
    expect(server.stderr()).toContain(`Port ${port} is already in use. This server runs without health and metrics.`);
    expect(server.operations).toBeNull();
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  it('can be switched off', async () => {
    server = await startServer(folder, ['--ops-port', 'off']);
    expect(server.operations).toBeNull();
    expect(server.stderr()).not.toMatch(/health|metrics/i);
  });

  it('reports that the model is missing without a call', async () => {
    server = await startServer(folder, ['--model', nowhere]);
    const url = `${server.operations}/health/ready`;
    await expect.poll(async () => (await fetch(url)).status).toBe(503);
  });
});
