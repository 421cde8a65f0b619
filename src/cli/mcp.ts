import type { Config } from '../config.ts';
import type { Serving } from '../contracts/serve.ts';
import { runStdio } from '../transports/stdio.ts';
import { configOf } from './options.ts';
import { servingOf } from './serving.ts';

/** Time to answer the client's first requests before the store is opened. */
const HEAD_START_MS = 50;

export async function mcp(flags: Record<string, unknown>): Promise<void> {
  const config = configOf(flags);
  // Whoever starts it may read what the client may read; over HTTP anybody on this machine could ask.
  const serving = servingOf(config, { confined: config.roots.length > 0 });
  // Exit at once if the store cannot be opened: the client shows stderr.
  const failed = new Promise<never>((_, reject) => {
    setTimeout(() => open(config, serving).catch(reject), HEAD_START_MS);
  });
  await Promise.race([runStdio(serving), failed]);
  await (await serving.engine()).close();
  process.exit(0);
}

async function open(config: Config, serving: Serving): Promise<void> {
  await serving.engine();
  const { answerHooks } = await import('./hook.ts');
  await answerHooks(config, serving.engine);
}
