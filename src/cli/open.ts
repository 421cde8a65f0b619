import { spawn } from 'node:child_process';
import { RemanenceError } from '../errors.ts';
import { configOf } from './options.ts';

const PATIENCE_MS = 3000;

/** Opens the page in the browser; where tokens exist, by a link that works once within a minute. */
export async function openPage(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${config.port}`;
  await checkServes(url);
  const { openEngine } = await import('../compose.ts');
  const engine = await openEngine(config, { tends: false, embeds: false });
  try {
    const address = (await engine.access.needsToken()) ? `${url}/open/${await engine.logins.link()}` : `${url}/`;
    process.stdout.write(`${address}\n`);
    if (flags.print !== true) start(address);
  } finally {
    await engine.close();
  }
}

async function checkServes(url: string): Promise<void> {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (answer) return;
  throw new RemanenceError('unavailable', `No server answers at ${url}.`, {
    hint: 'Start one: remanence serve. With --port, name the same port here.',
  });
}

/** What opens an address on this machine; where there is nothing, the address was printed. */
function start(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const browser = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  browser.once('error', () => process.stderr.write('No browser could be started: open the address yourself.\n'));
  browser.unref();
}
