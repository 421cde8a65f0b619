import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import { MODEL, memory, NOW, vector } from '../../stores/suites/store-fixture.ts';
import { NearMemories } from './near-memories.ts';

it('the model is not asked what a memory changes that repeats a known one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-near-'));
  const store = await openSqliteStore(join(folder, 'test.db'));
  await store.embeddings.adopt(MODEL);
  let asked = 0;
  const compare = async () => {
    asked++;
    return null;
  };
  const near = new NearMemories(store, { compare }, { now: () => NOW + 1 });
  const fresh = memory('Backups of the shop moved to the morning.');
  const passages = [{ terms: 'backups shop', vector: vector(0, 1) }];
  await store.memories.add([memory('Backups of the shop run at night.', { passages })]);
  expect((await near.to({}, fresh)).similar).toMatchObject([{ likeness: 'may_supersede' }]);
  expect(asked).toBe(1);
  await store.memories.add([memory(fresh.content)]);
  expect((await near.to({}, fresh)).similar).toMatchObject([{ likeness: 'duplicate' }, { likeness: 'may_supersede' }]);
  expect(asked).toBe(1);
  await store.close();
  rmSync(folder, { recursive: true });
});
