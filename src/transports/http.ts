// Streamable HTTP: /mcp and /mcp/<profile>, a status page, and health.
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import { quotaFields, rateLimited } from '../contracts/rate-limit.ts';
import { createServer, type Serving } from '../contracts/serve.ts';
import { Sessions } from '../contracts/sessions.ts';
import type { Actor } from '../engine/access/actor.ts';
import { RemanenceError } from '../errors.ts';
import { log } from '../log.ts';
import { authenticate, METADATA_PATH, originOf, resourceMetadata } from './authentication.ts';
import { addHealth } from './health.ts';
import { guardedApp, isLoopback, type Listening, listen, type Patience } from './listen.ts';
import { RunningCalls } from './running-calls.ts';
import { statusPage } from './status-page.ts';

/** What is served at /mcp, and each profile by itself below it. */
export interface HttpServices {
  readonly main: Serving;
  readonly profiles: readonly Serving[];
}

export interface HttpAddress {
  readonly host: string;
  readonly port: number;
  /** Names of this server beside those of loopback. */
  readonly hostNames?: readonly string[];
  readonly authServers?: readonly string[];
}

function createApp({ main, profiles }: HttpServices, address: Omit<HttpAddress, 'port'>): Hono {
  const { host, hostNames, authServers = [] } = address;
  const app = guardedApp(host, hostNames);
  const isOpen = isLoopback(host);
  app.all('/mcp', mcp(main, isOpen));
  for (const serving of profiles) app.all(`/mcp/${serving.contract.profile}`, mcp(serving, isOpen));
  app.all('/mcp/*', (context) => {
    const known = profiles.map(({ contract }) => contract.profile).join(', ');
    const message = `Unknown profile: ${context.req.path.slice('/mcp/'.length)}. Known profiles: ${known}.`;
    return context.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, 404);
  });
  for (const path of [METADATA_PATH, `${METADATA_PATH}/*`]) {
    app.get(path, (context) => resourceMetadata(context, authServers));
  }
  addHealth(app, main);
  app.get('/', async (context) => {
    const asked = await authenticate(context, main, isOpen);
    if ('refused' in asked) return asked.refused;
    const engine = await main.engine();
    return context.html(statusPage(await engine.status(asked.actor), originOf(context)));
  });
  return app;
}

function mcp(serving: Serving, isOpen: boolean): (context: Context) => Promise<Response> {
  const actors = new WeakMap<Request, Actor>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const actor = requestInfo && actors.get(requestInfo);
      if (!actor) throw new RemanenceError('internal', 'A request came in without anybody behind it.');
      return createServer({ ...serving, actor, address: new URL(requestInfo.url).origin });
    },
    { onerror: (error) => log.warn('protocol error', { error: error.message }) },
  );
  return async (context) => {
    const asked = await authenticate(context, serving, isOpen);
    if ('refused' in asked) return asked.refused;
    const refused = overLimit(context, serving, asked.actor);
    if (refused) return refused;
    actors.set(context.req.raw, asked.actor);
    const response = await handler.fetch(context.req.raw, { parsedBody: context.get('parsedBody') });
    const quota = serving.limit?.look(asked.actor, Date.now());
    for (const [name, value] of Object.entries(quota ? quotaFields(quota) : {})) response.headers.set(name, value);
    return response;
  };
}

/** A profile whose contract says so tells it in the result of the call; the others are answered here. */
function overLimit(context: Context, { contract, limit }: Serving, actor: Actor): Response | null {
  const now = Date.now();
  const quota = contract.tellsLimit || !isCall(context.get('parsedBody')) ? null : limit?.look(actor, now);
  if (!quota?.isExceeded) return null;
  const { message, hint, details } = rateLimited(quota, now);
  return context.json({ jsonrpc: '2.0', error: { code: -32_002, message: `${message} ${hint}` }, id: null }, 429, {
    ...quotaFields(quota),
    'Retry-After': String(details?.retry_after_seconds ?? 1),
  });
}

const isCall = (body: unknown): boolean =>
  [body].flat().some((message) => Reflect.get(Object(message), 'method') === 'tools/call');

export async function startHttp(
  { main, profiles }: HttpServices,
  address: HttpAddress,
  patience?: Patience,
): Promise<Listening> {
  if (!isLoopback(address.host) && !(await (await main.engine()).access.needsToken())) {
    throw new RemanenceError('invalid', `${address.host} is not a loopback address, and there is no token yet.`, {
      hint: 'Make a user and a token first: remanence user add, remanence user token. Or use 127.0.0.1.',
    });
  }
  const calls = new RunningCalls();
  const sessions = new Sessions();
  const kept = (serving: Serving): Serving => ({ ...serving, sessions, observe: calls.counting(serving.observe) });
  const app = createApp({ main: kept(main), profiles: profiles.map(kept) }, address);
  return listen(app, { ...address, flag: '--port' }, calls, patience);
}
