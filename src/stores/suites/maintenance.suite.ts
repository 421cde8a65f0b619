// What every store must do for maintenance: normalising, figures, and access to every stored string.
import { describe, expect, it } from 'vitest';
import type { StoredString } from '../../engine/maintenance/ports.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Memory } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from './code-fixture.ts';
import {
  again,
  entity,
  MODEL,
  memory,
  mention,
  NOW,
  NOWHERE,
  now,
  type StoreUnderTest,
  useFreshStore,
  vector,
  weighed,
} from './store-fixture.ts';

export function maintenanceSuite(name: string, create: () => StoreUnderTest): void {
  describe(`upkeep of ${name}`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const apply = (plan: Partial<Parameters<Store['normalising']['apply']>[0]>) =>
      store.normalising.apply(
        { within: {}, at: NOW, merges: [], orphans: false, refreshed: [], expiry: 0, ...plan },
        () => {},
      );
    const all = (stored: readonly Memory[]) => new Set(stored.map(({ row }) => row));

    it('lists valid memories by row, and finds twins among given ones', async () => {
      const stored = await store.memories.add([
        memory('one'),
        memory('two'),
        memory('elsewhere', { passages: [{ terms: 'elsewhere', vector: vector(3) }] }),
        memory('ended', { validUntil: NOW }),
        memory('hers', { scope: { ...NOWHERE, user: 'ada' } }),
      ]);
      const [first, second] = stored;
      const valid = await store.normalising.valid({}, NOW + 1, first?.row ?? 0, 2);
      expect(valid.map(({ content }) => content)).toEqual(['two', 'elsewhere']);
      const twins = await store.normalising.twins([first?.row ?? 0], all(stored), 0.9);
      expect(twins).toMatchObject([{ row: first?.row, other: second?.row }]);
      expect(twins[0]?.similarity).toBeCloseTo(1, 3);
    });

    it('finds a twin among given ones even if many others say the same', async () => {
      const [first, ...others] = await store.memories.add(Array.from({ length: 62 }, (_, i) => memory(`copy ${i}`)));
      const last = others.at(-1);
      const among = new Set([first?.row ?? 0, last?.row ?? 0]);
      const twins = await store.normalising.twins([first?.row ?? 0], among, 0.9);
      expect(twins).toMatchObject([{ row: first?.row, other: last?.row }]);
    });

    it('finds a twin even if many memories of another type, and many of their passages, lie nearer', async () => {
      const near = { terms: 'near', vector: vector(0) };
      const [first, last] = await store.memories.add([
        memory('first'),
        memory('last', { passages: [{ terms: 'last', vector: vector(0, 0.2) }] }),
        ...Array.from({ length: 60 }, (_, i) => memory(`rule ${i}`, { type: 'requirements', passages: [near] })),
        memory('long', { passages: [{ terms: 'far', vector: vector(3) }, ...Array.from({ length: 60 }, () => near)] }),
      ]);
      const stored = await store.normalising.valid({}, NOW + 1, 0, 100);
      const twins = await store.normalising.twins([first?.row ?? 0], all(stored), 0.9);
      expect(twins).toMatchObject([{ row: first?.row, other: last?.row }]);
    });

    it('merges two memories into one that answers to both ids and keeps the accesses of both', async () => {
      const scope = { ...NOWHERE, user: 'ada' };
      const [before, gone, other] = await store.memories.add([
        memory('kept', { scope }),
        memory('copy', { scope, mentions: [mention('Redis')] }),
        memory('other', { scope }),
      ]);
      if (!before || !gone || !other) throw new Error('not stored');
      await store.transfer.relate({ type: 'SEE', from: gone.id, to: other.id, createdAt: NOW }, {});
      for (const { id } of [before, gone, gone]) await store.memories.touch(id, NOW + 9);
      const merge = {
        before,
        after: { ...before, importance: 7 },
        conversation: null,
        trace: { names: [byId(before.id)], claims: [] },
        names: { mentions: [mention('Redis')], phrases: [] },
        gone: [gone],
      };
      expect((await apply({ merges: [merge] })).merged).toEqual([{ into: before.id, from: [gone.id] }]);
      expect(await store.memories.get(gone.id, {})).toMatchObject({ id: before.id, importance: 7, accesses: 3 });
      expect(await store.trace.edges([before.row], 'both', now)).toMatchObject([{ from: before.row, to: other.row }]);
      expect(await store.graph.entitiesByKey(['redis'], {})).toMatchObject([{ mentions: 1 }]);
      expect(await store.forgetting.idsOf(before.id, {})).toEqual([before.id, gone.id]);
      expect(await store.forgetting.idsOf(before.id, { user: 'bob' })).toEqual([]);
      // A concurrent change of either one wins.
      expect((await apply({ merges: [merge] })).merged).toEqual([]);
      expect(await store.check()).toEqual([]);
    });

    it('keeps the ids that a merged memory answers to in the bin, and gives them back with it', async () => {
      const [before, gone] = await store.memories.add([memory('kept'), memory('copy')]);
      if (!before || !gone) throw new Error('not stored');
      const trace = { names: [byId(before.id)], claims: [] };
      const names = { mentions: [], phrases: [] };
      await apply({ merges: [{ before, after: before, conversation: null, trace, names, gone: [gone] }] });
      await store.forgetting.discard(before.id, {}, NOW);
      expect(await store.forgetting.idsOf(before.id, {})).toEqual([before.id, gone.id]);
      expect(await store.memories.get(gone.id, {})).toBeNull();
      await again(store, before.id);
      expect((await store.memories.get(gone.id, {}))?.id).toBe(before.id);
      expect(await store.check()).toEqual([]);
    });

    it('merges what a memory told about entities, and its mention of them, into the one that stays', async () => {
      const [before, gone] = await store.memories.add([memory('kept'), memory('copy')]);
      if (!before || !gone) throw new Error('not stored');
      const redis = await store.knowledge.observe(entity('Redis'), ['Is fast.'], gone.row, NOW);
      const nginx = await store.knowledge.observe(entity('Nginx'), [], gone.row, NOW);
      const merge = {
        before,
        after: before,
        conversation: null,
        trace: { names: [byId(before.id)], claims: [] },
        names: { mentions: [], phrases: [] },
        gone: [gone],
      };
      await apply({ merges: [merge] });
      for (const { row } of [redis, nginx])
        expect(await store.graph.mentionedBy([row], 9)).toMatchObject([{ memory: before.row }]);
      expect(await store.knowledge.observations([redis.row], 9)).toHaveLength(1);
      expect(await store.graph.entitiesByRow([redis.row, nginx.row])).toMatchObject([{ mentions: 1 }, { mentions: 1 }]);
    });

    it('makes missing vectors, and removes old memories from the bin', async () => {
      const [waiting, binned] = await store.memories.add([
        memory('waits', { passages: [{ terms: 'waits', vector: null }] }),
        memory('binned'),
      ]);
      if (!waiting || !binned) throw new Error('not stored');
      await store.forgetting.discard(binned.id, {}, NOW);
      expect((await store.normalising.unembedded({}, 10)).map(({ id }) => id)).toEqual([waiting.id]);
      expect(await store.normalising.expired({}, NOW + 1)).toEqual([binned.id]);
      expect(await store.normalising.expired({}, NOW)).toEqual([]);
      const embedded = { passages: [{ terms: 'waits', vector: vector(2) }], model: MODEL };
      const { row, revision } = waiting;
      const done = await apply({ refreshed: [{ row, revision, embedded }], expiry: NOW + 1, orphans: true });
      expect(done).toMatchObject({ refreshed: 1, purged: 1, orphans: 0 });
      expect(await store.normalising.unembedded({}, 10)).toEqual([]);
      expect((await store.search.nearest(vector(2), now, 1))[0]?.row).toBe(row);
      expect(await store.normalising.orphans({})).toBe(0);
    });

    it('counts sizes, symbols, failures and times', async () => {
      const project = await store.code.projects.declare({
        scope: NOWHERE,
        root: '/shop',
        names: ['shop'],
        createdAt: NOW,
      });
      await store.code.index.add(project.id, [file('a.go', ['Alpha', 'Beta'])]);
      await store.code.index.publish(project.id, { gone: [], commit: null, at: NOW });
      expect(await store.statistics.symbols([project.id])).toEqual(new Map([['function', 2]]));
      expect(Object.values(await store.statistics.sizes()).every((bytes) => bytes >= 0)).toBe(true);
      const start = (id: string, startedAt: number) =>
        store.jobs.start({ id, kind: 'embed', total: 0, startedAt, by: null }, 10_000);
      await start('first', NOW);
      await store.jobs.update('first', { state: 'failed', error: 'no model', finishedAt: NOW + 1 });
      expect(await store.statistics.failedJobs()).toBe(1);
      await start('second', NOW + 2);
      await store.jobs.update('second', { state: 'completed', finishedAt: NOW + 3 });
      expect(await store.statistics.failedJobs()).toBe(0);
      const timing = { count: 2, ms: 30, slowest: 20 };
      for (let i = 0; i < 2; i++) await store.statistics.addTimings(new Map([['search', timing]]), NOW);
      expect(await store.statistics.timings()).toEqual(new Map([['search', { count: 4, ms: 60 }]]));
      expect(await store.disk()).toMatchObject({ writes: 'ok' });
    });

    it('stops, forgets and withdraws jobs', async () => {
      const start = (id: string, kind: string) =>
        store.jobs.start({ id, kind, total: 0, startedAt: NOW, by: null }, 10_000);
      await start('one', 'index');
      await store.jobs.cancel('index');
      expect(await store.jobs.update('one', { isAlive: true })).toBe(false);
      await store.jobs.forget('index');
      expect(await store.jobs.latest('index')).toBeNull();
    });

    it('returns every stored string, and replaces strings', async () => {
      const secret = 'hunter2-in-plain-sight';
      const [stored] = await store.memories.add([memory(`The word is ${secret}.`, { label: secret })]);
      if (!stored) throw new Error('not stored');
      await store.knowledge.observe(
        { id: 'e', scope: NOWHERE, key: 'redis', name: 'Redis', type: 'concept', description: null, createdAt: NOW },
        [`Redis asks for ${secret}.`],
        null,
        NOW,
      );
      const holding = async (): Promise<StoredString[]> => {
        const found: StoredString[] = [];
        for await (const { strings } of store.scan.pages())
          found.push(...strings.filter(({ text }) => text.includes(secret)));
        return found;
      };
      expect(await store.scan.rows()).toBeGreaterThan(2);
      const held = await holding();
      expect(held.filter(({ memory }) => memory === stored.row).length).toBeGreaterThanOrEqual(2);
      const loose = held.filter(({ memory }) => memory === null);
      await store.scan.replace(loose.map((each) => ({ ...each, clean: each.text.replaceAll(secret, '***') })));
      const after = { ...stored, content: 'The word is ***.', label: '***' };
      const made = {
        passages: [{ terms: 'word', vector: vector(1) }],
        model: MODEL,
        mentions: [],
        phrases: [],
        trace: { names: [], claims: [] },
      };
      expect((await store.scan.rewrite(stored, after, made))?.content).toBe(after.content);
      expect(await store.scan.rewrite(stored, after, made)).toBeNull();
      await store.scan.settle();
      expect(await holding()).toEqual([]);
      expect(await store.memories.history(stored.id)).toEqual([]);
      expect(await store.search.matching(weighed('word'), now, 5)).toHaveLength(1);
    });

    it('finds replaced code by its new words only, and deletes it like any other', async () => {
      const { projects, index, search } = store.code;
      const { id } = await projects.declare({ scope: NOWHERE, root: '/shop', names: ['shop'], createdAt: NOW });
      await index.add(id, [file('a.go', ['Hunter2'])]);
      await index.publish(id, { gone: [], commit: 'a', at: NOW });
      for await (const { strings } of store.scan.pages()) {
        const held = strings.filter(({ place, text }) => place === 'code' && text.includes('Hunter2'));
        await store.scan.replace(held.map((each) => ({ ...each, clean: each.text.replaceAll('Hunter2', 'Beta') })));
      }
      const found = async (term: string) =>
        (await search.matching([term], { projects: [id], files: null, counted: [id] }, 5)).length;
      expect([await found('hunter2'), await found('beta')]).toEqual([0, 1]);
      const [old] = await index.files(id);
      await index.publish(id, { gone: [old?.id ?? 0], commit: 'b', at: NOW });
      while (await index.sweep());
      expect(await projects.counts([id])).toMatchObject({ chunks: 0 });
      expect(await store.check()).toEqual([]);
    });
  });
}
