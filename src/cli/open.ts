import { spawn } from 'node:child_process';
import { RemanenceError } from '../errors.ts';
import { configOf } from './options.ts';

const TIMEOUT_MS = 3000;

/** Opens the page in the browser; if tokens exist, through a link that works once and for one minute. */
export async function openPage(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${config.port}`;
  await checkServes(url);
  const { openEngine } = await import('../compose.ts');
  const engine = await openEngine({ ...config, migrate: 'off' }, { tends: false, embeds: false });
  try {
    const address = (await engine.access.needsToken()) ? `${url}/open/${await engine.logins.link()}` : `${url}/`;
    process.stdout.write(`${address}\n`);
    if (flags.print !== true) start(address);
  } finally {
    await engine.close();
  }
}

async function checkServes(url: string): Promise<void> {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer) return;
  throw new RemanenceError('unavailable', `No server answers at ${url}.`, {
    hint: 'Start one with remanence serve; if it uses --port, pass the same port here.',
  });
}

/** Opens the address with the platform's own command; if that fails, the user has the printed address. */
function start(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const browser = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  browser.once('error', () => process.stderr.write('No browser could be started; open the address yourself.\n'));
  browser.unref();
}
