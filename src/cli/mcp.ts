import { runStdio } from '../transports/stdio.ts';
import { configOf } from './options.ts';
import { servingOf } from './serving.ts';

export async function mcp(flags: Record<string, unknown>): Promise<void> {
  const serving = servingOf(configOf(flags));
  // A folder that cannot be opened ends the run at once: the client shows what stderr says.
  const opened = serving.engine.then(() => new Promise<never>(() => {}));
  await Promise.race([runStdio(serving), opened]);
  await (await serving.engine).close();
  process.exit(0);
}
