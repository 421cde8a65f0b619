import { copy } from '../compose.ts';
import { configOf } from './options.ts';
import { print, type StoreFlags } from './store-command.ts';

/** Ctrl-C stops between two pages; the next run resumes there. */
export async function copyStores(from: string, to: string, flags: StoreFlags): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const report = (name: string, rows: number) => {
      if (rows > 0 && !flags.json) process.stderr.write(`${name}: ${rows}\n`);
    };
    const copied = await copy(configOf(flags), { from, to }, report, stop.signal);
    // The tables were reported as they were copied.
    print(flags, copied, () => `${copied.rows} rows copied and compared, digest ${copied.digest}`);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
