import type { Config } from '../config.ts';
import type { Serving } from '../contracts/serve.ts';
import { RemanenceError } from '../errors.ts';
import { wakeModel } from '../transports/health.ts';
import { startHttp } from '../transports/http.ts';
import type { Listening } from '../transports/listen.ts';
import type { Metrics } from '../transports/metrics.ts';
import { startOperations } from '../transports/operations.ts';
import { answerHooks } from './hook.ts';
import { configOf } from './options.ts';
import { profilesOf, servingOf } from './serving.ts';

export async function serve(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const metrics = config.opsPort === 'off' ? null : new (await import('../transports/metrics.ts')).Metrics();
  const serving = { ...servingOf(config, { confined: true }), observe: metrics?.observe };
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const engine = await serving.engine();
  const http = await startHttp({ main: serving, profiles: profilesOf(config, serving) }, config);
  await answerHooks(config, serving.engine);
  const operations = metrics && (await operate(config, serving, metrics));
  const lines = [
    `Remanence serves ${await placeOf(config)} at ${http.url}`,
    ...(config.page === 'on' ? [`View and edit the memory: ${http.url}/`] : []),
    ...(operations ? [`Health and metrics: ${operations.url}/metrics`] : []),
    `Connect an agent: claude mcp add --transport http remanence ${http.url}/mcp`,
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  // Load the model now, so that readiness is known before anybody asks.
  void wakeModel(serving);
  await stopped;
  await http.close();
  await operations?.close();
  await engine.close();
  process.exit(0);
}

/** The folder or, without its password, the database. */
async function placeOf(config: Config): Promise<string> {
  if (config.database === undefined) return config.dataDir;
  return (await import('../compose.ts')).homeOf(config).address;
}

/** Servers on one machine share the default port; only the first to start gets it. */
async function operate({ opsPort }: Config, serving: Serving, metrics: Metrics): Promise<Listening | null> {
  if (opsPort === 'off') return null;
  try {
    return await startOperations(serving, metrics, { host: '127.0.0.1', port: opsPort });
  } catch (thrown) {
    if (!(thrown instanceof RemanenceError) || thrown.code !== 'conflict') throw thrown;
    process.stderr.write(
      `${thrown.message} This server runs without health and metrics. ${thrown.hint} --ops-port off silences this.\n`,
    );
    return null;
  }
}
