// Which servers hooks can reach.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answerHooks } from '../../src/cli/hook.ts';
import { readConfig } from '../../src/config.ts';
import { temporaryFolder } from '../open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listens(name: string, environment: Record<string, string>): Promise<boolean> {
  const dataDir = join(folder, name);
  await answerHooks(readConfig({ dataDir }, environment), () => Promise.reject(new Error('Must not be called.')));
  return existsSync(join(dataDir, 'hooks'));
}

describe('hooks reach', () => {
  it('a server of the file in the data folder', async () => {
    expect(await listens('own', { CODE_MEMORY_DB_DIR: join(folder, 'own') })).toBe(true);
  });

  it.each([
    ['a database', { REMANENCE_DATABASE: 'postgres://me@localhost/memory' }],
    ['another file', { CODE_MEMORY_DB_PATH: join(folder, 'other.db') }],
    ['the file of another folder', { CODE_MEMORY_DB_DIR: join(folder, 'other') }],
  ])('no server of %s', async (name, environment) => {
    expect(await listens(name, environment)).toBe(false);
  });
});
