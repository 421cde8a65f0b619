// Serves an app on a port: checks Host and Origin, limits slow clients, and closes without cutting off running calls.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/hono';
import { Hono } from 'hono';
import { invalid, RemanenceError } from '../errors.ts';
import { securityHeaders } from './headers.ts';
import { RunningCalls, SHUTDOWN_TIMEOUT_MS } from './running-calls.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
/** As written in a Host header. */
const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost'];
/** Time for answers to arrive after the last call has ended. */
const FLUSH_MS = 1000;
const LOOK_EVERY_MS = 20;
const LINGER_MS = 500;
const MUCH_BYTES = 1024 * 1024;

/** Longer than clients keep connections, since closing one just as it is reused is an error for the client. */
const KEEP_ALIVE_MS = 65_000;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The flag that set the port, for the error message if it is taken. */
  readonly flag: string;
}

/** How long a client may take to send its headers, and its whole request. */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
}

const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000 };

export interface Listening {
  readonly url: string;
  /** Accepts no more connections, lets the running calls end, then closes the rest. */
  close(): Promise<void>;
}

export type App = Hono<{ Bindings: HttpBindings }>;

export const isLoopback = (host: string): boolean => LOOPBACK.includes(host);

/** An app that checks Host and Origin before anything else sees the request, and reads no body by itself. */
export function guardedApp(host: string, hostNames: readonly string[] = []): App {
  const any = host === '0.0.0.0' || host === '::';
  if (any && hostNames.length === 0) {
    throw invalid(
      `Listening on ${host} needs the host names that clients use.`,
      'Add --host-name, for example memory.example.org.',
    );
  }
  const names = [...LOOPBACK_NAMES, ...(any || isLoopback(host) ? [] : [host]), ...hostNames];
  return new Hono<{ Bindings: HttpBindings }>()
    .use(securityHeaders)
    .use(hostHeaderValidation(names))
    .use(originValidation(names));
}

export function listen(
  app: App,
  { host, port, flag }: Address,
  calls = new RunningCalls(),
  { headersMs, requestMs }: Timeouts = TIMEOUTS,
): Promise<Listening> {
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(headersMs, requestMs, 1000),
  };
  const answer = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer(options, (incoming, outgoing) => {
    outgoing.once('finish', () => hangUpOnRest(incoming));
    void answer(incoming, outgoing);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      const hint = `Pass ${flag} 0 for any free port.`;
      reject(
        isTaken ? new RemanenceError('conflict', `Port ${port} is already in use.`, { hint, cause: error }) : error,
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ url: `http://${name}:${actual}`, close: () => closeServer(server, calls) });
    });
  });
}

/**
 * For a request that was answered before it had fully arrived: a short rest is discarded so that the connection can be
 * reused; a long one is not read. The client gets a moment to read the answer, which a reset would destroy.
 */
function hangUpOnRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  if (Number(incoming.headers['content-length']) > MUCH_BYTES) incoming.socket.pause();
  setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy();
  }, LINGER_MS).unref();
}

async function closeServer(server: Server, calls: RunningCalls): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await calls.settled(SHUTDOWN_TIMEOUT_MS);
  // A connection is idle once its answer is sent; an open event stream never is.
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const cutting = setTimeout(() => server.closeAllConnections(), FLUSH_MS);
  await closed;
  clearInterval(looking);
  clearTimeout(cutting);
}
