import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, type Engine, openEngine, readConfig } from '../src/index.ts';

/** The owner of a store, who may do anything in it. */
export const OWNER: Actor = { who: 'local' };

/** An engine on a temporary folder. */
export async function inFreshStore<T>(
  settings: Record<string, unknown>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'remanence-bench-'));
  const engine = await openEngine(readConfig({ ...settings, dataDir }, {}));
  try {
    return await work(engine);
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
