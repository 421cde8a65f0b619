// What every store must do with memories, their vectors and jobs, tested only through the port.
import { describe, expect, it } from 'vitest';
import type { NewMemory } from '../../engine/memories/ports.ts';
import type { Memory } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import {
  again,
  DIMENSIONS,
  MODEL,
  memory,
  mention,
  NOW,
  NOWHERE,
  now,
  type StoreUnderTest,
  useFreshStore,
  vector,
} from './store-fixture.ts';

export function storeSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const add = async (...memories: NewMemory[]) => store.memories.add(memories);

    describe('memories', () => {
      it('knows which memory another one replaced, within reach', async () => {
        const [successor] = await add(memory('new'));
        const replaced = { validUntil: NOW, supersededBy: successor?.id ?? '' };
        const [old] = await add(memory('old', { ...replaced, scope: { ...NOWHERE, user: 'ada' } }));
        const rows = [successor?.row ?? 0, old?.row ?? 0];
        expect(await store.memories.replacedBy(rows, {})).toEqual(
          new Map([[successor?.row, { id: old?.id, until: NOW, content: 'old' }]]),
        );
        expect(await store.memories.replacedBy(rows, { user: 'bob' })).toEqual(new Map());
      });

      it('keeps memories in the bin unchanged until they are removed', async () => {
        const [stored] = await add(memory('thrown away'));
        if (!stored) throw new Error('not stored');
        await store.forgetting.discard(stored.id, {}, NOW + 1, stored.revision);
        expect(await store.forgetting.binned(stored.id, {})).toEqual({ memory: stored, deletedAt: NOW + 1 });
        expect(await store.forgetting.texts(stored.id, {})).toEqual(['thrown away']);
        expect(await store.forgetting.known([stored.id, 'another'])).toEqual([stored.id]);
        expect(await store.forgetting.scopeInBin(stored.id)).toEqual(stored.scope);
        expect(await store.forgetting.binned(stored.id, { user: 'ada' })).toBeNull();
        await store.forgetting.remove(stored.id, {});
        expect(await store.forgetting.texts(stored.id, {})).toEqual([]);
        expect(await store.forgetting.known([stored.id])).toEqual([]);
        expect(await store.forgetting.scopeInBin(stored.id)).toBeNull();
      });

      it('knows the text of a memory and those that it had before, also in the bin', async () => {
        const [stored] = await add(memory('first'));
        if (!stored) throw new Error('not stored');
        const { id } = stored;
        const second = await store.memories.change(id, stored.revision, { content: 'second', updatedAt: NOW });
        await store.memories.change(id, second?.revision ?? 0, { importance: 5, updatedAt: NOW });
        expect(await store.forgetting.texts(id, {})).toEqual(['second', 'first']);
        expect(await store.forgetting.texts(id, { user: 'ada' })).toEqual([]);
        await store.forgetting.discard(id, {}, NOW);
        expect(await store.forgetting.texts(id, {})).toEqual(['second', 'first']);
        expect(await store.forgetting.texts(id, { user: 'ada' })).toEqual([]);
      });

      it('knows the texts of a memory with characters that no database takes', async () => {
        const [stored] = await add(memory('first', { metadata: { half: 'of a pair: \ud83d', nul: '\0' } }));
        if (!stored) throw new Error('not stored');
        const { id } = stored;
        const change = { content: 'second', metadata: { half: '\ude00' }, updatedAt: NOW };
        await store.memories.change(id, stored.revision, change);
        expect(await store.forgetting.texts(id, {})).toEqual(['second', 'first']);
        await store.forgetting.discard(id, {}, NOW);
        expect(await store.forgetting.texts(id, {})).toEqual(['second', 'first']);
      });

      it('moves a memory to the bin only in the revision given', async () => {
        const [stored] = await add(memory('seen'));
        if (!stored) throw new Error('not stored');
        await store.memories.change(stored.id, stored.revision, { label: 'unseen', updatedAt: NOW });
        expect(await store.forgetting.discard(stored.id, {}, NOW, stored.revision)).toBe(false);
        const changed = await store.memories.get(stored.id, {});
        expect(changed).toMatchObject({ label: 'unseen' });
        expect(await store.forgetting.discard(stored.id, {}, NOW, changed?.revision)).toBe(true);
      });

      const hers = { ...NOWHERE, user: 'ada' };
      const expired = { within: {}, at: NOW, merges: [], orphans: false, refreshed: [], expiry: NOW + 1 };
      it.each<[how: string, forget: () => Promise<unknown>, isBinned: boolean]>([
        ['before a moment', () => store.forgetting.removeBefore(NOW, {}), false],
        ['before a moment from the bin', () => store.forgetting.removeBefore(NOW, {}), true],
        ['with all of its user', () => store.forgetting.reset({ user: 'ada' }, null), false],
        ['with all of its user, from the bin', () => store.forgetting.reset({ user: 'ada' }, null), true],
        ['when its time in the bin is over', () => store.forgetting.purge(NOW + 1), true],
        ['by normalising', () => store.normalising.apply(expired, () => {}), true],
      ])('keeps in the bin no reference to a memory deleted %s', async (_, forget, isBinned) => {
        const [successor] = await add(memory('new', { scope: hers, ingestionTime: NOW - 1 }));
        const [old] = await add(memory('old', { validUntil: NOW, supersededBy: successor?.id ?? '' }));
        const reference = async () => (await store.forgetting.binned(old?.id ?? '', {}))?.memory.supersededBy;
        await store.forgetting.discard(old?.id ?? '', {}, NOW + 9);
        if (isBinned) await store.forgetting.discard(successor?.id ?? '', {}, NOW);
        expect(await reference()).toBe(successor?.id);
        await forget();
        expect(await reference()).toBeNull();
      });

      const rewrite = async (field: string, id: string, clean: (text: string) => string) => {
        for await (const { strings } of store.scan.pages()) {
          const rows = strings.filter((each) => each.field === field && each.id.startsWith(id));
          await store.scan.replace(rows.map((each) => ({ ...each, clean: clean(each.text) })));
        }
      };
      const cut = (field: string, id: string) => rewrite(field, id, (text) => text.slice(0, -1));
      const damage = async (id: string) => {
        await cut('memory', id);
        await expect(store.forgetting.binned(id, {})).rejects.toThrow();
      };

      it('knows when a memory with a damaged entry in the bin was learned, if that part of it can be read', async () => {
        const [early, late] = await add(memory('early', { ingestionTime: NOW - 1 }), memory('late'));
        for (const each of [early, late]) {
          await store.forgetting.discard(each?.id ?? '', {}, NOW);
          await rewrite('memory', each?.id ?? '', (text) => text.replace('"semantic"', '"semantik"'));
        }
        await expect(store.forgetting.binned(early?.id ?? '', {})).rejects.toThrow();
        expect(await store.forgetting.removeBefore(NOW, {})).toEqual({ memories: 0, ids: [early?.id] });
        expect(await store.forgetting.known([early?.id ?? '', late?.id ?? ''])).toEqual([late?.id]);
      });

      it('knows the texts of a memory in the bin one by one if a part of its history is damaged', async () => {
        const [stored] = await add(memory('first'));
        if (!stored) throw new Error('not stored');
        const { id } = stored;
        const second = await store.memories.change(id, stored.revision, { content: 'second', updatedAt: NOW });
        await store.memories.change(id, second?.revision ?? 0, { content: 'third', updatedAt: NOW });
        await store.forgetting.discard(id, {}, NOW);
        await rewrite('memory', id, (text) => text.replace('{"content":"second"}', '0'));
        expect(await store.forgetting.texts(id, {})).toEqual(['third', 'first', expect.stringContaining('"third"')]);
      });

      it('lists the bin in full pages without a damaged entry', async () => {
        const all = await add(memory('one'), memory('two'), memory('three'));
        for (const [i, { id }] of all.entries()) await store.forgetting.discard(id, {}, NOW + i);
        await damage(all[1]?.id ?? '');
        const page = await store.forgetting.bin({}, null, 2);
        expect(page.map((each) => each.memory.content)).toEqual(['three', 'one']);
      });

      it('says of a damaged entry in the bin which it is and how to remove it', async () => {
        const [stored] = await add(memory('thrown away'));
        if (!stored) throw new Error('not stored');
        await store.forgetting.discard(stored.id, {}, NOW);
        await damage(stored.id);
        const remedy = `remanence forget ${stored.id} --for-good`;
        const refusal = {
          code: 'storage',
          message: expect.stringContaining(stored.id),
          hint: expect.stringContaining(remedy),
        };
        await expect(store.forgetting.binned(stored.id, {})).rejects.toMatchObject(refusal);
        expect(await store.forgetting.scopeInBin(stored.id)).toEqual(stored.scope);
        const { row: _, revision: __, ...fields } = stored;
        await expect(store.forgetting.restore({ ...memory(''), ...fields })).rejects.toMatchObject(refusal);
        expect((await store.check()).filter((problem) => problem.includes('in the bin'))).toEqual([
          expect.stringContaining(remedy),
        ]);
        expect(await store.forgetting.remove(stored.id, {})).toBe(true);
      });

      it('tells of a damaged change only when it was, and the other changes in full', async () => {
        const [stored] = await add(memory('first'));
        if (!stored) throw new Error('not stored');
        const { id, row } = stored;
        const second = await store.memories.change(id, stored.revision, { content: 'second', updatedAt: NOW + 1 });
        await cut('before', `${row} `);
        await store.memories.change(id, second?.revision ?? 0, { content: 'third', updatedAt: NOW + 2 });
        const history = [
          { changedAt: NOW + 2, before: { content: 'second' } },
          { changedAt: NOW + 1, before: {} },
        ];
        expect(await store.memories.history(id)).toEqual(history);
        const page = { within: {}, after: null, limit: 1 };
        expect((await store.memories.knownAt(page, NOW))[0]?.later).toEqual(history);
        await store.forgetting.discard(id, {}, NOW + 3);
        await again(store, id);
        expect(await store.memories.history(id)).toEqual(history);
      });

      it.each<[how: string, forget: (id: string) => Promise<unknown>]>([
        ['one by one', (id) => store.forgetting.remove(id, {})],
        ['before a moment', () => store.forgetting.removeBefore(NOW, {})],
        ['with all of their user', () => store.forgetting.reset({ user: 'ada' }, null)],
        ['when their time in the bin is over', () => store.forgetting.purge(NOW + 1)],
        ['by normalising', () => store.normalising.apply(expired, () => {})],
      ])('deletes memories %s beside a damaged entry in the bin', async (_, forget) => {
        const [hidden] = await add(memory('hers', { scope: hers, ingestionTime: NOW - 1 }));
        const [other] = await add(memory('damaged', { validUntil: NOW, supersededBy: hidden?.id ?? '' }));
        await store.forgetting.discard(other?.id ?? '', {}, NOW + 9);
        await store.forgetting.discard(hidden?.id ?? '', {}, NOW);
        await damage(other?.id ?? '');
        await forget(hidden?.id ?? '');
        const ids = [hidden?.id ?? '', other?.id ?? ''];
        expect(await store.forgetting.known(ids)).toEqual([other?.id]);
      });

      it('restores a memory whose successor has a damaged entry in the bin', async () => {
        const [successor] = await add(memory('new'));
        const [old] = await add(memory('old', { validUntil: NOW, supersededBy: successor?.id ?? '' }));
        for (const each of [old, successor]) await store.forgetting.discard(each?.id ?? '', {}, NOW);
        await damage(successor?.id ?? '');
        expect((await again(store, old?.id ?? ''))?.supersededBy).toBeNull();
      });

      it('returns every field as it was stored', async () => {
        const [stored] = await add(
          memory('fact', { metadata: { a: [1, { b: 'ü' }] }, scope: { ...NOWHERE, user: 'ada' }, importance: 7 }),
        );
        expect(stored && (await store.memories.get(stored.id, {}))).toEqual(stored);
        expect(stored).toMatchObject({
          content: 'fact',
          importance: 7,
          metadata: { a: [1, { b: 'ü' }] },
          scope: { user: 'ada' },
        });
      });

      it('keeps its memories when it is opened again', async () => {
        const place = create();
        const before = await place.open();
        await before.embeddings.adopt(MODEL);
        const lasting = memory('lasting');
        await before.memories.add([lasting]);
        await before.close();
        const after = await place.open();
        expect((await after.memories.get(lasting.id, {}))?.content).toBe('lasting');
        await after.close();
        place.dispose();
      });

      it('stores a batch completely or not at all', async () => {
        const first = memory('one');
        await expect(add(first, memory('two', { id: first.id }))).rejects.toThrow();
        expect(await store.memories.count({})).toBe(0);
      });

      it('lists the newest first, in pages, with the true total', async () => {
        await add(...[1, 2, 3].map((n) => memory(`m${n}`, { ingestionTime: NOW + n })));
        const page = await store.memories.list({ within: {}, limit: 2, offset: 1 });
        expect([await store.memories.count({}), page.map((m) => m.content)]).toEqual([3, ['m2', 'm1']]);
      });

      it('lists memories by importance', async () => {
        await add(...[2.5, 2.6, 5, 5.1].map((importance) => memory(`of ${importance}`, { importance })));
        const some = { within: {}, importance: { above: 2.5, atMost: 5 }, limit: 9, offset: 0 };
        expect((await store.memories.list(some)).map((m) => m.content).sort()).toEqual(['of 2.6', 'of 5']);
      });

      it('also finds a memory by its row, within reach', async () => {
        const [stored] = await add(memory('numbered', { scope: { ...NOWHERE, user: 'ada' } }));
        expect(await store.memories.get(stored?.row ?? 0, { user: 'ada' })).toEqual(stored);
        expect(await store.memories.get(stored?.row ?? 0, { user: 'bob' })).toBeNull();
      });

      it('lists what was valid at a moment, excluding the end of a validity', async () => {
        await add(memory('ended', { validUntil: NOW + 10 }), memory('open'));
        const at = async (validAt: number) =>
          (await store.memories.list({ within: {}, validAt, past: true, limit: 10, offset: 0 }))
            .map((m) => m.content)
            .sort();
        expect(await at(NOW - 1)).toEqual([]);
        expect(await at(NOW + 9)).toEqual(['ended', 'open']);
        expect(await at(NOW + 10)).toEqual(['open']);
      });

      it('counts what was learned as begun, whatever the clock, unless it was given a later begin', async () => {
        const ahead = { ingestionTime: NOW + 900, validFrom: NOW + 900 };
        await add(memory('ahead', ahead), memory('given', { validFrom: NOW + 500 }), memory('now'));
        await add(memory('ended', { ...ahead, validUntil: NOW }));
        const valid = { within: {}, validAt: NOW, limit: 10, offset: 0 };
        const contents = (memories: readonly { content: string }[]) => memories.map(({ content }) => content).sort();
        expect(contents(await store.memories.list(valid))).toEqual(['ahead', 'now']);
        expect(contents(await store.memories.list({ ...valid, past: true }))).toEqual(['now']);
        expect((await store.memories.types({}, NOW)).get('semantic')).toBe(2);
        const page = { within: {}, after: null, limit: 10 };
        const paged = (isValid: boolean) => store.memories.page({ ...page, validity: { at: NOW, isValid } });
        expect(contents(await paged(true))).toEqual(['ahead', 'now']);
        expect(contents(await paged(false))).toEqual(['ended', 'given']);
        const filter = { within: {}, validAt: NOW };
        expect((await store.network(filter).schema()).labels.get('Memory')).toBe(2);
        expect((await store.network({ ...filter, past: true }).schema()).labels.get('Memory')).toBe(1);
        expect(await store.search.nearest(vector(0), filter, 9)).toHaveLength(2);
        expect(await store.search.nearest(vector(0), { ...filter, past: true }, 9)).toHaveLength(1);
      });

      it('changes only the given fields and increases the revision', async () => {
        const [stored] = await add(memory('old'));
        if (!stored) throw new Error('not stored');
        const changed = await store.memories.change(stored.id, stored.revision, { importance: 5, updatedAt: NOW + 5 });
        expect(changed).toMatchObject({ content: 'old', importance: 5, updatedAt: NOW + 5 });
        expect(changed?.revision).toBeGreaterThan(stored.revision);
      });

      it('refuses a change based on an older version', async () => {
        const [stored] = await add(memory('old'));
        if (!stored) throw new Error('not stored');
        await store.memories.change(stored.id, stored.revision, { importance: 5, updatedAt: NOW });
        expect(await store.memories.change(stored.id, stored.revision, { importance: 9, updatedAt: NOW })).toBeNull();
        expect((await store.memories.get(stored.id, {}))?.importance).toBe(5);
      });

      it('neither shows nor removes what is out of reach', async () => {
        const [stored] = await add(memory('hers', { scope: { ...NOWHERE, user: 'ada' } }));
        const id = stored?.id ?? '';
        expect(await store.memories.get(id, { user: 'bob' })).toBeNull();
        expect(await store.forgetting.remove(id, { user: 'bob' })).toBe(false);
        expect(await store.forgetting.remove(id, { user: 'ada' })).toBe(true);
        expect(await store.forgetting.remove(id, { user: 'ada' })).toBe(false);
      });

      it('counts and resets only what is in reach', async () => {
        const ada = { ...NOWHERE, user: 'ada' };
        const [hers, , binned] = await add(
          memory('hers', { scope: ada, mentions: [mention('Thing')] }),
          memory('ours', { mentions: [mention('Thing')] }),
          memory('hers too', { scope: ada }),
        );
        await store.forgetting.discard(binned?.id ?? '', {}, NOW);
        expect(await store.memories.counts({ user: 'ada' })).toEqual({ memories: 1, entities: 1, relations: 0 });
        expect(await store.forgetting.reset({ user: 'ada' }, { user: 'ada' })).toEqual({
          memories: 1,
          entities: 1,
          relations: 0,
          ids: [hers?.id, binned?.id],
        });
        expect(await store.memories.counts({})).toEqual({ memories: 1, entities: 1, relations: 0 });
      });

      it('tells which texts memories still have, not those of the bin', async () => {
        const [gone] = await add(memory('binned'), memory('kept'), memory('kept'), memory('Other'));
        await store.forgetting.discard(gone?.id ?? '', {}, NOW);
        expect(await store.forgetting.stillTold(['binned', 'kept', 'other', 'nul \u0000', 'half \ud83d'])).toEqual([
          'kept',
        ]);
        expect(await store.forgetting.stillTold([])).toEqual([]);
      });

      const copyOf = (...memories: Memory[]) =>
        new Map(memories.map(({ id, row, revision }) => [id, { row, revision }]));

      it('removes of many only those that are as they were copied, and no entity that is left mentioned', async () => {
        const changed = memory('changed', { mentions: [mention('Kept')] });
        const [first, second, third] = await add(
          memory('gone', { mentions: [mention('Gone')] }),
          changed,
          memory('late'),
        );
        if (!first || !second || !third) throw new Error('not stored');
        await store.memories.change(second.id, second.revision, { label: 'new', updatedAt: NOW });
        const removed = await store.forgetting.reset({}, {}, copyOf(first, second));
        expect(removed).toEqual({ memories: 1, entities: 1, relations: 0, ids: [first.id] });
        expect(await store.forgetting.removeBefore(NOW + 1, {}, copyOf(third))).toEqual({
          memories: 1,
          ids: [third.id],
        });
        const left = await store.memories.list({ within: {}, limit: 9, offset: 0 });
        expect(left.map(({ content }) => content)).toEqual(['changed']);
      });

      it('removes what only got its vectors since it was copied', async () => {
        const waiting = [{ terms: 'waiting', vector: null }];
        const [first, second] = await add(...[1, 2].map((n) => memory(`waiting ${n}`, { passages: waiting })));
        if (!first || !second) throw new Error('not stored');
        const embedded = { model: MODEL, passages: [{ terms: 'waiting', vector: vector(0) }] };
        await store.embeddings.fill(first.row, first.revision, embedded);
        const refreshed = [{ row: second.row, revision: second.revision, embedded }];
        await store.normalising.apply({ ...expired, refreshed }, () => {});
        expect(await store.embeddings.pendingCount()).toBe(0);
        expect((await store.forgetting.removeBefore(NOW + 1, {}, copyOf(first))).memories).toBe(1);
        expect((await store.forgetting.reset({}, {}, copyOf(second))).memories).toBe(1);
      });

      it.each<[field: string, change: Partial<Memory>]>([
        ['content', { content: 'new' }],
        ['metadata', { metadata: { by: 'ada' } }],
        ['tags', { tags: ['new'] }],
        ['validity', { validUntil: NOW + 5, invalidReason: 'over' }],
      ])('keeps a memory that was given new %s in the millisecond of its copy', async (_, change) => {
        const [stored] = await add(memory('old'));
        if (!stored) throw new Error('not stored');
        await store.memories.change(stored.id, stored.revision, { ...change, updatedAt: NOW });
        await store.forgetting.reset({}, {}, copyOf(stored));
        await store.forgetting.removeBefore(NOW + 1, {}, copyOf(stored));
        expect(await store.memories.get(stored.id, {})).toMatchObject(change);
      });

      it('keeps a memory that was restored from the bin since it was copied', async () => {
        const [stored] = await add(memory('back'));
        if (!stored) throw new Error('not stored');
        await store.forgetting.discard(stored.id, {}, NOW);
        await again(store, stored.id);
        await store.forgetting.reset({}, {}, copyOf(stored));
        expect(await store.memories.count({})).toBe(1);
      });

      it('forgets that a removed memory replaced another', async () => {
        const [successor] = await add(memory('new'));
        const [old] = await add(memory('old', { supersededBy: successor?.id ?? null }));
        await store.forgetting.remove(successor?.id ?? '', {});
        expect((await store.memories.get(old?.id ?? '', {}))?.supersededBy).toBeNull();
      });
    });

    describe('jobs', () => {
      it('run one of a kind at a time, and take over from a dead one', async () => {
        const start = (id: string) => store.jobs.start({ id, kind: 'k', total: 3, startedAt: NOW, by: null }, 10_000);
        expect(await start('one')).toMatchObject({ state: 'running', done: 0, total: 3 });
        expect(await start('two')).toBeNull();
        expect(await store.jobs.update('one', { isAlive: true })).toBe(true);
        expect((await store.jobs.latest('k'))?.silentMs).toBeLessThan(10_000);
        await store.jobs.update('one', { isAlive: false });
        expect((await store.jobs.latest('k'))?.silentMs).toBe(Number.POSITIVE_INFINITY);
        expect(await start('three')).toMatchObject({ id: 'three' });
        expect(await store.jobs.update('one', { isAlive: true })).toBe(false);
        await store.jobs.update('three', { done: 2, state: 'completed', finishedAt: NOW + 600 });
        expect(await store.jobs.latest('k')).toMatchObject({ id: 'three', state: 'completed', done: 2 });
      });

      it('leave the previous one as the latest when they are withdrawn', async () => {
        const start = (id: string) => store.jobs.start({ id, kind: 'k', total: 0, startedAt: NOW, by: null }, 10_000);
        await start('one');
        await store.jobs.update('one', { state: 'completed', finishedAt: NOW });
        await start('two');
        await store.jobs.withdraw('two');
        expect(await store.jobs.latest('k')).toMatchObject({ id: 'one', state: 'completed' });
        expect(await store.jobs.byId('two')).toBeNull();
      });
    });

    describe('embeddings', () => {
      it('drops the vectors of another model and accepts the new ones', async () => {
        const [stored] = await add(memory('text'));
        await store.embeddings.adopt({ name: 'other', dimensions: 4 });
        expect(await store.embeddings.model()).toEqual({ name: 'other', dimensions: 4 });
        expect(await store.embeddings.pendingCount()).toBe(1);
        const [pending] = await store.embeddings.pending(10);
        const passages = [{ terms: 'text', vector: new Float32Array([1, 0, 0, 0]) }];
        const fill = (name: string) =>
          store.embeddings.fill(pending?.row ?? 0, pending?.revision ?? 0, {
            passages,
            model: { name, dimensions: 4 },
          });
        await fill('other');
        expect(await store.embeddings.pendingCount()).toBe(0);
        expect((await store.search.nearest(new Float32Array([1, 0, 0, 0]), now, 1))[0]?.row).toBe(stored?.row);
      });

      it('accepts no vectors of a model that was replaced meanwhile', async () => {
        await store.embeddings.adopt({ name: 'newer', dimensions: DIMENSIONS });
        await add(memory('late', { model: MODEL }));
        expect(await store.embeddings.pendingCount()).toBe(1);
        expect(await store.search.nearest(vector(0), now, 5)).toEqual([]);
      });

      it('changes nothing when the same model is adopted again', async () => {
        await add(memory('text'));
        await store.embeddings.adopt(MODEL);
        expect(await store.embeddings.pendingCount()).toBe(0);
      });
    });

    it('finds nothing wrong with healthy data', async () => {
      await add(memory('x', { mentions: [mention('Y')] }));
      expect(await store.check()).toEqual([]);
      expect(await store.size()).toBeGreaterThan(0);
    });
  });
}
