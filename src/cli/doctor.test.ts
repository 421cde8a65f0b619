import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { command } from '../../test/command.ts';
import { temporaryFolder } from '../../test/open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const doctor = async (dataDir: string) => (await command(['doctor', '--data-dir', dataDir])).stdout;

it('doctor creates neither a folder nor a database, and says that there is none yet', async () => {
  const missing = join(folder, 'typo');
  expect(await doctor(missing)).toContain(
    `warn data folder: ${missing}\n     It does not exist yet; the first server creates it.\n`,
  );
  expect(existsSync(missing)).toBe(false);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const told = await doctor(empty);
  expect(told).toContain(`ok   database: none yet at ${join(empty, 'remanence.db')}; the first server creates it\n`);
  expect(told).toContain('ok   embedding model: ');
  expect(readdirSync(empty)).toEqual([]);
});

it('the commands that doctor suggests can be pasted if a path holds a space', async () => {
  const dataDir = join(folder, 'my data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'remanence.db'), 'no database'.repeat(1000));
  expect(await doctor(dataDir)).toContain(`remanence salvage --data-dir "${dataDir}"`);
});
