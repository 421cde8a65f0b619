// How every store finds passages by vector and by word.
import { describe, expect, it } from 'vitest';
import type { NewMemory, SearchFilter } from '../../engine/memories/ports.ts';
import type { Store } from '../../engine/ports.ts';
import {
  MODEL,
  memory,
  NOW,
  NOWHERE,
  now,
  type StoreUnderTest,
  useFreshStore,
  vector,
  weighed,
} from './store-fixture.ts';

export function searchSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let place: StoreUnderTest;
    let store: Store;
    useFreshStore(create, (fresh, at) => {
      store = fresh;
      place = at;
    });

    const add = async (...memories: NewMemory[]) => store.memories.add(memories);

    describe('search', () => {
      it('finds the nearest vectors, best first', async () => {
        await add(
          ...[0, 1, 2].map((axis) => memory(`axis ${axis}`, { passages: [{ terms: '', vector: vector(axis) }] })),
        );
        const [best] = await store.search.nearest(vector(1, 0.3), now, 2);
        expect((await store.memories.byRows([best?.row ?? 0]))[0]?.content).toBe('axis 1');
        expect(best?.score).toBeGreaterThan(0.9);
      });

      describe('follows what superseded what', () => {
        const ADA = { ...NOWHERE, user: 'ada' };
        const BOUNDS = { steps: 5, most: 3 };
        /** Adds memories, each superseded by the one before; the first holds. */
        const addChain = async (...scopes: NewMemory['scope'][]) => {
          const rows: number[] = [];
          let successor = '';
          for (const scope of scopes) {
            const ended = successor === '' ? {} : { validUntil: NOW, supersededBy: successor };
            const [added] = await add(memory('link', { scope, ...ended }));
            rows.push(added?.row ?? 0);
            successor = added?.id ?? '';
          }
          return rows;
        };
        const kin = async (row: number, filter = now, bounds = BOUNDS) =>
          (await store.search.lineage([row], filter, bounds)).map((each) => each.row).toSorted((a, b) => a - b);

        it('in both directions, with the times of each, up to a number of steps', async () => {
          const [third = 0, second = 0, first = 0] = await addChain(ADA, ADA, ADA);
          expect(await kin(second)).toEqual([third, first]);
          expect(await kin(first)).toEqual([third, second]);
          expect(await kin(first, now, { steps: 1, most: 3 })).toEqual([second]);
          const [found] = await store.search.lineage([third], now, { steps: 1, most: 3 });
          expect(found).toMatchObject({ of: third, row: second, validUntil: NOW, isLater: false });
          expect((await store.search.lineage([first], now, { steps: 1, most: 3 }))[0]).toMatchObject({
            row: second,
            isLater: true,
          });
        });

        it('not to others that the same memory superseded, nor to one that sums up many within reach', async () => {
          const [hub] = await add(memory('hub', { scope: ADA }));
          const part = (scope: NewMemory['scope']) =>
            memory('part', { scope, validUntil: NOW, supersededBy: hub?.id ?? '' });
          const [one, two] = await add(part(ADA), part(ADA));
          expect(await kin(one?.row ?? 0)).toEqual([hub?.row]);
          expect(await kin(hub?.row ?? 0)).toEqual([one?.row, two?.row]);
          const bob = { ...NOWHERE, user: 'bob' };
          await add(part(bob), part(bob));
          expect(await kin(one?.row ?? 0)).toEqual([]);
          expect(await kin(hub?.row ?? 0)).toEqual([]);
          expect(await kin(one?.row ?? 0, { ...now, within: { user: 'ada' } })).toEqual([hub?.row]);
        });

        it('only within reach: nothing behind the memory of another', async () => {
          const [third = 0, , first = 0] = await addChain(ADA, { ...NOWHERE, user: 'bob' }, ADA);
          const mine = { ...now, within: { user: 'ada' } };
          expect(await kin(third, mine)).toEqual([]);
          expect(await kin(first, mine)).toEqual([]);
          expect(await kin(first)).toHaveLength(2);
        });
      });

      it('finds words by BM25, and treats any text as words', async () => {
        await add(memory('kafka retries'), memory('redis cache'), memory('kafka kafka kafka'));
        const hits = await store.search.matching(weighed('kafka'), now, 10);
        expect(hits).toHaveLength(2);
        expect(await store.search.matching(weighed(), now, 10)).toEqual([]);
      });

      it('reports how many of the given words each memory holds, including words without letters', async () => {
        const [both, one] = await add(memory('kafka -> topics'), memory('kafka alone'), memory('neither'));
        const tokens = [
          { text: 'kafka', terms: ['kafka'] },
          { text: '->', terms: [] },
        ];
        const held = (await store.search.holding(tokens, now)).map(({ row, held }) => [row, held] as const);
        expect(new Map(held)).toEqual(
          new Map([
            [both?.row, 2],
            [one?.row, 1],
          ]),
        );
        expect(await store.search.holding(tokens, { ...now, within: { user: 'nobody' } })).toEqual([]);
        const [tank] = await add(memory('🦪🌊 The tank gets 💡 at noon'), memory('🦪', { validUntil: NOW }));
        const emoji = [{ text: '🦪', terms: [] }];
        expect((await store.search.holding(emoji, now)).map(({ row }) => row)).toEqual([tank?.row]);
      });

      it('lists each memory that holds any of the given terms once, up to a number', async () => {
        const ada = { ...NOWHERE, user: 'ada' };
        const twice = [1, 2].map(() => ({ terms: 'kafka topics', vector: null }));
        const [first, hers] = await add(
          memory('kafka topics', { passages: twice }),
          memory('topics', { scope: ada }),
          memory('neither'),
          memory('kafka', { validUntil: NOW }),
        );
        const rows = async (filter: SearchFilter, limit = 10) =>
          (await store.search.withAny(['kafka', 'topics'], filter, limit)).sort((a, b) => a - b);
        expect(await rows(now)).toEqual([first?.row, hers?.row]);
        expect(await rows({ ...now, within: { user: 'ada' } })).toEqual([hers?.row]);
        expect(await rows({ ...now, within: { user: 'nobody' } })).toEqual([]);
        expect(await rows(now, 1)).toHaveLength(1);
        expect(await store.search.withAny([], now, 10)).toEqual([]);
      });

      it('knows how common a term is', async () => {
        await add(memory('a b'), memory('b c c d'));
        const statistics = await store.search.statistics(['b', 'c', 'zebra'], {});
        expect(statistics.passages).toBe(2);
        expect(statistics.averageLength).toBe(3);
        expect([...statistics.frequency]).toEqual([
          ['b', 2],
          ['c', 1],
        ]);
      });

      it('never shows memories out of reach or no longer valid, however near', async () => {
        const foreign = Array.from({ length: 600 }, () =>
          memory('near', { scope: { ...NOWHERE, user: 'bob' }, passages: [{ terms: 'near', vector: vector(0) }] }),
        );
        const ended = Array.from({ length: 600 }, () =>
          memory('near', { scope: { ...NOWHERE, user: 'ada' }, validUntil: NOW }),
        );
        await add(...foreign, ...ended);
        const [mine] = await add(
          memory('near me', {
            scope: { ...NOWHERE, user: 'ada' },
            passages: [{ terms: 'near me', vector: vector(0, 0.9) }],
          }),
        );
        const filter = { within: { user: 'ada' }, validAt: NOW + 1 };
        expect((await store.search.nearest(vector(0), filter, 5)).map((hit) => hit.row)).toEqual([mine?.row]);
        expect((await store.search.matching(weighed('near'), filter, 5)).map((hit) => hit.row)).toEqual([mine?.row]);
        const rows = [mine?.row ?? 0, (mine?.row ?? 0) - 1, 1];
        expect([...(await store.search.permitted(rows, filter))]).toEqual([mine?.row]);
      });

      it('finds at a past moment only what was valid then', async () => {
        const at = (moment: number) => ({ validFrom: moment, ingestionTime: moment, eventTime: moment });
        const [old] = await add(memory('near in spring', at(NOW - 1000)));
        await add(memory('near in summer', at(NOW)));
        const then: SearchFilter = { within: {}, validAt: NOW - 500, past: true };
        expect((await store.search.nearest(vector(0), then, 5)).map((hit) => hit.row)).toEqual([old?.row]);
        expect((await store.search.matching(weighed('near'), then, 5)).map((hit) => hit.row)).toEqual([old?.row]);
        expect(await store.search.nearest(vector(0), { ...then, validAt: NOW - 2000 }, 5)).toEqual([]);
        expect(await store.search.nearest(vector(0), now, 5)).toHaveLength(2);
      });

      it('follows updates, invalidations and removals', async () => {
        const [stored] = await add(memory('moving'));
        if (!stored) throw new Error('not stored');
        const rows = async () => (await store.search.nearest(vector(0), now, 5)).map((hit) => hit.row);
        expect(await rows()).toEqual([stored.row]);
        const moved = {
          passages: [{ terms: 'elsewhere', vector: vector(3) }],
          mentions: [],
          phrases: [],
          model: MODEL,
        };
        const changed = await store.memories.change(stored.id, stored.revision, {
          content: 'elsewhere',
          derived: moved,
          updatedAt: NOW,
        });
        expect((await store.search.nearest(vector(3), now, 1))[0]?.score).toBeCloseTo(1, 3);
        expect(await store.search.matching(weighed('moving'), now, 5)).toEqual([]);
        await store.memories.change(stored.id, changed?.revision ?? 0, { validUntil: NOW, updatedAt: NOW });
        expect(await rows()).toEqual([]);
        await store.forgetting.remove(stored.id, {});
        expect(await store.search.nearest(vector(3), { within: {}, validAt: NOW - 1 }, 5)).toEqual([]);
      });

      it('sees what another process writes, even beyond one segment', async () => {
        const other = await place.open();
        await store.search.nearest(vector(0), now, 1);
        await other.memories.add(
          Array.from({ length: 3000 }, (_, i) =>
            memory(`bulk ${i}`, { passages: [{ terms: `bulk ${i}`, vector: vector(2) }] }),
          ),
        );
        const [needle] = await other.memories.add([
          memory('needle', { passages: [{ terms: 'needle', vector: vector(5) }] }),
        ]);
        expect((await store.search.nearest(vector(5), now, 1))[0]?.row).toBe(needle?.row);
        // A third process loads everything, packed and loose; then a packed one is removed.
        const third = await place.open();
        expect(await third.search.nearest(vector(2), now, 50)).toHaveLength(50);
        const [first] = await third.memories.list({ within: {}, limit: 1, offset: 3000 });
        const before = (await third.search.nearest(vector(2), now, 5000)).length;
        await other.forgetting.remove(first?.id ?? '', {});
        expect((await third.search.nearest(vector(2), now, 5000)).length).toBe(before - 1);
        await third.close();
        await other.close();
      });

      it('scores every passage of given memories', async () => {
        const [long] = await add(
          memory('long', {
            passages: [
              { terms: 'a', vector: vector(0) },
              { terms: 'b', vector: vector(1) },
            ],
          }),
        );
        const hits = await store.search.similarities(vector(1), [long?.row ?? 0]);
        expect(hits.map(({ position, passages }) => [position, passages]).toSorted()).toEqual([
          [0, 2],
          [1, 2],
        ]);
        expect((await store.search.passageTerms([long?.row ?? 0])).map(({ terms }) => terms)).toEqual(['a', 'b']);
      });

      it('finds what happened or was learned in a period, and returns the times', async () => {
        const [past, learned] = await add(
          memory('happened then', { eventTime: NOW - 50, validFrom: NOW - 50 }),
          memory('learned then', { ingestionTime: NOW - 40 }),
          memory('now'),
        );
        const span = { from: NOW - 60, until: NOW - 30 };
        expect(await store.search.notedIn(span, now, 10)).toEqual([learned?.row, past?.row]);
        expect(await store.search.notedIn(span, now, 1)).toEqual([learned?.row]);
        expect(await store.search.times([past?.row ?? 0])).toEqual(
          new Map([[past?.row, { eventTime: NOW - 50, ingestionTime: NOW, validFrom: NOW - 50, validUntil: null }]]),
        );
      });
    });
  });
}
