// The operators' port: health and metrics, separate from the agents' port.
import type { Serving } from '../contracts/serve.ts';
import { invalid } from '../errors.ts';
import { addHealth } from './health.ts';
import { guardedApp, isLoopback, type Listening, listen } from './listen.ts';
import type { Metrics } from './metrics.ts';
import { Slowdown } from './slowdown.ts';

export function startOperations(
  serving: Serving,
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  // Operators work on the server's own machine.
  if (!isLoopback(host)) throw invalid(`Health and metrics are served on loopback only, not on ${host}.`);
  const app = guardedApp(host);
  addHealth(app, serving, { isOpen: true, behindProxy: false, slowdown: new Slowdown() });
  app.get('/metrics', async (context) =>
    context.body(await metrics.text(serving), 200, { 'content-type': metrics.contentType }),
  );
  return listen(app, { host, port, flag: '--ops-port' });
}
