// Streamable HTTP on loopback: /mcp and /mcp/<profile>, a status page, and health.
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { createMcpHonoApp } from '@modelcontextprotocol/hono';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import { createServer, type Serving } from '../contracts/serve.ts';
import { invalid } from '../errors.ts';
import { log } from '../log.ts';
import { statusPage } from './status-page.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** What is served at /mcp, and each profile by itself below it. */
export interface HttpServices {
  readonly main: Serving;
  readonly profiles: readonly Serving[];
}

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
}

export interface RunningHttp {
  readonly url: string;
  close(): Promise<void>;
}

/** The app guards Host and Origin before anything else sees the request. */
export function createApp({ main, profiles }: HttpServices, host: string): Hono {
  if (!LOOPBACK.has(host)) {
    throw invalid(`${host} is not a loopback address.`, 'Without tokens only this machine is served: use 127.0.0.1.');
  }
  const app = createMcpHonoApp({ host });
  app.all('/mcp', mcp(main));
  for (const serving of profiles) app.all(`/mcp/${serving.contract.profile}`, mcp(serving));
  app.all('/mcp/*', (context) => {
    const known = profiles.map(({ contract }) => contract.profile).join(', ');
    const message = `Unknown profile: ${context.req.path.slice('/mcp/'.length)}. Known profiles: ${known}.`;
    return context.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, 404);
  });
  app.get('/health', async (context) => {
    const engine = await main.engine();
    const { version, embedding } = await engine.status(main.actor);
    return context.json({ status: embedding.state === 'error' ? 'degraded' : 'healthy', version });
  });
  app.get('/', async (context) => {
    const engine = await main.engine();
    return context.html(statusPage(await engine.status(main.actor), new URL(context.req.url).origin));
  });
  return app;
}

function mcp(serving: Serving): (context: Context) => Promise<Response> {
  const handler = createMcpHandler(() => createServer(serving), {
    onerror: (error) => log.warn('protocol error', { error: error.message }),
  });
  return (context) => handler.fetch(context.req.raw, { parsedBody: context.get('parsedBody') });
}

export async function startHttp(services: HttpServices, { host, port }: HttpOptions): Promise<RunningHttp> {
  const app = createApp(services, host);
  return await new Promise<RunningHttp>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (address) => {
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ url: `http://${name}:${address.port}`, close: () => closeServer(server as Server) });
    });
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? invalid(`Port ${port} is taken.`, 'Pass --port 0 for any free one.') : error,
      );
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  });
}
