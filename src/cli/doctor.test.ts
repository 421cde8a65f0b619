import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { command } from '../../test/command.ts';
import { temporaryFolder } from '../../test/open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const doctor = async (dataDir: string) => (await command(['doctor', '--data-dir', dataDir])).stdout;

it('the commands that doctor suggests can be pasted if a path holds a space', async () => {
  const dataDir = join(folder, 'my data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'remanence.db'), 'no database'.repeat(1000));
  expect(await doctor(dataDir)).toContain(`remanence salvage --data-dir "${dataDir}"`);
});
