// What every store must do, told in terms of the port alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../engine/ids.ts';
import type { NewMemory } from '../engine/memories/ports.ts';
import type { Scope } from '../engine/model.ts';
import type { Store } from '../engine/ports.ts';

export interface StoreUnderTest {
  /** Opens the same data again, as another process would. */
  open(): Store;
  dispose(): void;
}

export const NOWHERE: Scope = { cube: null, user: null, project: null, session: null };
const DIMENSIONS = 8;
export const MODEL = { name: 'test', dimensions: DIMENSIONS };
export const NOW = 1_700_000_000_000;

/** A unit vector near axis `axis`. */
export function vector(axis: number, tilt = 0): Float32Array {
  const values = new Float32Array(DIMENSIONS).fill(-0.01);
  values[axis] = 1;
  values[(axis + 1) % DIMENSIONS] = tilt;
  const length = Math.hypot(...values);
  return values.map((x) => x / length);
}

export function memory(content: string, overrides: Partial<NewMemory> = {}): NewMemory {
  return {
    id: newId(NOW),
    scope: NOWHERE,
    content,
    kind: 'semantic',
    type: null,
    label: null,
    tags: [],
    summary: null,
    accesses: 0,
    accessedAt: null,
    trace: { names: [], claims: [] },
    relations: [],
    importance: 1,
    metadata: {},
    conversation: null,
    eventTime: NOW,
    ingestionTime: NOW,
    updatedAt: NOW,
    validFrom: NOW,
    validUntil: null,
    invalidReason: null,
    supersededBy: null,
    passages: [{ terms: content.toLowerCase(), vector: vector(0) }],
    mentions: [],
    phrases: [],
    model: MODEL,
    ...overrides,
  };
}

const mention = (name: string, subject = false) => ({ key: name.toLowerCase(), name, type: 'name', subject });
const now = { within: {}, validAt: NOW + 1 };

export function storeSuite(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let place: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      place = create();
      store = place.open();
      await store.embeddings.adopt(MODEL);
    });
    afterEach(async () => {
      await store.close();
      place.dispose();
    });

    const add = async (...memories: NewMemory[]) => store.memories.add(memories);

    describe('memories', () => {
      it('gives back what was stored, every field', async () => {
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

      it('is still there when it is opened again', async () => {
        const [stored] = await add(memory('lasting'));
        await store.close();
        store = place.open();
        expect((await store.memories.get(stored?.id ?? '', {}))?.content).toBe('lasting');
      });

      it('stores all of a batch or nothing', async () => {
        const first = memory('one');
        await expect(add(first, memory('two', { id: first.id }))).rejects.toThrow();
        expect(await store.memories.count({})).toBe(0);
      });

      it('lists the newest first, page by page, with the true total', async () => {
        await add(...[1, 2, 3].map((n) => memory(`m${n}`, { ingestionTime: NOW + n })));
        const page = await store.memories.list({ within: {}, limit: 2, offset: 1 });
        expect([await store.memories.count({}), page.map((m) => m.content)]).toEqual([3, ['m2', 'm1']]);
      });

      it('lists those of an importance', async () => {
        await add(...[2.5, 2.6, 5, 5.1].map((importance) => memory(`of ${importance}`, { importance })));
        const some = { within: {}, importance: { above: 2.5, atMost: 5 }, limit: 9, offset: 0 };
        expect((await store.memories.list(some)).map((m) => m.content).sort()).toEqual(['of 2.6', 'of 5']);
      });

      it('is known by its row, too, within the reach', async () => {
        const [stored] = await add(memory('numbered', { scope: { ...NOWHERE, user: 'ada' } }));
        expect(await store.memories.get(stored?.row ?? 0, { user: 'ada' })).toEqual(stored);
        expect(await store.memories.get(stored?.row ?? 0, { user: 'bob' })).toBeNull();
      });

      it('lists what was valid at a moment: half open', async () => {
        await add(memory('ended', { validUntil: NOW + 10 }), memory('open'));
        const at = async (validAt: number) =>
          (await store.memories.list({ within: {}, validAt, limit: 10, offset: 0 })).map((m) => m.content).sort();
        expect(await at(NOW - 1)).toEqual([]);
        expect(await at(NOW + 9)).toEqual(['ended', 'open']);
        expect(await at(NOW + 10)).toEqual(['open']);
      });

      it('changes only what is given and moves the revision on', async () => {
        const [stored] = await add(memory('old'));
        if (!stored) throw new Error('not stored');
        const changed = await store.memories.change(stored.id, stored.revision, { importance: 5, updatedAt: NOW + 5 });
        expect(changed).toMatchObject({ content: 'old', importance: 5, updatedAt: NOW + 5 });
        expect(changed?.revision).toBeGreaterThan(stored.revision);
      });

      it('refuses a change that is based on an older state', async () => {
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

      it('counts and resets what is in reach, and leaves the rest', async () => {
        const ada = { ...NOWHERE, user: 'ada' };
        await add(
          memory('hers', { scope: ada, mentions: [mention('Thing')] }),
          memory('ours', { mentions: [mention('Thing')] }),
        );
        expect(await store.memories.counts({ user: 'ada' })).toEqual({ memories: 1, entities: 1, relations: 0 });
        expect(await store.forgetting.reset({ user: 'ada' })).toEqual({ memories: 1, entities: 1, relations: 0 });
        expect(await store.memories.counts({})).toEqual({ memories: 1, entities: 1, relations: 0 });
      });

      it('forgets that a removed memory had replaced another', async () => {
        const [successor] = await add(memory('new'));
        const [old] = await add(memory('old', { supersededBy: successor?.id ?? null }));
        await store.forgetting.remove(successor?.id ?? '', {});
        expect((await store.memories.get(old?.id ?? '', {}))?.supersededBy).toBeNull();
      });
    });

    describe('search', () => {
      it('finds the nearest vectors, best first', async () => {
        await add(
          ...[0, 1, 2].map((axis) => memory(`axis ${axis}`, { passages: [{ terms: '', vector: vector(axis) }] })),
        );
        const [best] = await store.search.nearest(vector(1, 0.3), now, 2);
        expect((await store.memories.byRows([best?.row ?? 0]))[0]?.content).toBe('axis 1');
        expect(best?.score).toBeGreaterThan(0.9);
      });

      it('finds words by BM25, and takes any text as words', async () => {
        await add(memory('kafka retries'), memory('redis cache'), memory('kafka kafka kafka'));
        const hits = await store.search.matching(['kafka'], now, 10);
        expect(hits).toHaveLength(2);
        expect(await store.search.matching([], now, 10)).toEqual([]);
      });

      it('tells who holds how many of some words, those without letters included', async () => {
        const [both, one] = await add(memory('kafka -> topics'), memory('kafka alone'), memory('neither'));
        const tokens = [
          { text: 'kafka', terms: ['kafka'] },
          { text: '->', terms: [] },
        ];
        const held = (await store.search.holding(tokens, now)).map(({ row, held }) => [row, held]);
        expect(held.sort()).toEqual([
          [both?.row, 2],
          [one?.row, 1],
        ]);
        expect(await store.search.holding(tokens, { ...now, within: { user: 'nobody' } })).toEqual([]);
      });

      it('knows how common a term is', async () => {
        await add(memory('a b'), memory('b c c d'));
        const statistics = await store.search.statistics(['b', 'c', 'zebra']);
        expect(statistics.passages).toBe(2);
        expect(statistics.averageLength).toBe(3);
        expect([...statistics.frequency]).toEqual([
          ['b', 2],
          ['c', 1],
        ]);
      });

      it('never shows what is out of reach or no longer valid, however near it is', async () => {
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
        expect((await store.search.matching(['near'], filter, 5)).map((hit) => hit.row)).toEqual([mine?.row]);
        const rows = [mine?.row ?? 0, (mine?.row ?? 0) - 1, 1];
        expect([...(await store.search.permitted(rows, filter))]).toEqual([mine?.row]);
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
        expect(await store.search.matching(['moving'], now, 5)).toEqual([]);
        await store.memories.change(stored.id, changed?.revision ?? 0, { validUntil: NOW, updatedAt: NOW });
        expect(await rows()).toEqual([]);
        await store.forgetting.remove(stored.id, {});
        expect(await store.search.nearest(vector(3), { within: {}, validAt: NOW - 1 }, 5)).toEqual([]);
      });

      it('sees what another process writes, also beyond one segment', async () => {
        const other = place.open();
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
        // A third one reads everything anew, packed and loose alike; then a packed one goes away.
        const third = place.open();
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
        expect(hits.map(({ position, passages }) => [position, passages])).toEqual([
          [0, 2],
          [1, 2],
        ]);
        expect((await store.search.passageTerms([long?.row ?? 0])).map(({ terms }) => terms)).toEqual(['a', 'b']);
      });
    });

    describe('graph', () => {
      const entity = (name: string, overrides = {}) => ({
        id: newId(NOW),
        scope: NOWHERE,
        key: name.toLowerCase(),
        name,
        type: 'concept',
        description: null,
        createdAt: NOW,
        ...overrides,
      });
      const relation = (from: string, to: string, overrides = {}) => ({
        id: newId(NOW),
        from,
        to,
        type: 'uses',
        weight: 1,
        createdAt: NOW,
        validFrom: NOW,
        validUntil: null,
        ...overrides,
      });

      it('makes one entity of one name and fills in what is new', async () => {
        const first = await store.graph.declareEntity(entity('Redis'));
        const again = await store.graph.declareEntity(entity('redis', { type: 'database', description: 'a cache' }));
        expect(again.id).toBe(first.id);
        expect(again).toMatchObject({ type: 'database', description: 'a cache' });
      });

      it('keeps the entities of two users apart', async () => {
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
          (await store.graph.relations([a.row], direction, at)).map(({ to }) => to);
        expect(await targets('outgoing', NOW + 9)).toEqual([c.id, b.id]);
        expect(await targets('incoming', NOW + 1)).toEqual([a.id]);
        expect(await targets('incoming', NOW + 5)).toEqual([]);
        expect((await targets('both', NOW + 1)).length).toBe(3);
      });

      it('links memories to what they mention, and caps hubs to what is about them', async () => {
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

      it('ties a memory to what another is about, whichever came first', async () => {
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

      it('knows who stands beside a memory in its conversation', async () => {
        const talk = await add(
          ...['a', 'b', 'c'].map((text, i) => memory(text, { conversation: 'talk', eventTime: NOW + i })),
        );
        await add(memory('other talk', { conversation: 'else' }), memory('no talk'));
        const beside = await store.graph.neighbours([talk[1]?.row ?? 0]);
        expect(beside.map(({ neighbour }) => neighbour)).toEqual([talk[0]?.row, talk[2]?.row]);
      });

      it('drops an entity with the last memory that mentioned it, unless somebody made it', async () => {
        const [stored] = await add(memory('m', { mentions: [mention('Fleeting'), mention('Kept')] }));
        await store.graph.declareEntity(entity('Kept'));
        await store.forgetting.remove(stored?.id ?? '', {});
        const left = await store.graph.entitiesByKey(['fleeting', 'kept'], {});
        expect(left.map(({ key, mentions }) => [key, mentions])).toEqual([['kept', 0]]);
      });
    });

    describe('jobs', () => {
      it('runs one of a kind at a time, and takes over from a dead one', async () => {
        const start = (id: string, at: number) =>
          store.jobs.start({ id, kind: 'k', total: 3, startedAt: at }, at - 100);
        expect(await start('one', NOW)).toMatchObject({ state: 'running', done: 0, total: 3 });
        expect(await start('two', NOW + 50)).toBeNull();
        expect(await start('three', NOW + 500)).toMatchObject({ id: 'three' });
        await store.jobs.update('three', { done: 2, state: 'completed', finishedAt: NOW + 600 });
        expect(await store.jobs.latest('k')).toMatchObject({ id: 'three', state: 'completed', done: 2 });
      });
    });

    describe('embeddings', () => {
      it('drops the vectors of another model, and takes the new ones', async () => {
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

      it('takes no vectors of a model that was exchanged meanwhile', async () => {
        await store.embeddings.adopt({ name: 'newer', dimensions: DIMENSIONS });
        await add(memory('late', { model: MODEL }));
        expect(await store.embeddings.pendingCount()).toBe(1);
        expect(await store.search.nearest(vector(0), now, 5)).toEqual([]);
      });

      it('adopting the same model again changes nothing', async () => {
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
