// Counts of memories: whatever happened to them, as many as can be listed.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../test/random.ts';
import type { MemoryType, Scope } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { memory, NOW, NOWHERE, type StoreUnderTest, useFreshStore } from './store-fixture.ts';

const DAY = 86_400_000;
const STEPS = 60;
const TYPES: readonly (MemoryType | null)[] = [null, 'design', 'component'];
const KINDS = ['semantic', 'episodic'] as const;
const SCOPES: readonly Scope[] = [
  NOWHERE,
  { ...NOWHERE, project: 'ship' },
  { ...NOWHERE, project: 'ship', session: 'one' },
  { ...NOWHERE, cube: 'team' },
];
const REACHES = [{}, { project: 'ship' }, { cubes: ['team'] }];

export function countingSuite(name: string, create: () => StoreUnderTest): void {
  describe(`${name}, counting`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    it.each([1, 2])('counts as many memories as it lists after any changes (seed %i)', async (seed) => {
      const random = new Random(seed);
      const validity = () => ({
        validFrom: NOW + random.pick([-DAY, 0, DAY]),
        validUntil: random.pick([null, null, NOW + 2 * DAY, NOW + 5 * DAY]),
      });
      const what = () => ({ type: random.pick(TYPES), kind: random.pick(KINDS), ...validity() });
      const add = () =>
        store.memories.add(
          Array.from({ length: random.int(1, 4) }, () =>
            memory('counted', {
              ...what(),
              scope: random.pick(SCOPES),
              ingestionTime: NOW + random.pick([0, DAY, 3 * DAY]),
            }),
          ),
        );
      const step = async () => {
        const known = await store.memories.list({ within: {}, limit: 100, offset: 0 });
        const one = known.length === 0 ? undefined : random.pick(known);
        if (!one || random.chance(0.5)) return add();
        if (random.chance(0.6)) return store.memories.change(one.id, one.revision, { ...what(), updatedAt: NOW });
        if (random.chance(0.5)) return store.forgetting.discard(one.id, {}, NOW);
        return random.chance(0.9)
          ? store.forgetting.remove(one.id, {})
          : store.forgetting.reset({ cubes: ['team'] }, null);
      };
      for (let i = 0; i < STEPS; i++) await step();
      await add();
      for (const within of REACHES) await expectTrueCounts(store, within);
      expect(await store.check()).toEqual([]);
    });
  });
}

async function expectTrueCounts(store: Store, within: Parameters<Store['memories']['count']>[0]): Promise<void> {
  const all = await store.memories.list({ within, limit: 1000, offset: 0 });
  expect(await store.memories.count(within)).toBe(all.length);
  expect(await store.memories.types(within)).toEqual(tally(all.map(({ type, kind }) => type ?? kind)));
  for (const validAt of [NOW - DAY, NOW, NOW + DAY, NOW + 2 * DAY, NOW + 4 * DAY, NOW + 9 * DAY]) {
    const valid = await store.memories.list({ within, validAt, limit: 1000, offset: 0 });
    expect(await store.memories.types(within, validAt)).toEqual(tally(valid.map(({ type, kind }) => type ?? kind)));
    const counts = await store.network({ within, validAt }).countNodes?.(['Memory'], ['type', 'kind']);
    expect(new Map(counts?.map(({ values, count }) => [values.join(' '), count]))).toEqual(
      tally(valid.map(({ type, kind }) => `${type ?? kind} ${kind}`)),
    );
  }
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
