// What every store must guarantee when two processes write at the same time: no duplicates, no missing edges.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../engine/ids.ts';
import type { NewMemory } from '../../engine/memories/ports.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Store } from '../../engine/ports.ts';
import { entity, MODEL, memory, mention, NOW, NOWHERE, now, relation, type StoreUnderTest } from './store-fixture.ts';

const TIMES = 12;
const times = Array.from({ length: TIMES }, (_, i) => i);

export function concurrencySuite(name: string, create: () => StoreUnderTest): void {
  describe(`${name}, written by two at once,`, () => {
    let place: StoreUnderTest;
    let stores: readonly [Store, Store];
    beforeEach(async () => {
      place = create();
      stores = [await place.open(), await place.open()];
      await stores[0].embeddings.adopt(MODEL);
    });
    afterEach(async () => {
      for (const store of stores) await store.close();
      place.dispose();
    });

    /** Repeats the same action in both stores without waiting for each other. */
    const together = <T>(deed: (store: Store, time: number, which: number) => Promise<T>): Promise<T[]> =>
      Promise.all(times.flatMap((time) => stores.map((store, which) => deed(store, time, which))));
    const requirement = (i: number) => ({ label: 'Requirement', key: `req-${i}`, space: 'ours' }) as const;

    it('has every edge between a memory with a name and one that refers to that name', async () => {
      const naming = (i: number): NewMemory => memory(`req ${i}`, { trace: { names: [requirement(i)], claims: [] } });
      const claiming = (i: number): NewMemory => {
        const id = newId(NOW);
        const claims = [{ type: 'IMPLEMENTS_REQ', from: byId(id), to: requirement(i) }];
        return memory(`component ${i}`, { id, trace: { names: [byId(id)], claims } });
      };
      const added = await together((store, i, which) => store.memories.add([which === 0 ? naming(i) : claiming(i)]));
      const rows = added.flat().map(({ row }) => row);
      expect(await stores[0].trace.edges(rows, 'both', now)).toHaveLength(TIMES);
    });

    it('links a memory to the subject of another, whichever comes first', async () => {
      const added = await together((store, i, which) =>
        store.memories.add([
          which === 0
            ? memory(`train ${i}\n\nall of it`, { mentions: [mention(`train ${i}`, true)] })
            : memory(`board train ${i} soon`, { phrases: [`train ${i}`] }),
        ]),
      );
      const links = await stores[1].graph.mentionsOf(
        added.flat().map(({ row }) => row),
        50,
      );
      expect(links).toHaveLength(2 * TIMES);
      expect(links.every(({ mentions, subjects }) => mentions === 2 && subjects === 1)).toBe(true);
    });

    it('counts every mention of an entity by both', async () => {
      await together((store, i) => store.memories.add([memory(`note ${i}`, { mentions: [mention('Kafka')] })]));
      expect(await stores[0].graph.entitiesByKey(['kafka'], {})).toMatchObject([{ mentions: 2 * TIMES }]);
    });

    it('keeps one entity per name', async () => {
      const made = await together((store, i) => store.graph.declareEntity(entity(`Entity ${i}`)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(TIMES);
      expect((await stores[0].memories.counts({})).entities).toBe(TIMES);
    });

    it('keeps one relation between the same two entities', async () => {
      const [a, b] = [
        await stores[0].graph.declareEntity(entity('A')),
        await stores[0].graph.declareEntity(entity('B')),
      ];
      await together((store) => store.graph.relate(relation(a.id, b.id)));
      const link = { ...relation('', ''), type: 'knows', from: entity('New A'), to: entity('New B') };
      const rows = await together((store) => store.knowledge.relateOnce({ ...link, id: newId(NOW) }, null));
      expect(new Set(rows).size).toBe(1);
      expect(await stores[1].graph.relations([a.row, b.row], 'both', { validAt: NOW + 1 })).toHaveLength(1);
      expect((await stores[1].memories.counts({})).relations).toBe(2);
    });

    it('stores no observation of an entity twice', async () => {
      const [seen] = await together((store, i) => store.knowledge.observe(entity('Redis'), [`fact ${i}`], null, NOW));
      const observations = await stores[0].knowledge.observations([seen?.row ?? 0], 100);
      expect(observations.map(({ text }) => text).sort()).toEqual(times.map((i) => `fact ${i}`).sort());
    });

    it('adds a note once if both add it', async () => {
      const added = await together((store, i) => store.memories.addIfNew(memory(`said ${i}`), NOW - 1));
      expect(added.filter((each) => each !== null)).toHaveLength(TIMES);
      expect(await stores[0].memories.count({})).toBe(TIMES);
    });

    it('lets only one of two change a memory based on the same version', async () => {
      const stored = await stores[0].memories.add(times.map((i) => memory(`as it was ${i}`)));
      const changed = await together((store, i, which) => {
        const { id = '', revision = 0 } = stored[i] ?? {};
        return store.memories.change(id, revision, { content: `changed by ${which}`, updatedAt: NOW + 1 });
      });
      expect(changed.filter((each) => each !== null)).toHaveLength(TIMES);
    });

    it('starts one job of a kind', async () => {
      const started = await together((store, i) =>
        store.jobs.start({ id: newId(NOW), kind: `kind ${i}`, total: 0, startedAt: NOW, by: null }, 10_000),
      );
      expect(started.filter((each) => each !== null)).toHaveLength(TIMES);
    });

    it('declares a project once per folder, and gives two folders different names', async () => {
      const declared = await together((store, i, which) =>
        store.code.projects.declare({
          scope: NOWHERE,
          root: i % 2 === 0 ? '/home/shop' : `/home/${which}/shop`,
          names: ['shop', '0/shop', '1/shop', 'home/shop'],
          createdAt: NOW,
        }),
      );
      const byRoot = new Map(declared.map(({ root, id }) => [root, id]));
      expect(new Set(declared.map(({ id }) => id)).size).toBe(byRoot.size);
      expect(new Set(declared.map(({ name }) => name)).size).toBe(byRoot.size);
    });

    it('gives a project without a machine to one of two machines', async () => {
      const at = (i: number) => ({ scope: NOWHERE, root: `/home/${i}`, names: [`${i}`, `${i}@b`], createdAt: NOW });
      const free = await Promise.all(times.map((i) => stores[0].code.projects.declare(at(i))));
      const machines = [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'b' },
      ] as const;
      const claimed = await together(async (store, i, which) => {
        const machine = machines[which === 0 ? 0 : 1];
        if (which === 0) return store.code.projects.claim(free[i]?.id ?? 0, machine);
        return (await store.code.projects.declare({ ...at(i), machine })).id === free[i]?.id;
      });
      expect(claimed.filter(Boolean)).toHaveLength(TIMES);
    });

    it('creates one scope for both writers, so that a reset leaves nothing behind', async () => {
      const scope = (i: number) => ({ ...NOWHERE, user: `user ${i}`, session: `session ${i}` });
      await together((store, i) => store.memories.add([memory(`note ${i}`, { scope: scope(i) })]));
      for (const i of times)
        expect(await stores[0].memories.count({ user: `user ${i}`, session: `session ${i}` })).toBe(2);
      expect((await stores[1].forgetting.reset({ user: 'user 0' }, { user: 'user 0' })).memories).toBe(2);
      expect(await stores[0].memories.count({})).toBe(2 * TIMES - 2);
    });

    it('keeps the first of two users, cubes, shares and proposals', async () => {
      const { access, inbox } = stores[0];
      const dates = { createdAt: NOW, updatedAt: NOW };
      const users = await together((store, i, which) =>
        store.access.addUser({ id: `user-${i}`, name: `${which}`, role: 'user', active: true, ...dates }),
      );
      expect(await access.users()).toEqual(expect.arrayContaining(users));
      const cubes = await together((store, i, which) =>
        store.access.addCube({
          id: `cube-${i}`,
          name: `${which}`,
          description: null,
          path: null,
          owner: 'user-0',
          project: null,
          ...dates,
        }),
      );
      expect(await access.cubes()).toEqual(expect.arrayContaining(cubes));
      const shared = await together((store, i) => store.access.share(`cube-${i}`, 'user-1', NOW));
      const proposed = await together((store, i) =>
        store.inbox.propose(
          {
            id: newId(NOW),
            scope: NOWHERE,
            content: `proposal ${i}`,
            kind: 'semantic',
            type: null,
            tags: [],
            metadata: {},
            by: 'hook',
            source: null,
            proposedAt: NOW,
          },
          `digest ${i}`,
        ),
      );
      expect([shared, proposed].map((each) => each.filter(Boolean).length)).toEqual([TIMES, TIMES]);
      expect(await inbox.countProposals({})).toBe(TIMES);
    });

    it('accepts a one-time login link once', async () => {
      for (const i of times) await stores[0].access.addLoginLink(`link ${i}`, NOW + 1000, NOW);
      const entered = await together((store, i) => store.access.takeLoginLink(`link ${i}`, NOW));
      expect(entered.filter(Boolean)).toHaveLength(TIMES);
    });

    it('removes a memory once and leaves no edge to it', async () => {
      const stored = await stores[0].memories.add(
        times.map((i) => memory(`doomed ${i}`, { mentions: [mention('Doomed')] })),
      );
      const removed = await together((store, i) => store.forgetting.remove(stored[i]?.id ?? '', {}));
      expect(removed.filter(Boolean)).toHaveLength(TIMES);
      expect(await stores[1].graph.entitiesByKey(['doomed'], {})).toEqual([]);
      expect(await stores[1].check()).toEqual([]);
    });
  });
}
