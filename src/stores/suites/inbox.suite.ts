// What every store must do with the inbox, recalls and logins.
import { describe, expect, it } from 'vitest';
import type { PairKind, Proposal } from '../../engine/inbox/ports.ts';
import type { Speaker } from '../../engine/memories/quotes.ts';
import type { Store } from '../../engine/ports.ts';
import type { Recall } from '../../engine/recalls/ports.ts';
import { again, memory, NOW, NOWHERE, type StoreUnderTest, useFreshStore, weighed } from './store-fixture.ts';

const ADA = { ...NOWHERE, user: 'ada' };

export function inboxSuite(name: string, create: () => StoreUnderTest): void {
  describe(`${name}: the inbox`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const open = { within: {}, at: NOW + 1, after: null, limit: 10 };

    async function pair(scope = NOWHERE, kind: PairKind = 'duplicate') {
      const [other, fresh] = await store.memories.add([memory('old', { scope }), memory('new', { scope })]);
      if (!other || !fresh) throw new Error('not stored');
      await store.inbox.note([{ kind, memory: fresh, other, similarity: 0.97, foundAt: NOW }]);
      return { other, fresh };
    }

    it('shows a pair while both memories exist, are valid and within reach', async () => {
      const { other, fresh } = await pair(ADA);
      const [found] = await store.inbox.pairs('duplicate', open);
      expect(found).toMatchObject({ memory: { content: 'new' }, other: { content: 'old' }, similarity: 0.97 });
      expect(await store.inbox.countPairs('duplicate', {}, NOW + 1)).toBe(1);
      expect(await store.inbox.pairs('contradiction', open)).toEqual([]);
      expect(await store.inbox.pairs('duplicate', { ...open, within: { user: 'bob' } })).toEqual([]);
      expect(await store.inbox.pair([fresh.id, other.id], { user: 'bob' })).toBeNull();
      await store.memories.change(other.id, other.revision, { validUntil: NOW, updatedAt: NOW });
      expect(await store.inbox.pairs('duplicate', open)).toEqual([]);
    });

    it('continues a list after a pair that was decided meanwhile', async () => {
      for (let i = 0; i < 4; i++) await pair();
      const first = await store.inbox.pairs('duplicate', { ...open, limit: 2 });
      const last = first.at(-1);
      if (!last) throw new Error('not listed');
      await store.forgetting.remove(last.memory.id, {});
      const rest = await store.inbox.pairs('duplicate', { ...open, after: last.seq });
      expect(rest).toHaveLength(2);
      expect(rest.every(({ seq }) => seq < last.seq)).toBe(true);
    });

    it('knows which memories a newer one contradicts, unless it was decided to keep both', async () => {
      const [old, next, last] = await store.memories.add(
        ['old', 'next', 'last'].map((content) => memory(content, { scope: ADA })),
      );
      if (!old || !next || !last) throw new Error('not stored');
      const contradicts = (fresh: typeof old, other: typeof old) =>
        ({ kind: 'contradiction', memory: fresh, other, similarity: 0.6, foundAt: NOW }) as const;
      await store.inbox.note([contradicts(last, old), contradicts(next, old), contradicts(last, next)]);
      const rows = [old.row, next.row, last.row];
      const successors = (within = {}) => store.inbox.successors(rows, within, NOW + 1);
      expect([...(await successors())].toSorted(([a], [b]) => a - b)).toEqual([
        [old.row, { row: last.row, id: last.id, content: 'last' }],
        [next.row, { row: last.row, id: last.id, content: 'last' }],
      ]);
      expect((await successors({ user: 'bob' })).size).toBe(0);
      await store.inbox.settle([last.id, old.id]);
      expect((await successors()).get(old.row)?.id).toBe(next.id);
      await store.memories.change(next.id, next.revision, { eventTime: NOW - 1000, updatedAt: NOW });
      expect((await successors()).has(old.row)).toBe(false);
    });

    it('notes two memories once, whichever of them is named first', async () => {
      const [first, second] = await store.memories.add([memory('one'), memory('other')]);
      if (!first || !second) throw new Error('not stored');
      const found = [
        { memory: first, other: second },
        { memory: second, other: first },
      ];
      await store.inbox.note(found.map((each) => ({ kind: 'duplicate', ...each, similarity: 0.9, foundAt: NOW })));
      expect(await store.inbox.pairs('duplicate', open)).toMatchObject([{ memory: { content: 'one' } }]);
    });

    it('forgets a pair with either memory, and hides a settled one, whichever way round it is found again', async () => {
      const first = await pair();
      await store.forgetting.remove(first.other.id, {});
      expect(await store.inbox.pairs('duplicate', open)).toEqual([]);
      const { other, fresh } = await pair();
      await store.inbox.settle([fresh.id, other.id]);
      for (const found of [
        { memory: fresh, other },
        { memory: other, other: fresh },
      ])
        await store.inbox.note([{ kind: 'duplicate', ...found, similarity: 1, foundAt: NOW }]);
      expect(await store.inbox.countPairs('duplicate', {}, NOW + 1)).toBe(0);
      expect(await store.inbox.pair([fresh.id, other.id], {})).toBeNull();
    });

    it('remembers a decision to keep both, until one of them gets another text', async () => {
      const { other, fresh } = await pair();
      const key = [fresh.id, other.id] as const;
      expect(await store.inbox.settled([key])).toEqual([]);
      await store.inbox.settle(key);
      const turned = [other.id, fresh.id] as const;
      const kept = await store.inbox.settled([turned, ['x', 'y'], key]);
      expect(new Set(kept.map(String))).toEqual(new Set([turned, key].map(String)));
      const untold = await store.memories.change(other.id, other.revision, { importance: 3, updatedAt: NOW });
      expect(await store.inbox.settled([key])).toEqual([key]);
      await store.memories.change(other.id, untold?.revision ?? 0, { content: 'older', updatedAt: NOW });
      expect(await store.inbox.settled([key])).toEqual([]);
    });

    const settledPair = async () => {
      const { other, fresh } = await pair();
      const key = [fresh.id, other.id] as const;
      await store.inbox.settle(key);
      return { key, isSettled: async () => (await store.inbox.settled([key])).length === 1 };
    };
    const forget = (id: string) => store.forgetting.discard(id, {}, NOW);

    it('remembers a decision to keep both when one of them comes out of the bin', async () => {
      for (const side of [0, 1]) {
        const { key, isSettled } = await settledPair();
        const id = key[side] ?? '';
        await forget(id);
        expect(await isSettled()).toBe(false);
        const [memory, other] = [await again(store, id), await store.memories.get(key[1 - side] ?? '', {})];
        expect(await isSettled()).toBe(true);
        if (!memory || !other) throw new Error('not stored');
        const found = side === 0 ? { memory, other } : { memory: other, other: memory };
        await store.inbox.note([{ kind: 'duplicate', ...found, similarity: 1, foundAt: NOW }]);
        expect(await store.inbox.pair(key, {})).toBeNull();
      }
    });

    it('remembers a decision to keep both when both come out of the bin, in any order', async () => {
      for (const [first, last] of [
        [0, 1],
        [1, 0],
      ] as const) {
        for (const [back, backLast] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const { key, isSettled } = await settledPair();
          await forget(key[first]);
          await forget(key[last]);
          await again(store, key[back]);
          expect(await isSettled()).toBe(false);
          await again(store, key[backLast]);
          expect(await isSettled()).toBe(true);
        }
      }
    });

    it('forgets a decision to keep both if the other gets another text while one is in the bin', async () => {
      const { key, isSettled } = await settledPair();
      const [one, other] = key;
      const change = async (change: { content: string } | { importance: number }) =>
        store.memories.change(other, (await store.memories.get(other, {}))?.revision ?? 0, {
          ...change,
          updatedAt: NOW,
        });
      await forget(one);
      await change({ importance: 3 });
      await again(store, one);
      expect(await isSettled()).toBe(true);
      await forget(one);
      await change({ content: 'older' });
      await again(store, one);
      expect(await isSettled()).toBe(false);
    });

    it('keeps no decision about a memory that was deleted permanently, and restores the other', async () => {
      const { key, isSettled } = await settledPair();
      const [one, other] = key;
      await forget(one);
      await store.forgetting.remove(other, {});
      expect(await again(store, one)).toMatchObject({ id: one });
      expect(await isSettled()).toBe(false);
    });

    it.each(['memory', 'other'] as const)('forgets a pair once its %s gets another text', async (side) => {
      const [duplicate, contradiction] = [await pair(), await pair(NOWHERE, 'contradiction')];
      for (const { fresh, other } of [duplicate, contradiction]) {
        const { id, revision } = side === 'memory' ? fresh : other;
        await store.memories.change(id, revision, { content: 'another', updatedAt: NOW });
      }
      expect(await store.inbox.countPairs('contradiction', {}, NOW + 1)).toBe(0);
      expect(await store.inbox.countPairs('duplicate', {}, NOW + 1)).toBe(0);
    });

    const proposal = (id: string, content: string): Proposal => ({
      id,
      scope: ADA,
      content,
      kind: 'semantic',
      type: null,
      tags: ['a'],
      metadata: { b: 1 },
      by: 'ada',
      source: 'hook',
      proposedAt: NOW,
    });

    it('keeps proposals separate from memories, and accepts the same text once', async () => {
      expect(await store.inbox.propose(proposal('0'.repeat(20), 'deploy'), 'd1')).toBe(true);
      expect(await store.inbox.propose(proposal('1'.repeat(20), 'deploy'), 'd1')).toBe(false);
      expect(await store.inbox.proposals({}, null, 10)).toEqual([proposal('0'.repeat(20), 'deploy')]);
      expect(await store.memories.count({})).toBe(0);
      expect(await store.search.matching(weighed('deploy'), { within: {}, validAt: NOW + 1 }, 10)).toEqual([]);
      expect(await store.inbox.countProposals({ user: 'bob' })).toBe(0);
      expect(await store.inbox.proposal('0'.repeat(20), { user: 'bob' })).toBeNull();
    });

    it('refuses a proposal that was rejected before, but not one that was withdrawn', async () => {
      await store.inbox.propose(proposal('0'.repeat(20), 'one'), 'd1');
      await store.inbox.propose(proposal('1'.repeat(20), 'two'), 'd2');
      expect(await store.inbox.withdraw('0'.repeat(20), { user: 'bob' }, true)).toBe(false);
      expect(await store.inbox.withdraw('0'.repeat(20), {}, true)).toBe(true);
      expect(await store.inbox.withdraw('1'.repeat(20), {}, false)).toBe(true);
      expect(await store.inbox.propose(proposal('2'.repeat(20), 'one'), 'd1')).toBe(false);
      expect(await store.inbox.propose(proposal('3'.repeat(20), 'two'), 'd2')).toBe(true);
    });

    it('loses proposals with everything else in their scope', async () => {
      await store.inbox.propose(proposal('0'.repeat(20), 'one'), 'd1');
      await store.forgetting.reset({ user: 'ada' }, null);
      expect(await store.inbox.countProposals({})).toBe(0);
    });
  });

  describe(`${name}: recalls`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    let number = 0;
    const recall = (change: Partial<Recall> = {}): Recall => ({
      id: `r${String(++number).padStart(6, '0')}`,
      at: NOW,
      who: 'ada',
      user: null,
      project: null,
      session: null,
      profile: 'memory-mcp',
      tool: 'recall',
      client: 'test 1',
      question: 'what?',
      given: [{ source: 'memory', id: 'm1', score: 0.5, parts: { words: 1 } }],
      weak: false,
      confidence: 0.4,
      tokens: 10,
      ms: 1.5,
      useful: null,
      ...change,
    });
    const list = (query = {}) => store.recalls.list({ owners: {}, only: 'all', limit: 10, ...query });

    it('are returned complete, newest first, to actors that match their owner', async () => {
      const [first, second] = [recall(), recall({ who: 'bob', project: 'shop', given: [], weak: true })];
      await store.recalls.add([first, second], 0);
      expect(await list()).toEqual([second, first]);
      expect(await list({ after: second.id })).toEqual([first]);
      expect(await list({ owners: { who: 'ada' } })).toEqual([first]);
      expect(await list({ owners: { project: 'shop' } })).toEqual([second]);
      expect(await list({ only: 'empty' })).toEqual([second]);
      expect(await list({ only: 'weak' })).toEqual([second]);
      expect(await list({ memory: 'm1' })).toEqual([first]);
      expect(await list({ tool: 'search_text' })).toEqual([]);
    });

    it('are rated only by their owner', async () => {
      const one = recall();
      await store.recalls.add([one], 0);
      expect(await store.recalls.judge(one.id, { who: 'bob' }, true)).toBeNull();
      expect(await store.recalls.judge(one.id, { who: 'ada' }, true)).toEqual({ ...one, useful: true });
      expect(await list({ only: 'useful' })).toHaveLength(1);
      expect((await store.recalls.judge(one.id, {}, null))?.useful).toBeNull();
    });

    it('are deleted when they are too old, and with their owner', async () => {
      await store.recalls.add([recall({ at: NOW - 10 })], 0);
      await store.recalls.add([recall()], NOW);
      expect(await list()).toHaveLength(1);
      await store.recalls.add(
        Array.from({ length: 99 }, () => recall()),
        NOW,
      );
      await store.recalls.forget({ who: 'bob' });
      expect(await list()).toHaveLength(10);
      await store.recalls.add([recall({ question: 'Where is heliotrope?' })], NOW);
      await store.recalls.forgetQuestions((question) => question.includes('heliotrope'));
      expect((await list({ limit: 200 })).length).toBe(100);
      await store.recalls.forget({ who: 'ada' });
      expect(await list()).toEqual([]);
    });

    it('are deleted by who asked them, and for which user and project', async () => {
      const asked: [who: string, user: string | null, project: string | null][] = [
        ['local', null, null],
        ['local', 'bob', null],
        ['local', 'bob', 'shop'],
      ];
      await store.recalls.add(
        asked.map(([who, user, project]) => recall({ who, user, project })),
        0,
      );
      const speakers: Speaker[] = [];
      await store.recalls.forgetQuestions((_, __, speaker) => {
        speakers.push(speaker);
        return speaker.project === 'shop';
      });
      expect(speakers).toEqual(asked.map(([who, user, project]) => ({ who, user, project })));
      expect((await list()).map(({ user }) => user)).toEqual(['bob', null]);
    });

    it('are listed after a mark and counted by the hour', async () => {
      const mark = await store.recalls.mark();
      await store.recalls.add([recall(), recall({ who: 'bob', given: [], weak: true })], 0);
      const until = await store.recalls.mark();
      expect(await store.recalls.since({ after: mark, until }, { who: 'bob' }, 10)).toHaveLength(1);
      await store.recalls.add([recall({ question: 'Later?' })], 0);
      expect(await store.recalls.since({ after: mark, until }, {}, 10)).toHaveLength(2);
      expect(await store.recalls.since({ after: until, until: await store.recalls.mark() }, {}, 10)).toMatchObject([
        { question: 'Later?' },
      ]);
      const [hour] = await store.recalls.hours(0);
      expect(hour).toMatchObject({ recalls: 3, empty: 1, weak: 1 });
    });
  });

  describe(`${name}: logins`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    it('exist until they are removed, or until a new one comes after they have expired', async () => {
      const login = { hash: 'h', token: null, createdAt: NOW, expiresAt: NOW + 10 };
      await store.access.addLogin(login);
      expect(await store.access.login('h')).toEqual(login);
      await store.access.addLogin({ ...login, hash: 'other', createdAt: NOW + 11, expiresAt: NOW + 20 });
      expect(await store.access.login('h')).toBeNull();
      await store.access.removeLogin('other');
      expect(await store.access.login('other')).toBeNull();
    });

    it('by link work once, and not after the link has expired', async () => {
      await store.access.addLoginLink('a', NOW + 10, NOW);
      expect(await store.access.takeLoginLink('a', NOW)).toBe(true);
      expect(await store.access.takeLoginLink('a', NOW)).toBe(false);
      await store.access.addLoginLink('b', NOW + 10, NOW);
      expect(await store.access.takeLoginLink('b', NOW + 10)).toBe(false);
      expect(await store.access.takeLoginLink('never', NOW)).toBe(false);
    });
  });
}
