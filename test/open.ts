// A real engine in its own folder, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type OpenOptions, openEngine, type ThreadedParts, threadedParts } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import type { Engine } from '../src/engine/engine.ts';
import { wrapMethods } from '../src/engine/wrap-methods.ts';

export const OWNER: Actor = { who: 'local' };

export interface OpenEngine {
  readonly engine: Engine;
  readonly dataDir: string;
  dispose(): Promise<void>;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'remanence-test-'));

/** Shared by all engines in this process: starting a model and code readers takes longer than most tests. */
let shared: ThreadedParts | undefined;

function sharedParts(): ThreadedParts {
  shared ??= threadedParts(readConfig({}, {}));
  const stay = async () => {};
  return {
    embedder: wrapMethods(shared.embedder, { close: true }, stay),
    codeBase: wrapMethods(shared.codeBase, { close: true }, stay),
  };
}

const NAMES_A_MODEL = /^(model|embedding)/;

/** For tests of the model itself, which must not see what it did for others. */
export const OWN_MODEL = { modelIdleSeconds: 300 };

/** The stores are tenants of a database, not files. */
export const ON_SERVER = process.env.TEST_DATABASE !== undefined;

/** The store of a data folder: a file in it, or a tenant with its name if the tests run on a database. */
const storedIn = (dataDir: string): Record<string, unknown> =>
  ON_SERVER ? { database: process.env.TEST_DATABASE, tenant: basename(dataDir) } : {};

/** Uses this process's shared model, unless the settings specify a model or how to run it. */
export function openFolder(
  dataDir: string,
  settings: Record<string, unknown> = {},
  options: OpenOptions = {},
): Promise<Engine> {
  const isOwn = Object.keys(settings).some((name) => NAMES_A_MODEL.test(name));
  const parts = isOwn ? undefined : sharedParts();
  return openEngine(readConfig({ dataDir, ...storedIn(dataDir), ...settings }, {}), { parts, ...options });
}

export async function openTestEngine(
  settings: Record<string, unknown> = {},
  options: OpenOptions = {},
): Promise<OpenEngine> {
  const dataDir = temporaryFolder();
  const engine = await openFolder(dataDir, settings, options);
  return {
    engine,
    dataDir,
    async dispose() {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
