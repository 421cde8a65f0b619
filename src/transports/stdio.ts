import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer, type Serving } from '../contracts/serve.ts';
import { log } from '../log.ts';
import { RunningCalls, SHUTDOWN_PATIENCE_MS } from './running-calls.ts';

/** Larger than any legal call; a longer line is answered by closing, not by running out of memory. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Serves one client on stdin and stdout until it hangs up. */
export async function runStdio(serving: Serving): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const calls = new RunningCalls();
  const gone = new Promise<void>((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
    // A client that no longer reads is gone, too.
    process.stdout.once('error', () => resolve());
    process.stdout.once('close', resolve);
  });
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const counted = { ...serving, observe: calls.counting(serving.observe) };
  const handle = serveStdio(() => createServer(counted), {
    transport,
    onerror: (error) => log.warn('protocol error', { error: error.message }),
  });
  // A client that is there gets the answers it waits for.
  await Promise.race([gone, told.then(() => Promise.race([gone, calls.settled(SHUTDOWN_PATIENCE_MS)]))]);
  await handle.close();
}
