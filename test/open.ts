// A real engine in a folder of its own, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import type { Engine } from '../src/engine/engine.ts';

export const OWNER: Actor = { who: 'local' };

export interface OpenEngine {
  readonly engine: Engine;
  readonly dataDir: string;
  dispose(): Promise<void>;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'remanence-test-'));

export async function openTestEngine(settings: Record<string, unknown> = {}): Promise<OpenEngine> {
  const dataDir = temporaryFolder();
  const engine = await openEngine(readConfig({ dataDir, ...settings }, {}));
  return {
    engine,
    dataDir,
    async dispose() {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
