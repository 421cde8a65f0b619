// Streamable HTTP: /mcp and /mcp/<profile>, the page with its /api, and health.
import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server';
import type { Next } from 'hono';
import { assets } from '../assets.ts';
import { PAGE_WINDOWS, quotaFields, RateLimit, rateLimited } from '../contracts/rate-limit.ts';
import { createServer, type Serving } from '../contracts/serve.ts';
import { Sessions } from '../contracts/sessions.ts';
import type { Actor } from '../engine/access/actor.ts';
import { asRemanenceError, RemanenceError } from '../errors.ts';
import { log } from '../log.ts';
import { refuse } from './api/answer.ts';
import { addApi } from './api/api.ts';
import { LIVE_PATH } from './api/live.ts';
import {
  type AuthSettings,
  authenticate,
  type HttpContext,
  METADATA_PATH,
  originOf,
  resourceMetadata,
} from './authentication.ts';
import { Bodies, SMALL_BODY_BYTES } from './bodies.ts';
import { addHealth } from './health.ts';
import { INVALID_PARAMS, type RpcError, receive, rpcError, tooLong } from './json-rpc.ts';
import { type App, guardedApp, isLoopback, type Listening, listen, type Timeouts } from './listen.ts';
import { addPage, hasPage } from './page.ts';
import { RunningCalls } from './running-calls.ts';
import { Slowdown } from './slowdown.ts';
import { STATUS_STYLE, STATUS_STYLE_PATH, statusPage } from './status-page.ts';

/** What is served at /mcp, and each single profile at /mcp/<profile>. */
export interface HttpServices {
  readonly main: Serving;
  readonly profiles: readonly Serving[];
}

export interface HttpAddress {
  readonly host: string;
  readonly port: number;
  /** Names of this server besides those of loopback. */
  readonly hostNames?: readonly string[];
  readonly authServers?: readonly string[];
  readonly behindProxy?: boolean;
  /** The page and its API; on by default. */
  readonly page?: 'on' | 'off';
  readonly readOnly?: boolean;
  readonly rateLimit?: 'auto' | 'on' | 'off';
}

function createApp({ main, profiles }: HttpServices, address: Omit<HttpAddress, 'port'>, calls: RunningCalls): App {
  const { host, hostNames, authServers = [], behindProxy = false } = address;
  const { page = 'on', readOnly = false, rateLimit = 'auto' } = address;
  const app = guardedApp(host, hostNames).onError((thrown, context) => refuse(context, thrown));
  const entrance: AuthSettings = { isOpen: isLoopback(host), behindProxy, slowdown: new Slowdown() };
  const bodies = new Bodies();
  app.all('/mcp', mcp(main, entrance, bodies));
  for (const serving of profiles) app.all(`/mcp/${serving.contract.profile}`, mcp(serving, entrance, bodies));
  app.all('/mcp/*', (context) => {
    const known = profiles.map(({ contract }) => contract.profile).join(', ');
    const message = `Unknown profile: ${context.req.path.slice('/mcp/'.length)}. Known profiles: ${known}.`;
    return context.json(rpcError(-32_000, message), 404);
  });
  for (const path of [METADATA_PATH, `${METADATA_PATH}/*`]) {
    app.get(path, (context) => resourceMetadata(context, authServers));
  }
  addHealth(app, main, entrance);
  if (page === 'on') {
    const limit = rateLimit === 'off' ? null : new RateLimit({ everybody: true, windows: PAGE_WINDOWS });
    app.use('/api/*', countedBy(calls));
    addApi(app, { serving: main, entrance, bodies, readOnly, limit });
    if (hasPage(assets.page)) addPage(app, assets.page, main, entrance);
  }
  app.get(STATUS_STYLE_PATH, (context) =>
    context.body(STATUS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/', async (context) => {
    const asked = await authenticate(context, main, entrance);
    if ('refused' in asked) return asked.refused;
    const engine = await main.engine();
    return context.html(statusPage(await engine.status(asked.actor), originOf(context)));
  });
  return app;
}

/** Each request of the page is a running call until its answer is sent, but for the live stream, which has no end. */
const countedBy =
  (calls: RunningCalls) =>
  (context: HttpContext, next: Next): Promise<void> => {
    if (context.req.path !== LIVE_PATH) context.env.outgoing.once('close', calls.begin());
    return next();
  };

/** Authenticates by the headers before the body is read and parsed, within limits. */
function mcp(serving: Serving, entrance: AuthSettings, bodies: Bodies): (context: HttpContext) => Promise<Response> {
  const actors = new WeakMap<Request, Actor>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const actor = requestInfo && actors.get(requestInfo);
      if (!actor) throw new RemanenceError('internal', 'A request has no actor.');
      const client = requestInfo.headers.get('user-agent') ?? undefined;
      return createServer({ ...serving, actor, client, address: new URL(requestInfo.url).origin });
    },
    { onerror: (error) => log.warn('protocol error', { error: error.message }) },
  );
  return async (context) => {
    const asked = await authenticate(context, serving, entrance).catch((thrown: unknown) => ({
      refused: unanswered(context, serving, thrown),
    }));
    if ('refused' in asked) return asked.refused;
    const { actor } = asked;
    const { raw } = context.req;
    let parsedBody: unknown;
    if (raw.method === 'POST' && isJsonContentType(raw.headers.get('content-type'))) {
      const early = isSmall(raw) ? null : overLimit(context, serving, actor);
      if (early) return early;
      const body = await bodies.read(raw, context.env.outgoing, actor.who);
      if (!Buffer.isBuffer(body)) return notRead(context, body);
      const received = receive(body, { batches: true });
      if ('refused' in received) return malformed(context, received.refused);
      parsedBody = received.message;
      const refused = isCall(parsedBody) ? overLimit(context, serving, actor) : null;
      if (refused) return refused;
    }
    actors.set(raw, actor);
    const response = await handler.fetch(raw, { parsedBody });
    const quota = serving.limit?.look(actor, Date.now());
    for (const [name, value] of Object.entries(quota ? quotaFields(quota) : {})) response.headers.set(name, value);
    return response;
  };
}

/** The store could not look up the caller. The status and the profile's error details say whether to retry. */
function unanswered(context: HttpContext, { contract }: Serving, thrown: unknown): Response {
  const error = asRemanenceError(thrown);
  if (error.code === 'internal') log.error('authentication failed', { error: error.message, stack: error.stack });
  const { data = { code: error.code, ...error.details } } = contract.presentError(error, '');
  const message = `${error.message} ${error.hint ?? ''}`.trim();
  const isAway = error.code === 'unavailable';
  return context.json(rpcError(-32_000, message, null, data), isAway ? 503 : 500, isAway ? { 'Retry-After': '1' } : {});
}

/** Only calls have larger bodies. */
const isSmall = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? Infinity) <= SMALL_BODY_BYTES;

const isCall = (body: unknown): boolean =>
  [body].flat().some((message) => Reflect.get(Object(message), 'method') === 'tools/call');

/** Some contracts report a rate limit in the tool result; for the others it is answered here. */
function overLimit(context: HttpContext, { contract, limit }: Serving, actor: Actor): Response | null {
  const now = Date.now();
  const quota = contract.tellsLimit ? null : limit?.look(actor, now);
  if (!quota?.isExceeded) return null;
  const { message, hint, details } = rateLimited(quota, now);
  return context.json(rpcError(-32_002, `${message} ${hint}`), 429, {
    ...quotaFields(quota),
    'Retry-After': String(details?.retry_after_seconds ?? 1),
  });
}

/** Answers even a client that has disconnected. */
function notRead(context: HttpContext, why: 'too large' | 'busy' | null): Response {
  if (why === 'too large') return context.json(tooLong(), 413);
  if (why === null) return context.json(rpcError(-32_000, 'The request was cut off.'), 400);
  const message = 'Too many large requests at once. Try again in a moment.';
  return context.json(rpcError(-32_000, message), 503, { 'Retry-After': '1' });
}

/** Errors in a request's params are answered as the SDK does: in the response to that request. */
function malformed(context: HttpContext, refused: RpcError): Response {
  log.warn('protocol error', { error: refused.error.message });
  return context.json(refused, refused.error.code === INVALID_PARAMS && refused.id !== null ? 200 : 400);
}

export async function startHttp(
  { main, profiles }: HttpServices,
  address: HttpAddress,
  timeouts?: Timeouts,
): Promise<Listening> {
  if (!isLoopback(address.host) && !(await (await main.engine()).access.needsToken())) {
    throw new RemanenceError('invalid', `${address.host} is not a loopback address, and no token exists yet.`, {
      hint: 'Create a user and a token first: remanence user add, remanence user token. Or use 127.0.0.1.',
    });
  }
  const calls = new RunningCalls();
  const sessions = new Sessions();
  const tracked = (serving: Serving): Serving => ({ ...serving, sessions, observe: calls.counting(serving.observe) });
  const app = createApp({ main: tracked(main), profiles: profiles.map(tracked) }, address, calls);
  return listen(app, { ...address, flag: '--port' }, calls, timeouts);
}
