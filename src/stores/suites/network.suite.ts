// The graph of everything stored, as every store must present it.
import { describe, expect, it } from 'vitest';
import type { StoredNetwork } from '../../engine/graph/network.ts';
import type { NewMemory } from '../../engine/memories/ports.ts';
import { traceOf } from '../../engine/memories/trace.ts';
import type { MemoryType } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from './code-fixture.ts';
import { entity, memory, NOW, NOWHERE, now, relation, type StoreUnderTest, useFreshStore } from './store-fixture.ts';

const PAGE = { after: null, limit: 100 };

export function networkSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let store: Store;
    let network: StoredNetwork;
    useFreshStore(create, (fresh) => {
      store = fresh;
      network = fresh.network(now);
    });

    const add = async (type: MemoryType, metadata: Record<string, unknown>, overrides: Partial<NewMemory> = {}) => {
      const fresh = memory('text', { type, metadata, ...overrides });
      const [stored] = await store.memories.add([{ ...fresh, trace: traceOf(fresh) }]);
      return network.idOf('memory', stored?.row ?? 0);
    };
    const ids = async (labels: string[], equal?: Record<string, string>) =>
      (await network.nodes({ labels, ...(equal ? { equal } : {}) }, 'all', PAGE)).map(({ id }) => id);

    it('finds memories by their label and by their name', async () => {
      const first = await add('requirements', { requirement_id: 'REQ-1' });
      const second = await add('requirements', { requirement_id: 'REQ-2', implementing_components: ['auth'] });
      const component = await add('component', { name: 'auth' });
      expect(await ids(['Requirement'])).toEqual([first, second]);
      expect(await ids(['Requirement', 'Memory'], { requirement_id: 'REQ-2' })).toEqual([second]);
      expect(await ids(['Requirement', 'Component'])).toEqual([]);
      const [node] = await network.nodesById([component], 'all');
      expect(node).toMatchObject({ labels: ['Memory', 'Component'], properties: { name: 'auth', type: 'component' } });
      expect(await network.edges([second], 'both', null)).toMatchObject([
        { type: 'IMPLEMENTS_REQ', from: component, to: second },
      ]);
      expect(await network.edges([second], 'outgoing', null)).toEqual([]);
      expect(await network.edges([second], 'incoming', ['TESTS'])).toEqual([]);
    });

    it('lists all nodes and edges in pages, each once', async () => {
      for (let i = 0; i < 7; i++) {
        await add('component', { name: `c${i}`, dependencies: [`c${i + 1}`] });
        await store.graph.declareEntity({
          id: `e${i}`,
          scope: NOWHERE,
          key: `thing ${i}`,
          name: `Thing ${i}`,
          type: null,
          description: null,
          createdAt: NOW,
        });
      }
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await network.nodes({ labels: [] }, [], { after, limit: 3 });
        seen.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id ?? null;
        if (page.length < 3) break;
      }
      expect(seen).toHaveLength(new Set(seen).size);
      expect(seen.length).toBeGreaterThanOrEqual(14);
      const edges: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await network.edgesOfType(['DEPENDS_ON'], { after, limit: 2 });
        edges.push(...page.map(({ from, to }) => `${from} ${to}`));
        after = page.at(-1)?.id ?? null;
        if (page.length < 2) break;
      }
      expect(edges).toHaveLength(6);
      expect(new Set(edges).size).toBe(6);
      const { labels, types } = await network.schema();
      expect((await network.edgeTypes()).toSorted()).toEqual([...types.keys()].toSorted());
      expect(labels.get('Component')).toBe(7);
      expect(labels.get('Entity')).toBeGreaterThanOrEqual(7);
      expect(types.get('DEPENDS_ON')).toBe(6);
    });

    it('shows at a past moment only what was valid then', async () => {
      const [first] = await store.memories.add([memory('first')]);
      await store.memories.add([memory('later', { ingestionTime: NOW + 9, validFrom: NOW + 9 })]);
      const past = await store.network({ ...now, past: true }).nodes({ labels: ['Memory'] }, 'all', PAGE);
      expect(past.map(({ id }) => id)).toEqual([network.idOf('memory', first?.row ?? 0)]);
      expect((await store.network({ ...now, validAt: NOW + 9 }).schema()).labels.get('Memory')).toBe(2);
    });

    it("hides other users' nodes and edges", async () => {
      const hers = { scope: { ...NOWHERE, user: 'ada' } };
      const component = await add('component', { name: 'auth', dependencies: ['db'] }, hers);
      await add('component', { name: 'db' }, hers);
      const his = store.network({ within: { user: 'eve' }, validAt: NOW + 1 });
      expect(await his.nodes({ labels: [] }, 'all', PAGE)).toEqual([]);
      expect(await his.nodesById([component], 'all')).toEqual([]);
      expect(await his.nodesById([component], ['type'])).toEqual([]);
      expect(await his.edges([component], 'both', null)).toEqual([]);
      expect(await his.edgesOfType(null, PAGE)).toEqual([]);
      expect((await his.schema()).types.size).toBe(0);
      expect(await his.edgeTypes()).toEqual([]);
      expect(await his.metadataKeys()).toEqual([]);
      const network = store.network({ within: { user: 'ada' }, validAt: NOW + 1 });
      expect((await network.metadataKeys())?.toSorted()).toEqual(['dependencies', 'name']);
      expect(await network.edges([component], 'both', null)).toHaveLength(1);
    });

    it('knows the metadata of memories in which a character is cut in two, as former versions stored them', async () => {
      await add('component', { name: 'cut \ud83d', path: 'C:\\ud83d', list: ['\ude00\ud83d'] });
      await add('component', { '\ud83d': 'in a key' });
      expect(await network.metadataKeys()).toEqual(expect.arrayContaining(['list', 'name', 'path']));
      expect((await network.schema()).propertyKeys).toContain('list');
      const named = await store.access.figures('default', {}, 'name');
      expect([named.total, [...named.saying]]).toEqual([2, [[expect.stringMatching(/^cut \ufffd+$/), 1]]]);
      expect((await store.access.figures('default', {}, 'path')).saying).toEqual(new Map([['C:\\ud83d', 1]]));
    });

    it('shows a symbol declared several times in one place once, with the calls of all declarations', async () => {
      const declared = { scope: NOWHERE, root: '/shop', names: ['shop'], createdAt: NOW };
      const { id } = await store.code.projects.declare(declared);
      await store.code.index.add(id, [file('a.go', ['add', 'add', 'add']), file('b.go', ['run'], ['add'])]);
      await store.code.index.publish(id, { gone: [], commit: null, at: NOW });
      const [first, ...others] = await store.code.symbols.named([id], ['add']);
      const [call] = await store.code.symbols.unresolved(id, 'call', 10);
      const targets = [first, ...others].map((symbol) => ({
        file: symbol?.file ?? 0,
        symbol: symbol?.id ?? 0,
        certainty: 'name' as const,
      }));
      await store.code.symbols.resolve(new Map([[call?.id ?? 0, targets]]));
      const [run] = await store.code.symbols.named([id], ['run']);
      expect(others).toHaveLength(2);
      expect(await ids(['Function'])).toEqual([`s${first?.id}`, `s${run?.id}`]);
      const expected = [{ type: 'CALLS', from: `s${run?.id}`, to: `s${first?.id}` }];
      expect(await network.edges([`s${run?.id}`], 'outgoing', ['CALLS'])).toMatchObject(expected);
      expect(await network.edges([`s${first?.id}`], 'incoming', ['CALLS'])).toMatchObject(expected);
      expect(await network.edgesOfType(['CALLS'], PAGE)).toMatchObject(expected);
      expect((await network.schema()).labels.get('Function')).toBe(2);
      expect((await network.edgeTypes()).toSorted()).toEqual(['CALLS', 'CONTAINS']);
    });

    it('counts visible memories by type and kind', async () => {
      // A store that cannot group leaves counting to the query.
      if (!network.countNodes) return;
      await add('requirements', { requirement_id: 'REQ-1' });
      await add('requirements', { requirement_id: 'REQ-2' });
      await add('component', { name: 'auth' });
      await store.memories.add([memory('plain'), memory('elsewhere', { scope: { ...NOWHERE, user: 'ada' } })]);
      const counted = async (seen: StoredNetwork, labels: string[], by: string[]) =>
        (await seen.countNodes?.(labels, by))?.map(({ values, count }) => [...values, count].join(' ')).sort();
      expect(await counted(network, ['Memory'], ['type'])).toEqual(['component 1', 'requirements 2', 'semantic 2']);
      expect(await counted(network, ['Requirement'], ['kind', 'type'])).toEqual(['semantic requirements 2']);
      expect(await counted(network, ['Nothing'], ['type'])).toEqual([]);
      expect(await network.countNodes?.(['Memory'], ['content'])).toBeNull();
      const hers = store.network({ ...now, within: { user: 'ada' } });
      expect(await counted(hers, ['Memory'], ['type'])).toEqual(['semantic 1']);
    });

    it('connects memories to what they mention, and entities to each other', async () => {
      const mentions = [{ key: 'redis', name: 'Redis', type: 'name', subject: false }];
      const [stored] = await store.memories.add([memory('We use Redis.', { mentions })]);
      const [redis] = await network.nodes({ labels: ['Entity'], equal: { name: 'Redis' } }, 'all', PAGE);
      expect(await network.edges([redis?.id ?? ''], 'incoming', ['MENTIONS'])).toMatchObject([
        { from: network.idOf('memory', stored?.row ?? 0), to: redis?.id },
      ]);
    });

    it('finds an entity by a name without letters', async () => {
      await store.graph.declareEntity(entity('🚀'));
      const found = await network.nodes({ labels: ['Entity'], equal: { name: '🚀' } }, 'all', PAGE);
      expect(found.map(({ properties }) => properties.name)).toEqual(['🚀']);
    });

    it('knows the types of relations, as far as the reader may see them', async () => {
      const hers = { scope: { ...NOWHERE, user: 'ada' } };
      const [a, b, c] = await Promise.all(
        [entity('A'), entity('B'), entity('C', hers)].map((each) => store.graph.declareEntity(each)),
      );
      await store.graph.relate(relation(a?.id ?? '', b?.id ?? ''));
      await store.graph.relate(relation(a?.id ?? '', b?.id ?? '', { type: 'knows' }));
      await store.graph.relate(relation(a?.id ?? '', c?.id ?? '', { type: 'hides' }));
      expect((await network.edgeTypes()).toSorted()).toEqual(['hides', 'knows', 'uses']);
      const his = store.network({ within: { user: 'eve' }, validAt: NOW + 1 });
      expect((await his.edgeTypes()).toSorted()).toEqual([...(await his.schema()).types.keys()].toSorted());
      expect(await his.edgeTypes()).not.toContain('hides');
    });
  });
}
