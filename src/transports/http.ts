// Streamable HTTP on loopback: /mcp and /mcp/<profile>, a status page, and health.
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import { createServer, type Serving } from '../contracts/serve.ts';
import { log } from '../log.ts';
import { addHealth } from './health.ts';
import { guardedApp, type Listening, listen } from './listen.ts';
import { RunningCalls } from './running-calls.ts';
import { statusPage } from './status-page.ts';

/** What is served at /mcp, and each profile by itself below it. */
export interface HttpServices {
  readonly main: Serving;
  readonly profiles: readonly Serving[];
}

export function createApp({ main, profiles }: HttpServices, host: string): Hono {
  const app = guardedApp(host);
  app.all('/mcp', mcp(main));
  for (const serving of profiles) app.all(`/mcp/${serving.contract.profile}`, mcp(serving));
  app.all('/mcp/*', (context) => {
    const known = profiles.map(({ contract }) => contract.profile).join(', ');
    const message = `Unknown profile: ${context.req.path.slice('/mcp/'.length)}. Known profiles: ${known}.`;
    return context.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, 404);
  });
  addHealth(app, main);
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

export function startHttp(
  { main, profiles }: HttpServices,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const calls = new RunningCalls();
  const counted = (serving: Serving): Serving => ({ ...serving, observe: calls.counting(serving.observe) });
  const app = createApp({ main: counted(main), profiles: profiles.map(counted) }, host);
  return listen(app, { host, port, flag: '--port' }, calls);
}
