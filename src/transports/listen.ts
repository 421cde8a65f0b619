// An app on a loopback port: guarded, and closed without cutting anybody off.
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMcpHonoApp } from '@modelcontextprotocol/hono';
import type { Hono } from 'hono';
import { invalid, RemanenceError } from '../errors.ts';
import { RunningCalls, SHUTDOWN_PATIENCE_MS } from './running-calls.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** What is written after the last call has ended gets so long to arrive. */
const FLUSH_MS = 1000;
const LOOK_EVERY_MS = 20;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The flag that the port came from, for whoever finds it taken. */
  readonly flag: string;
}

export interface Listening {
  readonly url: string;
  /** Accepts nothing more, lets the running calls end, then hangs up. */
  close(): Promise<void>;
}

/** An app that looks at Host and Origin before anything else sees the request. */
export function guardedApp(host: string): Hono {
  if (!LOOPBACK.has(host)) {
    throw invalid(`${host} is not a loopback address.`, 'Without tokens only this machine is served: use 127.0.0.1.');
  }
  return createMcpHonoApp({ host });
}

export function listen(app: Hono, { host, port, flag }: Address, calls = new RunningCalls()): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch));
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      const hint = `Pass ${flag} 0 for any free one.`;
      reject(isTaken ? new RemanenceError('conflict', `Port ${port} is taken.`, { hint, cause: error }) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ url: `http://${name}:${actual}`, close: () => closeServer(server, calls) });
    });
  });
}

async function closeServer(server: Server, calls: RunningCalls): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await calls.settled(SHUTDOWN_PATIENCE_MS);
  // A connection is idle once its answer is out; a stream that stays open for news never is.
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const cutting = setTimeout(() => server.closeAllConnections(), FLUSH_MS);
  await closed;
  clearInterval(looking);
  clearTimeout(cutting);
}
