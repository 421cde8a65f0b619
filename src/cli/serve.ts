import { startHttp } from '../transports/http.ts';
import { configOf } from './options.ts';
import { profilesOf, servingOf } from './serving.ts';

export async function serve(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  const serving = servingOf(config, { confined: true });
  const engine = await serving.engine();
  const http = await startHttp({ main: serving, profiles: profilesOf(config, serving) }, config);
  process.stderr.write(
    `Remanence serves ${config.dataDir} at ${http.url}\nConnect an agent: claude mcp add --transport http remanence ${http.url}/mcp\n`,
  );
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await http.close();
  await engine.close();
}
