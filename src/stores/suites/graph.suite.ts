// What every store must do with entities and relations.
import { describe, expect, it } from 'vitest';
import { newId } from '../../engine/ids.ts';
import type { NewMemory } from '../../engine/memories/ports.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Store } from '../../engine/ports.ts';
import { nameKey } from '../../engine/text/names.ts';
import { joinedTerms } from '../../engine/text/terms.ts';
import {
  entity,
  memory,
  mention,
  NOW,
  NOWHERE,
  now,
  relation,
  type StoreUnderTest,
  useFreshStore,
} from './store-fixture.ts';

export function graphSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const add = async (...memories: NewMemory[]) => store.memories.add(memories);

    describe('graph', () => {
      it('keeps one entity per name and adds new details to it', async () => {
        const first = await store.graph.declareEntity(entity('Redis'));
        const again = await store.graph.declareEntity(entity('redis', { type: 'database', description: 'a cache' }));
        expect(again.id).toBe(first.id);
        expect(again).toMatchObject({ name: 'Redis', type: 'database', description: 'a cache' });
        expect(await store.graph.entitiesByRow([again.row, again.row + 1])).toEqual([again]);
      });

      it('prefers the spelling of a declared entity over that of a memory that mentioned it', async () => {
        await add(memory('REDIS is down', { mentions: [mention('REDIS')] }));
        expect((await store.graph.declareEntity(entity('Redis'))).name).toBe('Redis');
      });

      it('keeps one relation per type between two entities, with the latest weight', async () => {
        const [a, b] = await Promise.all(['A', 'B'].map((n) => store.graph.declareEntity(entity(n))));
        if (!a || !b) throw new Error('not made');
        const first = await store.graph.relate(relation(a.id, b.id, { weight: 0.2 }));
        const again = await store.graph.relate(relation(a.id, b.id, { weight: 0.9 }));
        expect(again).toMatchObject({ id: first?.id, from: a.id, to: b.id, weight: 0.9 });
        await store.graph.relate(relation(b.id, a.id));
        await store.graph.relate(relation(a.id, b.id, { type: 'knows' }));
        expect(await store.graph.relations([a.row], 'both', { validAt: NOW + 1 })).toHaveLength(3);
      });

      it('creates no relation to a deleted entity', async () => {
        const kept = await store.graph.declareEntity(entity('Kept'));
        expect(await store.graph.relate(relation(kept.id, 'gone'))).toBeNull();
        expect(await store.graph.relations([kept.row], 'both', { validAt: NOW + 1 })).toEqual([]);
      });

      it('finds the memories that mention an entity, however many there are', async () => {
        const own = { mentions: [mention('Hub')], scope: { ...NOWHERE, session: 'own' } };
        const memories = await add(
          ...Array.from({ length: 30 }, (_, i) => memory(`m${i}`, own)),
          memory('ended', { ...own, validUntil: NOW + 1 }),
          memory('of another session', { ...own, scope: { ...NOWHERE, session: 'other' } }),
        );
        const [edge] = await store.graph.mentionsOf([memories[0]?.row ?? 0], 50);
        const filter = { within: { session: 'own' }, validAt: NOW + 2 };
        const newest = memories.slice(27, 30).map(({ row }) => row);
        expect(await store.graph.memoriesNaming(edge?.entity ?? 0, filter, 3)).toEqual(newest.reverse());
        expect(await store.graph.memoriesNaming(edge?.entity ?? 0, filter, 50)).toHaveLength(30);
      });

      it('separates the entities of two users', async () => {
        const mine = await store.graph.declareEntity(entity('Redis', { scope: { ...NOWHERE, user: 'ada' } }));
        const theirs = await store.graph.declareEntity(entity('Redis', { scope: { ...NOWHERE, user: 'bob' } }));
        expect(mine.id).not.toBe(theirs.id);
        expect(await store.graph.entity(theirs.id, { user: 'ada' })).toBeNull();
        expect(await store.graph.entitiesByKey(['redis'], { user: 'ada' })).toMatchObject([{ row: mine.row }]);
      });

      it('finds relations by direction, strongest first, while they are valid', async () => {
        const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((n) => store.graph.declareEntity(entity(n))));
        if (!a || !b || !c) throw new Error('not made');
        await store.graph.relate(relation(a.id, b.id, { weight: 0.2 }));
        await store.graph.relate(relation(a.id, c.id, { weight: 0.9 }));
        await store.graph.relate(relation(c.id, a.id, { validUntil: NOW + 5 }));
        const targets = async (direction: 'outgoing' | 'incoming' | 'both', at: number) =>
          (await store.graph.relations([a.row], direction, { validAt: at, past: true })).map(({ to }) => to);
        expect(await targets('outgoing', NOW + 9)).toEqual([c.id, b.id]);
        expect(await targets('incoming', NOW + 1)).toEqual([a.id]);
        expect(await targets('incoming', NOW + 5)).toEqual([]);
        expect((await targets('both', NOW + 1)).length).toBe(3);
      });

      it('links memories to what they mention, and limits hubs to memories about them', async () => {
        const memories = await add(
          ...Array.from({ length: 5 }, (_, i) => memory(`m${i}`, { mentions: [mention('Hub', i === 3)] })),
        );
        const [edge] = await store.graph.mentionsOf([memories[0]?.row ?? 0], 50);
        expect(edge).toMatchObject({ mentions: 5, subjects: 1, subject: false });
        const hub = edge?.entity ?? 0;
        const [lonely] = await add(memory('lonely', { mentions: [mention('Hapax')] }));
        expect(await store.graph.mentionsOf([lonely?.row ?? 0], 50)).toEqual([]);
        expect(await store.graph.mentionedBy([hub], 10)).toHaveLength(5);
        expect((await store.graph.mentionedBy([hub], 4)).map((each) => each.memory)).toEqual([memories[3]?.row]);
        expect(
          await store.graph.mentioning(
            memories.map((m) => m.row),
            [hub],
          ),
        ).toHaveLength(5);
      });

      it('links a memory to the subject of another, whichever came first', async () => {
        const about = (name: string) =>
          memory(`${name}\n\nall of it`, {
            mentions: [mention(name, true)],
            passages: [{ terms: 'release train', vector: null }],
          });
        const [older] = await add(
          memory('board the release train soon', {
            passages: [{ terms: 'board the releas train soon', vector: null }],
          }),
        );
        await add(about('Release train'));
        const [newer] = await add(
          memory('the release train is late', { phrases: ['the release', 'release train', 'train is'] }),
        );
        const [elsewhere] = await add(
          memory('release train', { phrases: ['release train'], scope: { ...NOWHERE, user: 'bob' } }),
        );
        const linked = async (row: number | undefined) => (await store.graph.mentionsOf([row ?? 0], 50)).length;
        expect(await Promise.all([older, newer, elsewhere].map((each) => linked(each?.row)))).toEqual([1, 1, 0]);
      });

      it('links a declared name to the older memories that hold it, by words or by its signs', async () => {
        const texts = ['Ship it 🚀!', 'Parsers are in C++.', 'Headers are in C.', 'Nothing here.'];
        const older = await add(
          ...texts.map((text) => memory(text, { passages: [{ terms: joinedTerms(text), vector: null }] })),
        );
        const [elsewhere] = await add(memory('🚀', { scope: { ...NOWHERE, user: 'bob' } }));
        const naming = async (name: string) => {
          const { row } = await store.graph.declareEntity(entity(name, { key: nameKey(name) }));
          return (await store.graph.mentionedBy([row], 50)).map(({ memory: found }) => found);
        };
        expect(await naming('🚀')).toEqual([older[0]?.row]);
        expect(await naming('🚀')).not.toContain(elsewhere?.row);
        expect(await naming('C++')).toEqual([older[1]?.row]);
        expect(await naming('C')).toEqual([older[2]?.row]);
      });

      it('knows the neighbours of a memory in its conversation', async () => {
        const talk = await add(
          ...['a', 'b', 'c'].map((text, i) => memory(text, { conversation: 'talk', eventTime: NOW + i })),
        );
        await add(memory('other talk', { conversation: 'else' }), memory('no talk'));
        const beside = await store.graph.neighbours([talk[1]?.row ?? 0]);
        expect(beside.map(({ neighbour }) => neighbour)).toEqual([talk[0]?.row, talk[2]?.row]);
      });

      it('returns the edges of a whole frontier at once, each once, and none beyond the reach', async () => {
        const claim = (from: string, to: string) => ({ type: 'USES', from: byId(from), to: byId(to) });
        const [a, b] = [newId(NOW), newId(NOW)];
        const [first, second] = await add(
          memory('one', { id: a, conversation: 'talk', mentions: [mention('Shared')] }),
          memory('two', { id: b, conversation: 'talk', mentions: [mention('Shared')], relations: [claim(b, a)] }),
          memory('theirs', { scope: { ...NOWHERE, user: 'bob' }, relations: [claim(a, b)] }),
        );
        const [from, to] = [
          await store.graph.declareEntity(entity('From')),
          await store.graph.declareEntity(entity('To')),
        ];
        await store.graph.relate(relation(from.id, to.id, { weight: 0.5 }));
        const asked = { memories: [first?.row ?? 0, second?.row ?? 0], entities: [from.row, to.row] };
        const found = await store.frontier.edges(asked, 50, now);
        expect(found.memories).toEqual(expect.arrayContaining(asked.memories));
        expect(found.entities).toEqual(expect.arrayContaining(asked.entities));
        expect(found.mentions).toHaveLength(2);
        expect(found.neighbours.map(({ memory, neighbour }) => [memory, neighbour]).sort()).toEqual(
          [asked.memories, asked.memories.toReversed()].sort(),
        );
        expect(found.traces.filter(({ from }) => from === second?.row)).toEqual([
          { type: 'USES', from: second?.row, to: first?.row },
        ]);
        expect(found.relations).toMatchObject([{ fromRow: from.row, toRow: to.row, weight: 0.5 }]);
        const elsewhere = await store.frontier.edges(asked, 50, { within: { user: 'bob' }, validAt: NOW + 1 });
        expect([elsewhere.traces, elsewhere.relations]).toEqual([[], []]);
      });

      it('drops an entity with the last memory that mentioned it, unless it was declared', async () => {
        const [stored] = await add(memory('m', { mentions: [mention('Fleeting'), mention('Kept')] }));
        await store.graph.declareEntity(entity('Kept'));
        await store.forgetting.remove(stored?.id ?? '', {});
        const left = await store.graph.entitiesByKey(['fleeting', 'kept'], {});
        expect(left.map(({ key, mentions }) => [key, mentions])).toEqual([['kept', 0]]);
      });

      it('gives no number to a second entity or relation, even when the first is gone', async () => {
        const numbers = async (name: string) => {
          const ends = { from: entity(name), to: entity(`${name} end`) };
          const edge = await store.knowledge.relateOnce({ ...relation('', ''), ...ends }, null);
          await add(memory('m', { mentions: [mention(`${name} mentioned`)] }));
          const known = await store.graph.entitiesByKey([name, `${name} end`, `${name} mentioned`], {});
          return { edge, entities: known.map(({ row }) => row) };
        };
        const first = await numbers('first');
        await store.forgetting.reset({}, {});
        const second = await numbers('second');
        expect(second.edge).toBeGreaterThan(first.edge);
        expect(Math.min(...second.entities)).toBeGreaterThan(Math.max(...first.entities));
        expect(second.entities).toHaveLength(3);
      });
    });
  });
}
