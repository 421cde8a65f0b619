import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryMcp } from '../src/contracts/memory-mcp/contract.ts';
import type { Serving } from '../src/contracts/serve.ts';
import { startHttp } from '../src/transports/http.ts';
import type { Listening } from '../src/transports/listen.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

let open: OpenEngine;
let http: Listening;
const engine = async () => open.engine;
const serving: Serving = { contract: memoryMcp, tools: memoryMcp.tools, actor: OWNER, engine };
const services = { main: serving, profiles: [serving] };
beforeAll(async () => {
  open = await openTestEngine();
  http = await startHttp(services, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await http.close();
  await open.dispose();
});

/** fetch sets Host itself, so a forged one needs a bare request. */
const status = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${http.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('over HTTP', () => {
  it('the status page shows what is stored and how to connect', async () => {
    const page = await (await fetch(http.url)).text();
    expect(page).toContain('Memories');
    expect(page).toContain(`claude mcp add --transport http remanence ${http.url}/mcp`);
  });

  it('health answers', async () => {
    expect(await (await fetch(`${http.url}/health`)).json()).toEqual({ status: 'healthy', version: '0.1.0' });
  });

  it.each(['/mcp', '/mcp/memory-mcp'])('the client of SDK v2 lists and calls the tools at %s', async (path) => {
    const client = new Client({ name: 'v2', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url + path)));
    expect((await client.listTools()).tools).toHaveLength(21);
    const stored = await client.callTool({ name: 'store_memory', arguments: { content: 'Stored over HTTP.' } });
    expect(stored.structuredContent).toMatchObject({ id: expect.any(String) });
    await client.close();
  });

  it('the client of SDK v1 lists and calls the tools', async () => {
    const client = new ClientV1({ name: 'v1', version: '1' });
    await client.connect(new TransportV1(new URL(`${http.url}/mcp`)));
    const found = await client.callTool({ name: 'search_text', arguments: { query: 'HTTP' } });
    expect(JSON.stringify(found)).toContain('Stored over HTTP.');
    await client.close();
  });

  it('revision 2026-07-28 is answered without a handshake', async () => {
    const ask = async (method: string, params: Record<string, unknown>, headers: Record<string, string> = {}) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const answer = await fetch(`${http.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
      });
      return JSON.stringify(await answer.json());
    };
    expect(await ask('server/discover', {})).toContain('"2026-07-28"');
    expect(await ask('tools/list', {})).toContain('"store_memory"');
    const call = { name: 'get_status', arguments: {} };
    expect(await ask('tools/call', call, { 'mcp-name': 'get_status' })).toContain('healthy');
  });

  it.each(['/', '/health', '/mcp'])('a foreign Host or Origin is refused at %s', async (path) => {
    expect(await status(path, { host: 'evil.example' })).toBe(403);
    expect(await status(path, { origin: 'https://evil.example' })).toBe(403);
  });

  it('only loopback is served, and a taken port is named', async () => {
    await expect(startHttp(services, { host: '0.0.0.0', port: 0 })).rejects.toThrow(/loopback/);
    const port = Number(new URL(http.url).port);
    await expect(startHttp(services, { host: '127.0.0.1', port })).rejects.toMatchObject({
      message: expect.stringContaining('already in use'),
    });
  });
});
