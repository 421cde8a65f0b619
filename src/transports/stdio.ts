import { setTimeout as delay } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type Serving } from '../contracts/serve.ts';
import { log } from '../log.ts';
import { MAX_MESSAGE_BYTES } from './json-rpc.ts';
import { MessageLines } from './message-lines.ts';
import { RunningCalls, SHUTDOWN_TIMEOUT_MS } from './running-calls.ts';

/** Time for the client's last lines to reach the server. */
const LAST_LINES_MS = 50;

/** Serves one client on stdin and stdout until it hangs up. */
export async function runStdio(serving: Serving): Promise<void> {
  // The transport drops pending requests when its input ends, but a script that writes and closes wants its answers.
  const input = process.stdin.pipe(new MessageLines(process.stdout), { end: false });
  // A script may leave out the last newline.
  process.stdin.once('end', () => input.write('\n'));
  // A message may grow when serialised again: 1e20 has 21 digits.
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: 2 * MAX_MESSAGE_BYTES });
  const calls = new RunningCalls();
  const gone = new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.once('close', resolve);
  });
  const finished = new Promise<void>((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  }).then(() => delay(LAST_LINES_MS));
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const counted = { ...serving, observe: calls.counting(serving.observe) };
  const handle = serveStdio(() => createServer(counted), {
    transport,
    onerror: (error) => log.warn('protocol error', { error: error.message }),
  });
  // A client that still reads gets its pending answers.
  await Promise.race([gone, Promise.race([finished, signalled]).then(() => calls.settled(SHUTDOWN_TIMEOUT_MS))]);
  await handle.close();
}
