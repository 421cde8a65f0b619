// What every store must do for browsing: pages of memories, the bin, and recent activity.
import { describe, expect, it } from 'vitest';
import type { MemoryPage } from '../../engine/memories/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { memory, NOW, NOWHERE, type StoreUnderTest, useFreshStore } from './store-fixture.ts';

export function browsingSuite(name: string, create: () => StoreUnderTest): void {
  describe(`${name}: browsing`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const all: MemoryPage = { within: {}, after: null, limit: 100 };
    const texts = async (page: Partial<MemoryPage>) =>
      (await store.memories.page({ ...all, ...page })).map(({ content }) => content);

    it('lists by key without gaps or repetitions, even among memories of the same moment', async () => {
      await store.memories.add(Array.from({ length: 7 }, (_, i) => memory(`m${i}`)));
      const seen: string[] = [];
      for (let after: MemoryPage['after'] = null; ; ) {
        const page: Awaited<ReturnType<typeof store.memories.page>> = await store.memories.page({
          ...all,
          after,
          limit: 3,
        });
        seen.push(...page.map(({ content }) => content));
        const last = page.at(-1);
        if (!last) break;
        after = { time: last.ingestionTime, id: last.id };
      }
      expect(seen.toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']);
    });

    it('filters by kind, type, tag, label, time, validity and reach', async () => {
      await store.memories.add([
        memory('kind', { kind: 'episodic' }),
        memory('type', { type: 'design' }),
        memory('tag', { tags: ['a', 'b'] }),
        memory('label', { label: 'decision' }),
        memory('late', { ingestionTime: NOW + 100 }),
        memory('ended', { validUntil: NOW + 5 }),
        memory('hers', { scope: { ...NOWHERE, user: 'ada' } }),
      ]);
      expect(await texts({ kinds: ['episodic'] })).toEqual(['kind']);
      expect(await texts({ types: ['design'] })).toEqual(['type']);
      expect(await texts({ tag: 'b' })).toEqual(['tag']);
      expect(await texts({ label: 'decision' })).toEqual(['label']);
      expect(await texts({ since: NOW + 1 })).toEqual(['late']);
      expect(await texts({ until: NOW + 1 })).toHaveLength(6);
      expect(await texts({ validity: { at: NOW + 5, isValid: false } })).toEqual(['ended']);
      expect(await texts({ validity: { at: NOW + 5, isValid: true } })).toHaveLength(6);
      expect(await texts({ within: { user: 'ada' } })).toEqual(['hers']);
    });

    it('returns what was known at a moment, with the changes since', async () => {
      const [stored] = await store.memories.add([memory('first'), memory('later', { ingestionTime: NOW + 50 })]);
      if (!stored) throw new Error('not stored');
      await store.memories.change(stored.id, stored.revision, { content: 'second', updatedAt: NOW + 20 });
      const [then] = await store.memories.knownAt(all, NOW + 10);
      expect(then?.memory.content).toBe('second');
      expect(then?.later).toEqual([{ changedAt: NOW + 20, before: { content: 'first' } }]);
      expect(await store.memories.knownAt(all, NOW + 10)).toHaveLength(1);
      expect((await store.memories.knownAt(all, NOW + 30))[0]?.later).toEqual([]);
      expect(await store.memories.earliest({})).toBe(NOW);
      expect(await store.memories.earliest({ user: 'nobody' })).toBeNull();
    });

    it('returns what may have been filed otherwise then', async () => {
      const [stored] = await store.memories.add([memory('filed', { label: 'note', tags: ['a'] }), memory('other')]);
      if (!stored) throw new Error('not stored');
      await store.memories.change(stored.id, stored.revision, {
        label: 'decision',
        tags: ['b'],
        kind: 'episodic',
        type: 'design',
        updatedAt: NOW + 20,
      });
      const known = async (page: Partial<MemoryPage>, at: number) =>
        (await store.memories.knownAt({ ...all, ...page }, at)).map((each) => each.memory.content);
      expect(await known({ label: 'note', tag: 'a' }, NOW + 10)).toEqual(['filed']);
      expect(await known({ kinds: [stored.kind], types: ['component'] }, NOW + 10)).toEqual(['filed']);
      expect(await known({ label: 'note' }, NOW + 30)).toEqual([]);
      expect(await known({ label: 'decision', tag: 'b', types: ['design'] }, NOW + 30)).toEqual(['filed']);
    });

    it('reads tags that are no text, as former versions stored them', async () => {
      await store.memories.add([
        memory('nul', { tags: ['x\u0000y', 'plain'] }),
        memory('half a pair', { tags: ['a\ud800b', 'C:\\u0000'] }),
      ]);
      expect((await store.memories.names({})).tags).toHaveLength(4);
      expect(await texts({ tag: 'plain' })).toEqual(['nul']);
      expect(await texts({ tag: 'C:\\u0000' })).toEqual(['half a pair']);
    });

    it('lists the tags, labels, users, projects and cubes within reach', async () => {
      await store.memories.add([
        memory('one', { tags: ['a'], label: 'note', scope: { ...NOWHERE, user: 'ada', project: 'shop' } }),
        memory('two', { tags: ['b'], scope: { ...NOWHERE, user: 'bob' } }),
      ]);
      expect(await store.memories.names({ user: 'ada' })).toEqual({
        tags: ['a'],
        labels: ['note'],
        users: ['ada'],
        projects: ['shop'],
      });
      expect((await store.memories.names({})).tags).toEqual(['a', 'b']);
    });

    it('lists the bin within reach, latest first', async () => {
      const [one, two, hers] = await store.memories.add([
        memory('one'),
        memory('two'),
        memory('hers', { scope: { ...NOWHERE, user: 'ada' } }),
      ]);
      for (const [i, each] of [one, two, hers].entries()) await store.forgetting.discard(each?.id ?? '', {}, NOW + i);
      const contents = (found: Awaited<ReturnType<typeof store.forgetting.bin>>) =>
        found.map((each) => each.memory.content);
      expect(contents(await store.forgetting.bin({}, null, 10))).toEqual(['hers', 'two', 'one']);
      expect(contents(await store.forgetting.bin({}, { time: NOW + 1, id: two?.id ?? '' }, 10))).toEqual(['one']);
      expect(contents(await store.forgetting.bin({ user: 'ada' }, null, 10))).toEqual(['hers']);
    });

    it('reports what was written and removed after a mark, within reach', async () => {
      const before = await store.activity.mark();
      const [stored] = await store.memories.add([memory('hers', { scope: { ...NOWHERE, user: 'ada' } })]);
      const between = await store.activity.mark();
      expect(between).toBeGreaterThan(before);
      const first = { after: before, until: between, at: NOW };
      expect(await store.activity.since(first, { user: 'ada' })).toEqual({
        memories: [{ id: stored?.id, text: 'hers', isNew: true }],
        removed: 0,
      });
      expect(await store.activity.since(first, { user: 'bob' })).toEqual({ memories: [], removed: 0 });
      await store.memories.add([memory('later')]);
      expect((await store.activity.since(first, {})).memories.map(({ text }) => text)).toEqual(['hers']);
      await store.forgetting.discard(stored?.id ?? '', {}, NOW + 1);
      const second = { after: between, until: await store.activity.mark(), at: NOW };
      expect((await store.activity.since(second, {})).memories.map(({ text }) => text)).toEqual(['later']);
      expect((await store.activity.since(second, {})).removed).toBe(1);
      expect((await store.activity.since(second, { user: 'ada' })).removed).toBe(1);
      expect((await store.activity.since(second, { user: 'bob' })).removed).toBe(0);
    });

    it('sums up measurements and the size of the store by the hour', async () => {
      const hour = 3_600_000;
      const measured = (ms: number) => new Map([['search', { count: 1, ms, slowest: ms }]]);
      await store.statistics.addTimings(measured(10), hour);
      await store.statistics.addTimings(measured(30), hour);
      await store.statistics.addTimings(measured(5), 2 * hour);
      await store.statistics.noteSize(2 * hour, { memories: 3, bytes: 4 }, 0);
      await store.statistics.noteSize(2 * hour, { memories: 9, bytes: 9 }, 0);
      const hours = await store.statistics.hours(hour);
      expect(hours.map((each) => [each.hour, each.operations.get('search'), each.size])).toEqual([
        [hour, { count: 2, ms: 40, slowest: 30 }, null],
        [2 * hour, { count: 1, ms: 5, slowest: 5 }, { memories: 3, bytes: 4 }],
      ]);
      await store.statistics.noteSize(3 * hour, { memories: 1, bytes: 1 }, 2 * hour);
      expect((await store.statistics.hours(0)).map((each) => each.hour)).toEqual([2 * hour, 3 * hour]);
    });

    it('lists jobs that run or ended lately, newest first', async () => {
      for (const [i, kind] of ['first', 'second'].entries()) {
        await store.jobs.start({ id: `j${i}`, kind, total: 0, startedAt: NOW + i, by: null }, 10_000);
      }
      const listed = async (since: number, limit: number) =>
        (await store.jobs.list(since, limit)).map(({ kind }) => kind);
      expect(await listed(NOW, 10)).toEqual(['second', 'first']);
      expect(await listed(NOW, 1)).toEqual(['second']);
      await store.jobs.update('j1', { state: 'completed', finishedAt: NOW + 5 });
      expect(await listed(NOW + 5, 10)).toEqual(['second', 'first']);
      expect(await listed(NOW + 6, 10)).toEqual(['first']);
    });
  });
}
