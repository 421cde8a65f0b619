import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/open.ts';
import { homeOf } from '../../compose.ts';
import { readConfig } from '../../config.ts';

it('a backup never overwrites an existing file', async () => {
  const folder = temporaryFolder();
  const target = join(folder, 'yesterday.db');
  writeFileSync(target, 'kept');
  const home = homeOf(readConfig({ dataDir: folder, database: 'postgres://nobody@127.0.0.1:1/none' }, {}));
  await expect(home.backUp(target)).rejects.toThrow('already exists');
  expect(readFileSync(target, 'utf8')).toBe('kept');
  rmSync(folder, { recursive: true });
});
