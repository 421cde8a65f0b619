// What every store must export and import: memories, and what people made by hand.
import { describe, expect, it } from 'vitest';
import { newId } from '../../engine/ids.ts';
import type { NewMemory } from '../../engine/memories/ports.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Memory } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import {
  entity,
  MODEL,
  memory,
  mention,
  NOW,
  NOWHERE,
  now,
  relation,
  type StoreUnderTest,
  useFreshStore,
  weighed,
} from './store-fixture.ts';

export function transferSuite(name: string, create: () => StoreUnderTest): void {
  describe(`transfer in ${name}`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const everything = { within: {}, limit: 10 };
    const hers = { scope: { ...NOWHERE, user: 'ada' } };
    const one = (stored: readonly Memory[]): Memory => {
      if (!stored[0]) throw new Error('not stored');
      return stored[0];
    };

    it('returns memories by id, in pages, within reach, and with their passages if wanted', async () => {
      const stored = await store.memories.add([
        memory('one', { conversation: 'talk' }),
        memory('two', hers),
        memory('three'),
      ]);
      const ids = stored.map(({ id }) => id).sort();
      const first = await store.transfer.memories({ ...everything, after: '', passages: true, limit: 2 });
      expect(first.map((each) => each.memory.id)).toEqual(ids.slice(0, 2));
      expect(first[0]?.passages).toMatchObject([{ terms: first[0]?.memory.content }]);
      const rest = await store.transfer.memories({ ...everything, after: ids[1] ?? '', passages: false });
      expect(rest).toMatchObject([{ memory: { id: ids[2] }, passages: null }]);
      const own = await store.transfer.memories({ ...everything, within: { user: 'ada' }, after: '', passages: false });
      expect(own.map((each) => each.memory.content)).toEqual(['two']);
      const [known] = await store.transfer.known([stored[0]?.id ?? '', 'unknown']);
      expect(known).toMatchObject({ memory: { content: 'one' }, conversation: 'talk' });
    });

    it('adds new memories, and replaces those that have not changed meanwhile', async () => {
      const kept = one(await store.memories.add([memory('as it was')]));
      const other = one(await store.memories.add([memory('changed meanwhile')]));
      await store.memories.change(other.id, other.revision, { content: 'by somebody else', updatedAt: NOW + 1 });
      const instead = (before: Memory): { before: Memory; after: NewMemory } => ({
        before,
        after: memory('imported', { id: before.id, model: MODEL }),
      });
      const written = await store.transfer.put(
        [memory('fresh'), memory('of an id that is there', { id: kept.id })],
        [instead(kept), instead(other)],
      );
      expect(written.map(({ content }) => content)).toEqual(['fresh', 'imported']);
      expect((await store.memories.get(other.id, {}))?.content).toBe('by somebody else');
    });

    it('finds a replaced memory by its new tags and no longer by its old ones, even if its text stays', async () => {
      const before = one(
        await store.memories.add([memory('text', { tags: ['old'], passages: [{ terms: 'text old', vector: null }] })]),
      );
      const passages = [{ terms: 'text new', vector: null }];
      await store.transfer.put([], [{ before, after: memory('text', { id: before.id, tags: ['new'], passages }) }]);
      const rows = async (word: string) => (await store.search.matching(weighed(word), now, 5)).map(({ row }) => row);
      expect(await rows('new')).toEqual([before.row]);
      expect(await rows('old')).toEqual([]);
    });

    it('returns what was noted about pairs of memories, and what was decided, in pages, within reach', async () => {
      const [old, fresh] = await store.memories.add([memory('old', { type: 'design' }), memory('new')]);
      const [hersOld, hersNew] = await store.memories.add([memory('her old', hers), memory('her new', hers)]);
      if (!old || !fresh || !hersOld || !hersNew) throw new Error('not stored');
      const noted = { similarity: 0.75, foundAt: NOW };
      await store.inbox.note([
        { kind: 'contradiction', memory: fresh, other: old, ...noted },
        { kind: 'duplicate', memory: hersNew, other: hersOld, ...noted },
      ]);
      await store.inbox.settle([hersNew.id, hersOld.id]);
      const first = { kind: 'contradiction', memory: fresh.id, other: old.id, ...noted, kept: false };
      const second = { kind: 'duplicate', memory: hersNew.id, other: hersOld.id, ...noted, kept: true };
      const [page] = await store.transfer.pairs({ within: {}, after: 0, limit: 1 });
      expect(page?.pair).toEqual(first);
      const pairs = async (query: object) =>
        (await store.transfer.pairs({ ...everything, after: 0, ...query })).map(({ pair }) => pair);
      expect(await pairs({ after: page?.id })).toEqual([second]);
      expect(await pairs({ within: { user: 'ada' } })).toEqual([second]);
      expect(await pairs({ types: ['design'] })).toEqual([]);
      expect(await pairs({ types: ['design', 'semantic'] })).toEqual([first, second]);
      expect(await pairs({ learnedBefore: old.ingestionTime })).toEqual([]);
      await store.forgetting.remove(old.id, {});
      expect(await pairs({})).toEqual([second]);
    });

    it('adds an entity, and gives one that was made by hand here only a missing description', async () => {
      const bare = await store.transfer.addEntity(entity('A', { type: 'service' }));
      const made = await store.transfer.addEntity(entity('A', { type: 'part', description: 'from a file' }));
      expect(made).toEqual({ ...bare, type: 'service', description: 'from a file' });
      expect(await store.transfer.addEntity(entity('A', { description: 'newer' }))).toEqual(made);
      expect(await store.transfer.entities({ ...everything, after: '' })).toEqual([made]);
    });

    it('adds an entity that a memory here merely mentions, and it outlives the memory', async () => {
      const source = one(await store.memories.add([memory('names it', { mentions: [mention('A')] })]));
      const offered = entity('A', { type: 'service', description: 'from a file' });
      const added = await store.transfer.addEntity(offered);
      expect(added).toMatchObject({ type: 'service', description: 'from a file', mentions: 1 });
      await store.forgetting.remove(source.id, {});
      const left = await store.transfer.entities({ ...everything, after: '' });
      expect(left).toEqual([{ ...added, mentions: 0 }]);
    });

    it('exports and imports hand-made edges between memories, each once', async () => {
      const [a, b] = (await store.memories.add([memory('a'), memory('b')])).map(({ id }) => id) as [string, string];
      const edge = { type: 'SEE', from: a, to: b, createdAt: NOW };
      expect(await store.transfer.relate(edge, {})).toBe(true);
      expect(await store.transfer.relate(edge, {})).toBe(false);
      expect(await store.transfer.relate({ ...edge, to: newId(NOW) }, {})).toBeNull();
      expect(await store.transfer.relate(edge, { user: 'ada' })).toBeNull();
      const told = newId(NOW);
      const claims = [{ type: 'TOLD', from: byId(told), to: byId(a) }];
      await store.memories.add([memory('tells', { id: told, trace: { names: [byId(told)], claims } })]);
      expect(await store.transfer.relationships({ ...everything, after: null })).toEqual([edge]);
      expect(await store.transfer.relationships({ ...everything, after: edge })).toEqual([]);
    });

    it('exports an edge within a session only if one of its ends is in it', async () => {
      const of = (session: string) => ({ scope: { ...NOWHERE, user: 'ada', session } });
      const [here, there, other] = await store.memories.add([
        memory('here', of('s1')),
        memory('there', of('s2')),
        memory('other', of('s2')),
      ]);
      if (!here || !there || !other) throw new Error('not stored');
      const out = { type: 'SEE', from: here.id, to: there.id, createdAt: NOW };
      await store.transfer.relate(out, {});
      await store.transfer.relate({ ...out, from: there.id, to: other.id }, {});
      const query = { limit: 10, after: null };
      const within = { user: 'ada', session: 's1' };
      expect(await store.transfer.relationships({ ...query, within })).toEqual([out]);
      expect(await store.transfer.relationships({ ...query, within: { user: 'bob' } })).toEqual([]);
      expect(await store.transfer.relationships({ ...query, within: { user: 'ada' } })).toHaveLength(2);
    });

    it('adds a relation told by a memory and by hand once, and it outlives the memory', async () => {
      const source = one(await store.memories.add([memory('told us')]));
      const [a, b] = [await store.graph.declareEntity(entity('A')), await store.graph.declareEntity(entity('B'))];
      const uses = relation(a.id, b.id);
      const told = { ...uses, memory: source.id };
      expect(await store.transfer.relateEntities(told, {})).toBe(true);
      expect(await store.transfer.relateEntities({ ...told, id: newId(NOW), memory: null }, {})).toBe(false);
      expect(await store.transfer.relateEntities({ ...told, id: newId(NOW), validFrom: NOW - 1 }, {})).toBe(true);
      await store.forgetting.remove(source.id, {});
      expect(await store.transfer.relations({ ...everything, after: '' })).toEqual([{ ...uses, memory: null }]);
    });

    it('leaves a relation between others as it is, even if one that is imported has its id', async () => {
      const source = one(await store.memories.add([memory('his', { scope: { ...NOWHERE, user: 'bob' } })]));
      const made = (name: string, user: string) =>
        store.graph.declareEntity(entity(name, { scope: { ...NOWHERE, user } }));
      const [x, y] = [await made('X', 'bob'), await made('Y', 'bob')];
      const his = { ...relation(x.id, y.id), memory: source.id };
      await store.transfer.relateEntities(his, {});
      const forged = relation((await made('P', 'ada')).id, (await made('Q', 'ada')).id);
      const added = await store.transfer.relateEntities({ ...forged, id: his.id, memory: null }, { user: 'ada' });
      expect(added).toBe(false);
      expect(await store.transfer.relations({ ...everything, after: '' })).toEqual([his]);
    });

    it('exports and imports entities, their relations and observations, with the memory that told them', async () => {
      const source = one(await store.memories.add([memory('told us')]));
      const foreign = one(await store.memories.add([memory('hers', hers)]));
      const [a, b] = [await store.graph.declareEntity(entity('A')), await store.graph.declareEntity(entity('B'))];
      const uses = { ...relation(a.id, b.id), memory: source.id };
      expect(await store.transfer.relateEntities(uses, {})).toBe(true);
      expect(await store.transfer.relateEntities(uses, {})).toBe(false);
      expect(await store.transfer.relateEntities({ ...uses, id: newId(NOW) }, {})).toBe(false);
      expect(await store.transfer.relateEntities({ ...uses, id: newId(NOW), to: newId(NOW) }, {})).toBeNull();
      const fact = { entity: a.id, text: 'A is old.', memory: source.id, createdAt: NOW };
      expect(await store.transfer.observe(fact, {})).toBe(true);
      expect(await store.transfer.observe(fact, {})).toBe(false);
      expect(await store.transfer.observe({ ...fact, memory: foreign.id }, { user: 'bob' })).toBeNull();
      const ids = [a.id, b.id].sort();
      expect((await store.transfer.entities({ ...everything, after: '' })).map(({ id }) => id)).toEqual(ids);
      expect(await store.transfer.relations({ ...everything, after: '' })).toEqual([uses]);
      const [observed] = await store.transfer.observations({ ...everything, after: 0 });
      expect(observed?.observation).toEqual(fact);
      expect(await store.transfer.observations({ ...everything, after: observed?.id ?? 0 })).toEqual([]);
      await store.forgetting.remove(source.id, {});
      expect(await store.graph.relations([a.row], 'both', { validAt: now.validAt })).toEqual([]);
    });
  });
}
