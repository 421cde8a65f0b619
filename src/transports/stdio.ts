import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type Serving } from '../contracts/serve.ts';
import { log } from '../log.ts';
import { RunningCalls, SHUTDOWN_PATIENCE_MS } from './running-calls.ts';

/** Larger than any legal call; a longer line is answered by closing, not by running out of memory. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** What a client wrote last is on its way to the server for a moment. */
const LAST_LINES_MS = 50;

/** Serves one client on stdin and stdout until it hangs up. */
export async function runStdio(serving: Serving): Promise<void> {
  // The transport drops what it is asked as soon as its input ends; a script that writes and closes wants its answers.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const calls = new RunningCalls();
  const gone = new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.once('close', resolve);
  });
  const finished = new Promise<void>((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  }).then(() => delay(LAST_LINES_MS));
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const counted = { ...serving, observe: calls.counting(serving.observe) };
  const handle = serveStdio(() => createServer(counted), {
    transport,
    onerror: (error) => log.warn('protocol error', { error: error.message }),
  });
  // A client that still reads gets the answers it waits for.
  await Promise.race([gone, Promise.race([finished, told]).then(() => calls.settled(SHUTDOWN_PATIENCE_MS))]);
  await handle.close();
}
