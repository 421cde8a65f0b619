import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/open.ts';
import { homeOf } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { foldersOf } from '../../data-folder.ts';
import { PostgresHome } from './home.ts';
import { testOpening } from './server/fixture-database.ts';

it('a backup never overwrites an existing file', async () => {
  const folder = temporaryFolder();
  const target = join(folder, 'yesterday.db');
  writeFileSync(target, 'kept');
  const home = homeOf(readConfig({ dataDir: folder, database: 'postgres://nobody@127.0.0.1:1/none' }, {}));
  await expect(home.backUp(target)).rejects.toThrow('already exists');
  expect(readFileSync(target, 'utf8')).toBe('kept');
  rmSync(folder, { recursive: true });
});

it('an examination names a tenant that does not exist, and creates nothing', async () => {
  const tenant = randomUUID();
  const home = new PostgresHome(await testOpening(tenant), foldersOf('/nowhere', '/nowhere/remanence.db'));
  expect(await home.examine()).toEqual([expect.stringContaining(`The database has no tenant ${tenant}.`)]);
  expect(await home.exists()).toBe(false);
  await (await home.open()).close();
  expect((await home.examine()).join()).not.toContain(tenant);
}, 120_000);
