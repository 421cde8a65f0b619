import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../engine/ids.ts';
import type { ForgettingStore } from '../../../engine/memories/ports.ts';
import type { Store } from '../../../engine/ports.ts';
import { MODEL, memory, mention, NOW, vector } from '../../suites/store-fixture.ts';
import { Database } from '../file/database.ts';
import { openSqliteStore } from '../store.ts';

const STORED = 1500;

const removals: [string, (forgetting: ForgettingStore) => Promise<unknown>][] = [
  ['a reset', (forgetting) => forgetting.reset({}, {})],
  ['the removal of what is old', (forgetting) => forgetting.removeBefore(NOW + 1, {})],
];

let path: string;
let store: Store;
beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'remanence-forgetting-')), 'test.db');
  store = await openSqliteStore(path);
  await store.embeddings.adopt(MODEL);
});
afterEach(async () => {
  await store.close();
  rmSync(dirname(path), { recursive: true });
});

describe.each(removals)('%s', (_, remove) => {
  it('of a large store lets others read meanwhile, and shows them everything or nothing', async () => {
    const passages = [{ terms: 'harbour', vector: vector(1) }];
    const note = (_: unknown, i: number) =>
      memory(`note ${i}`, { id: newId(NOW + i), passages, mentions: [mention(`Ship ${i}`)] });
    await store.memories.add(Array.from({ length: STORED }, note));
    const seen = new Set<number>();
    const began = performance.now();
    let [isOver, last, longest] = [false, began, 0];
    const over = remove(store.forgetting).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      seen.add(await store.memories.count({}));
      await turn();
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    await over;
    expect(longest).toBeLessThan((last - began) / 3);
    expect([...seen].filter((count) => count !== STORED && count !== 0)).toEqual([]);
    expect(await store.memories.count({})).toBe(0);
    expect(await store.check()).toEqual([]);
  });
});

describe('a bin of many', () => {
  beforeEach(async () => {
    const [stored] = await store.memories.add([memory('thrown away')]);
    await store.forgetting.discard(stored?.id ?? '', {}, NOW);
    const database = new Database(path);
    await database.change(() =>
      database.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 799)
         INSERT INTO deleted_memories (id, scope_id, deleted_at, memory)
         SELECT id || i, scope_id, deleted_at, json_set(memory, '$.ingestionTime', ? + i % 2) FROM deleted_memories, n`,
        NOW,
      ),
    );
    database.close();
  });

  it('loses only the memories learned before a moment', async () => {
    await store.forgetting.removeBefore(NOW + 1, {});
    expect(await store.forgetting.discarded({})).toBe(400);
  });

  it('is empty after a reset', async () => {
    await store.forgetting.reset({}, {});
    expect(await store.forgetting.discarded({})).toBe(0);
  });
});
