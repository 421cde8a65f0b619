import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersOf } from '../../data-folder.ts';
import { memory } from '../suites/store-fixture.ts';
import { SqliteHome } from './home.ts';

it('a home knows whether its store exists, opens it, backs it up and restores it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-home-'));
  const folders = foldersOf(folder, join(folder, 'remanence.db'));
  const home = new SqliteHome({ folders, backups: 7, script: '' });
  expect([await home.exists(), await home.examine(), home.backups.list()]).toEqual([false, [], []]);
  const store = await home.open({ tends: true });
  const kept = memory('kept');
  await store.memories.add([kept]);
  expect([await home.exists(), await home.examine()]).toEqual([true, []]);
  const copy = join(folder, 'copy.db');
  await home.backUp(copy);
  await store.forgetting.remove(kept.id, {});
  await store.close();
  await home.restore(copy);
  const again = await home.open({ tends: false });
  expect((await again.memories.get(kept.id, {}))?.content).toBe('kept');
  await again.close();
  rmSync(folder, { recursive: true });
});
