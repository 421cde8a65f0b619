// What project memories need of every store: types, edges by name, the bin, and history.
import { describe, expect, it } from 'vitest';
import type { NewMemory } from '../../engine/memories/ports.ts';
import { byId, traceOf } from '../../engine/memories/trace.ts';
import type { Memory, MemoryType } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import {
  again,
  memory,
  NOW,
  NOWHERE,
  now,
  type StoreUnderTest,
  useFreshStore,
  vector,
  weighed,
} from './store-fixture.ts';

export function traceSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const typed = async (type: MemoryType, content: string, overrides: Partial<NewMemory> = {}): Promise<Memory> => {
      const fresh = memory(content, { type, ...overrides });
      const [stored] = await store.memories.add([{ ...fresh, trace: traceOf(fresh) }]);
      if (!stored) throw new Error('not stored');
      return stored;
    };
    const edges = async (of: Memory, filter = now) =>
      (await store.trace.edges([of.row], 'both', filter)).map(({ type, from, to }) => [from, type, to]);

    describe('edges by name', () => {
      const REQUIREMENT = { requirement_id: 'REQ-1', implementing_components: ['auth-service'] };

      it('connect memories in whichever order they are stored', async () => {
        const requirement = await typed('requirements', 'Passwords are hashed.', { metadata: REQUIREMENT });
        expect(await edges(requirement)).toEqual([]);
        const component = await typed('component', 'Signs users in.', { metadata: { name: 'AuthService' } });
        const test = await typed('test_history', 'Passed for REQ-1.', { metadata: { test_name: 'hashes' } });
        expect(await edges(requirement)).toEqual([
          [component.row, 'IMPLEMENTS_REQ', requirement.row],
          [test.row, 'TESTS', requirement.row],
        ]);
      });

      it('tell names apart that differ only in a sign', async () => {
        const plain = await typed('component', 'The old parser.', { metadata: { name: 'C' } });
        const signed = await typed('component', 'The new parser.', { metadata: { name: 'C++' } });
        const user = await typed('component', 'The compiler.', { metadata: { name: 'cc', dependencies: ['C++'] } });
        expect(await edges(user)).toEqual([[user.row, 'DEPENDS_ON', signed.row]]);
        expect(await edges(plain)).toEqual([]);
      });

      it('never lead from one project or user to another', async () => {
        await typed('component', 'Theirs.', {
          metadata: { name: 'auth-service' },
          scope: { ...NOWHERE, project: 'other' },
        });
        const requirement = await typed('requirements', 'Ours.', { metadata: REQUIREMENT });
        expect(await edges(requirement)).toEqual([]);
      });

      it('disappear with either end, and return with another memory of that name', async () => {
        const requirement = await typed('requirements', 'Ours.', { metadata: REQUIREMENT });
        const first = await typed('component', 'First.', { metadata: { name: 'auth-service' } });
        expect(await edges(requirement)).toHaveLength(1);
        await store.forgetting.remove(first.id, {});
        expect(await edges(requirement)).toEqual([]);
        const second = await typed('component', 'Second.', { metadata: { name: 'auth-service' } });
        expect(await edges(requirement)).toEqual([[second.row, 'IMPLEMENTS_REQ', requirement.row]]);
        expect((await store.network(now).schema()).types.get('IMPLEMENTS_REQ')).toBe(1);
      });

      it('are hidden if an end is no longer valid', async () => {
        const requirement = await typed('requirements', 'Ours.', { metadata: REQUIREMENT });
        await typed('component', 'Gone.', { metadata: { name: 'auth-service' }, validUntil: NOW + 1 });
        expect(await edges(requirement)).toEqual([]);
      });

      it('follow a change of the metadata, while hand-made ones stay', async () => {
        const component = await typed('component', 'One.', { metadata: { name: 'auth-service' } });
        const other = memory('Plain.', { relations: [] });
        await store.memories.add([
          { ...other, relations: [{ type: 'NOTES', from: byId(other.id), to: byId(component.id) }] },
        ]);
        const requirement = await typed('requirements', 'Ours.', { metadata: REQUIREMENT });
        expect((await edges(component)).map(([, type]) => type)).toEqual(['IMPLEMENTS_REQ', 'NOTES']);
        const metadata = { requirement_id: 'REQ-1' };
        await store.memories.change(requirement.id, requirement.revision, {
          metadata,
          trace: traceOf({ ...requirement, metadata }),
          updatedAt: NOW,
        });
        expect((await edges(component)).map(([, type]) => type)).toEqual(['NOTES']);
      });

      it('show which memory answers to a name', async () => {
        const requirement = await typed('requirements', 'REQ-7: fast.');
        const [name] = traceOf(requirement).names.filter(({ label }) => label === 'Requirement');
        expect(name && (await store.trace.named([name], now))).toEqual([{ row: requirement.row, key: 'req 7' }]);
      });
    });

    describe('the bin', () => {
      it('removes a memory from everything else', async () => {
        const component = await typed('component', 'auth', { metadata: { name: 'auth' } });
        await typed('requirements', 'must', { metadata: { requirement_id: 'R-1', implementing_components: ['auth'] } });
        expect(await store.forgetting.discard(component.id, {}, NOW)).toBe(true);
        expect(await store.memories.get(component.id, {})).toBeNull();
        expect(await store.search.matching(weighed('auth'), now, 5)).toEqual([]);
        expect(await store.forgetting.discarded({})).toBe(1);
        expect(await store.forgetting.idsEnding(component.id.slice(-6), {})).toEqual([component.id]);
        expect(await store.forgetting.idsEnding(component.id.slice(-6), { user: 'ada' })).toEqual([]);
        expect(await store.forgetting.discarded({ user: 'ada' })).toBe(0);
        expect(await store.forgetting.discard(component.id, {}, NOW)).toBe(false);
      });

      it('loses old memories, and those deleted permanently', async () => {
        const [old, recent] = [await typed('design', 'old'), await typed('design', 'recent')];
        await store.forgetting.discard(old.id, {}, NOW - 10);
        await store.forgetting.discard(recent.id, {}, NOW);
        expect(await store.forgetting.purge(NOW)).toBe(1);
        expect(await store.forgetting.discarded({})).toBe(1);
        expect(await store.forgetting.remove(recent.id, { user: 'eve' })).toBe(false);
        expect(await store.forgetting.remove(recent.id, {})).toBe(true);
        expect(await store.forgetting.discarded({})).toBe(0);
      });
    });

    describe('a memory out of the bin', () => {
      const successorOf = async (id: string) => (await store.memories.get(id, {}))?.supersededBy;
      const forget = (id: string) => store.forgetting.discard(id, {}, NOW);

      const replaced = async () => {
        const newer = await typed('design', 'new');
        const old = await typed('design', 'old', { validUntil: NOW, supersededBy: newer.id });
        return { newer, old };
      };

      it('has its history', async () => {
        const design = await typed('design', 'one');
        const second = await store.memories.change(design.id, design.revision, { content: 'two', updatedAt: NOW + 1 });
        await store.memories.change(design.id, second?.revision ?? 0, { importance: 9, updatedAt: NOW + 2 });
        const history = await store.memories.history(design.id);
        await forget(design.id);
        expect(await store.memories.history(design.id)).toEqual([]);
        expect(await again(store, design.id)).toMatchObject({ content: 'two', importance: 9 });
        expect(await store.memories.history(design.id)).toEqual(history);
        expect(await again(store, design.id)).toBeNull();
      });

      const refined = async () => {
        const known = await typed('design', 'known');
        const fresh = memory('refined', { type: 'design' });
        const relations = [{ type: 'REFINES', from: byId(fresh.id), to: byId(known.id) }];
        const [refining] = await store.memories.add([{ ...fresh, trace: traceOf(fresh), relations }]);
        return { known, refining: refining ?? known };
      };

      it('has the edges that were made by hand, from it and to it', async () => {
        const { known, refining } = await refined();
        await forget(known.id);
        expect(await edges(refining)).toEqual([]);
        const back = (await again(store, known.id)) ?? known;
        expect(await edges(back)).toEqual([[refining.row, 'REFINES', back.row]]);
        await forget(refining.id);
        const other = (await again(store, refining.id)) ?? refining;
        expect(await edges(back)).toEqual([[other.row, 'REFINES', back.row]]);
      });

      it('has its edge to what was in the bin with it, in any order, but not to what is gone', async () => {
        for (const order of [
          ['known', 'refining'],
          ['refining', 'known'],
        ] as const) {
          const both = await refined();
          for (const each of order) await forget(both[each].id);
          for (const each of order) await again(store, both[each].id);
          const known = (await store.memories.get(both.known.id, {})) ?? both.known;
          expect((await edges(known)).map(([, type]) => type)).toEqual(['REFINES']);
        }
        const { known, refining } = await refined();
        await forget(refining.id);
        await store.forgetting.remove(known.id, {});
        expect(await edges((await again(store, refining.id)) ?? refining)).toEqual([]);
      });

      it('replaces again what it replaced, which meanwhile refers to nothing', async () => {
        const { newer, old } = await replaced();
        await forget(newer.id);
        expect(await successorOf(old.id)).toBeNull();
        const restored = await again(store, newer.id);
        expect(await successorOf(old.id)).toBe(newer.id);
        expect((await store.memories.replacedBy([restored?.row ?? 0], {})).get(restored?.row ?? 0)?.id).toBe(old.id);
      });

      it('does not replace what something else has replaced since, nor what holds again', async () => {
        const { newer, old } = await replaced();
        const other = await typed('design', 'other');
        const holding = await typed('design', 'holding', { validUntil: NOW, supersededBy: newer.id });
        await forget(newer.id);
        await store.memories.change(old.id, old.revision, { supersededBy: other.id, updatedAt: NOW });
        await store.memories.change(holding.id, holding.revision, { validUntil: null, updatedAt: NOW });
        await again(store, newer.id);
        expect(await successorOf(old.id)).toBe(other.id);
        expect(await successorOf(holding.id)).toBeNull();
      });

      it('is replaced again by what was in the bin with it, in any order', async () => {
        for (const [first, last] of [
          ['old', 'newer'],
          ['newer', 'old'],
        ] as const) {
          for (const [back, backLast] of [
            ['old', 'newer'],
            ['newer', 'old'],
          ] as const) {
            const both = await replaced();
            await forget(both[first].id);
            await forget(both[last].id);
            await again(store, both[back].id);
            if (back === 'old') expect(await successorOf(both.old.id)).toBeNull();
            await again(store, both[backLast].id);
            expect(await successorOf(both.old.id)).toBe(both.newer.id);
          }
        }
      });

      const merge = async (id: string, into: Memory) => {
        const gone = await store.memories.get(id, {});
        if (!gone) throw new Error('not stored');
        const names = { mentions: [], phrases: [] };
        const trace = { names: [byId(into.id)], claims: [] };
        const merges = [{ before: into, after: into, conversation: null, trace, names, gone: [gone] }];
        const plan = { within: {}, at: NOW, merges, orphans: false, refreshed: [], expiry: 0 };
        expect((await store.normalising.apply(plan, () => {})).merged).toHaveLength(1);
      };

      it('is replaced by what its successor was merged into meanwhile', async () => {
        const { newer, old } = await replaced();
        const kept = await typed('design', 'kept');
        await forget(old.id);
        await merge(newer.id, kept);
        await again(store, old.id);
        expect(await successorOf(old.id)).toBe(kept.id);
        expect((await store.memories.replacedBy([kept.row], {})).get(kept.row)?.id).toBe(old.id);
      });

      it('replaces what its predecessor was merged into meanwhile', async () => {
        const { newer, old } = await replaced();
        const kept = await typed('design', 'kept', { validUntil: NOW });
        await forget(newer.id);
        await merge(old.id, kept);
        const restored = await again(store, newer.id);
        expect(await successorOf(kept.id)).toBe(newer.id);
        expect((await store.memories.replacedBy([restored?.row ?? 0], {})).get(restored?.row ?? 0)?.id).toBe(kept.id);
      });

      it('is known in the bin by the ids of memories that were merged into it, within reach', async () => {
        const [kept, gone] = [await typed('design', 'kept'), await typed('design', 'gone')];
        await merge(gone.id, kept);
        expect(await store.forgetting.mergedInBin({})).toEqual(new Map());
        await forget(kept.id);
        expect(await store.forgetting.mergedInBin({})).toEqual(new Map([[gone.id, kept.id]]));
        expect(await store.forgetting.mergedInBin({ user: 'ada' })).toEqual(new Map());
      });

      it('leaves the id of a memory that was merged into it to the one that has it by now', async () => {
        const [kept, gone] = [await typed('design', 'kept'), await typed('design', 'gone')];
        await merge(gone.id, kept);
        await forget(kept.id);
        const own = await typed('design', 'gone again', { id: gone.id });
        await again(store, kept.id);
        expect((await store.memories.get(gone.id, {}))?.id).toBe(own.id);
        await store.forgetting.remove(own.id, {});
        expect(await store.memories.get(gone.id, {})).toBeNull();
      });

      it('refers to nothing that was deleted permanently', async () => {
        const { newer, old } = await replaced();
        await forget(old.id);
        await store.forgetting.remove(newer.id, {});
        expect((await store.forgetting.binned(old.id, {}))?.memory.supersededBy).toBeNull();
        await again(store, old.id);
        expect(await successorOf(old.id)).toBeNull();
      });
    });

    describe('the log of changes', () => {
      it('keeps the old values of changed fields, latest first, and ignores accesses', async () => {
        const design = await typed('design', 'one');
        const second = await store.memories.change(design.id, design.revision, { content: 'two', updatedAt: NOW + 1 });
        await store.memories.change(design.id, second?.revision ?? 0, { importance: 9, updatedAt: NOW + 2 });
        await store.memories.touch(design.id, NOW + 3);
        expect(await store.memories.history(design.id)).toEqual([
          { changedAt: NOW + 2, before: { importance: 1 } },
          { changedAt: NOW + 1, before: { content: 'one' } },
        ]);
        expect(await store.memories.get(design.id, {})).toMatchObject({
          content: 'two',
          accesses: 1,
          accessedAt: NOW + 3,
        });
      });
    });

    describe('a narrow search', () => {
      it('finds the only memory of its type even if thousands of others are nearer', async () => {
        const wanted = await typed('requirements', 'hash', { passages: [{ terms: 'hash', vector: vector(1) }] });
        await store.memories.add(
          Array.from({ length: 3300 }, () => memory('hash', { passages: [{ terms: 'hash', vector: vector(0) }] })),
        );
        const filter = { ...now, types: ['requirements'] };
        expect((await store.search.nearest(vector(0), filter, 3)).map(({ row }) => row)).toEqual([wanted.row]);
        expect((await store.search.matching(weighed('hash'), filter, 3)).map(({ row }) => row)).toEqual([wanted.row]);
        expect(await store.memories.types({})).toEqual(
          new Map([
            ['requirements', 1],
            ['semantic', 3300],
          ]),
        );
      });

      it('finds what was learned in a period, and untyped memories by their kind', async () => {
        const early = await typed('design', 'plan', { ingestionTime: NOW - 100 });
        const [plain] = await store.memories.add([memory('plan')]);
        const rows = async (filter: object) =>
          (await store.search.matching(weighed('plan'), { ...now, ...filter }, 5)).map(({ row }) => row);
        expect(await rows({ until: NOW })).toEqual([early.row]);
        expect(await rows({ since: NOW })).toEqual([plain?.row]);
        expect(await rows({ types: ['semantic'] })).toEqual([plain?.row]);
        expect(await store.memories.list({ within: {}, types: ['design'], limit: 9, offset: 0 })).toEqual([early]);
      });
    });
  });
}
