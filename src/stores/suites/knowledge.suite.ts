// What every store must do with what is known about entities.
import { describe, expect, it } from 'vitest';
import type { NewEntity, NewRelation } from '../../engine/graph/ports.ts';
import { newId } from '../../engine/ids.ts';
import type { Entity } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { MODEL, memory, mention, NOW, NOWHERE, type StoreUnderTest, useFreshStore, vector } from './store-fixture.ts';

export function knowledgeSuite(name: string, create: () => StoreUnderTest): void {
  describe(`${name}: knowledge`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const named = (name: string, user: string | null = null): NewEntity => ({
      id: newId(NOW),
      scope: { ...NOWHERE, user },
      key: name.toLowerCase(),
      name,
      type: 'service',
      description: null,
      createdAt: NOW,
    });
    const declare = (name: string, user: string | null = null): Promise<Entity> =>
      store.graph.declareEntity(named(name, user));
    const relation = (from: string, to: string): NewRelation => ({
      id: newId(NOW),
      from: named(from),
      to: named(to),
      type: 'uses',
      weight: 1,
      createdAt: NOW,
      validFrom: NOW,
      validUntil: null,
    });
    const observationsOf = async (entity: Entity) =>
      (await store.knowledge.observations([entity.row], 10)).map(({ text }) => text);

    it('returns each observation once, newest first', async () => {
      const auth = await store.knowledge.observe(named('Auth'), ['one', 'two'], null, NOW);
      expect(await store.knowledge.observe(named('Auth'), ['two', 'three'], null, NOW + 1)).toEqual(auth);
      expect(await observationsOf(auth)).toEqual(['three', 'two', 'one']);
      expect(await store.knowledge.observations([auth.row], 1)).toEqual([{ entity: auth.row, text: 'three' }]);
    });

    it('finds declared entities by the words of names, descriptions and observations', async () => {
      const auth = await store.graph.declareEntity({ ...named('Auth'), description: 'Checks Passwords' });
      const mail = await store.knowledge.observe(named('Mail'), ['sends password resets'], null, NOW);
      await store.graph.declareEntity({ ...named('Vault', 'bob'), description: 'Keeps passwords' });
      await store.memories.add([memory('x', { mentions: [mention('password manager')] })]);
      expect(await store.knowledge.declaredWith(['password', 'check'], {}, 9)).toHaveLength(3);
      expect(await store.knowledge.declaredWith(['password', 'check', 'auth'], {}, 1)).toEqual([auth.row]);
      expect(await store.knowledge.declaredWith(['reset'], {}, 9)).toEqual([mail.row]);
      expect(await store.knowledge.declaredWith(['vault'], { user: 'ada' }, 9)).toEqual([]);
    });

    it('finds words in descriptions and observations without regard to accents and capitals, in every script', async () => {
      const bank = await store.knowledge.observe(named('Bank'), ['ÜBERWEISUNG über Nacht', 'Überweisung'], null, NOW);
      const host = await store.knowledge.observe(named('Host'), ['Сервер в подвале'], null, NOW);
      const desk = await store.graph.declareEntity({ ...named('Desk'), description: 'Ein Gerät. Ёлка', type: null });
      await store.knowledge.observe(named('Theirs', 'bob'), ['Überweisung'], null, NOW);
      const held = async (...words: string[]) => store.knowledge.holding(words, { user: 'ada' }, 9);
      const own = await store.knowledge.observe(named('Hers', 'ada'), ['Überweisung, plain'], null, NOW);
      expect(await held('uberweisung', 'plain')).toEqual([{ row: own.row, score: 1 }]);
      const rows = async (...words: string[]) => (await store.knowledge.declaredWith(words, {}, 9)).slice(0, 1);
      expect(await rows('uberweisung', 'nacht', 'bank')).toEqual([bank.row]);
      expect(await rows('сервер', 'подвал')).toEqual([host.row]);
      expect(await rows('gerat', 'елка')).toEqual([desk.row]);
      expect(await store.knowledge.holding(['сервер', 'gerat'], {}, 9)).toEqual([{ row: host.row, score: 0.5 }]);
    });

    it('creates no entity if its observations cannot be stored', async () => {
      await expect(store.knowledge.observe(named('Auth'), ['one', Object(1)], null, NOW)).rejects.toThrow();
      expect(await store.knowledge.newest({}, 9)).toEqual([]);
    });

    it('links an entity to its source memory, whatever the text of that memory', async () => {
      const [source] = await store.memories.add([memory('source')]);
      const auth = await store.knowledge.observe(named('Auth'), [], source?.row ?? null, NOW);
      expect(auth.mentions).toBe(1);
      const mentioned = async () => (await store.graph.mentionedBy([auth.row], 9)).map((edge) => edge.memory);
      expect(await mentioned()).toEqual([source?.row]);
      await store.knowledge.observe(named('Auth'), ['one'], source?.row ?? null, NOW);
      expect(await mentioned()).toEqual([source?.row]);
      await store.forgetting.remove(source?.id ?? '', {});
      expect(await mentioned()).toEqual([]);
    });

    it('deletes the facts of a memory together with it, except those also stated without it', async () => {
      const [source] = await store.memories.add([memory('source')]);
      const observations = ['from the memory', 'known anyway'];
      const auth = await store.knowledge.observe(named('Auth'), observations, source?.row ?? null, NOW);
      await store.knowledge.observe(named('Auth'), ['known anyway'], null, NOW);
      await store.knowledge.relateOnce(relation('Auth', 'Users'), source?.row ?? null);
      await store.knowledge.relateOnce(relation('Auth', 'Mail'), source?.row ?? null);
      await store.knowledge.relateOnce(relation('Auth', 'Mail'), null);
      const mail = await declare('Mail');
      expect(await observationsOf(auth)).toHaveLength(2);
      await store.forgetting.remove(source?.id ?? '', {});
      expect(await observationsOf(auth)).toEqual(['known anyway']);
      expect(await store.graph.relations([auth.row], 'both', { validAt: NOW })).toMatchObject([{ to: mail.id }]);
      expect(await store.check()).toEqual([]);
    });

    it('gives the same relation the same number', async () => {
      const auth = await declare('Auth');
      const number = await store.knowledge.relateOnce(relation('Auth', 'Users'), null);
      expect(await store.knowledge.relateOnce(relation('Auth', 'Users'), null)).toBe(number);
      expect(await store.knowledge.relateOnce(relation('Users', 'Auth'), null)).not.toBe(number);
      expect(await store.graph.relations([auth.row], 'outgoing', { validAt: NOW })).toHaveLength(1);
    });

    it('finds the nearest of many entities, nearest first', async () => {
      const rows: number[] = [];
      for (let i = 0; i < 220; i++) rows.push((await declare(`Part ${i}`)).row);
      // The farther from the middle, the farther from the axis.
      const tilted = (i: number) => vector(1, Math.abs(i - 110) / 100);
      await store.knowledge.addVectors(
        MODEL,
        rows.map((entity, i) => ({ entity, vector: tilted(i) })),
      );
      const near = await store.knowledge.nearest(vector(1), MODEL, {}, 3);
      expect(near[0]?.row).toBe(rows[110]);
      expect(near.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(rows.slice(109, 112));
    });

    it('finds entities by vector and by words, within reach', async () => {
      const [auth, users, hers] = [await declare('Auth'), await declare('Users'), await declare('Auth', 'ada')];
      await store.knowledge.observe(named('Users'), ['Holds accounts'], null, NOW);
      expect(await store.knowledge.withoutVector(MODEL, {}, 9)).toHaveLength(3);
      await store.knowledge.addVectors(MODEL, [
        { entity: auth.row, vector: vector(0) },
        { entity: users.row, vector: vector(1) },
      ]);
      expect((await store.knowledge.withoutVector(MODEL, {}, 9)).map(({ row }) => row)).toEqual([hers.row]);
      expect((await store.knowledge.nearest(vector(1), MODEL, {}, 1))[0]?.row).toBe(users.row);
      expect(await store.knowledge.nearest(vector(1), MODEL, { user: 'ada' }, 9)).toEqual([]);
      expect(await store.knowledge.holding(['accounts', 'nothing'], {}, 9)).toEqual([{ row: users.row, score: 0.5 }]);
      expect((await store.knowledge.holding(['auth'], { user: 'ada' }, 9)).map(({ row }) => row)).toEqual([hers.row]);
    });

    it('drops a vector when its source changes', async () => {
      const auth = await declare('Auth');
      await store.knowledge.addVectors(MODEL, [{ entity: auth.row, vector: vector(0) }]);
      await store.knowledge.observe(named('Auth'), ['new'], null, NOW);
      expect((await store.knowledge.withoutVector(MODEL, {}, 9)).map(({ row }) => row)).toEqual([auth.row]);
    });
  });

  describe(`${name}: notes`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    it('stores a text only once per scope within a period', async () => {
      const here = { scope: { ...NOWHERE, session: 's' } };
      const [first, again] = [memory('said', here), memory('said', { ...here, ingestionTime: NOW + 5 })];
      expect(await store.memories.addIfNew(first, NOW)).toMatchObject({ content: 'said' });
      expect(await store.memories.addIfNew(again, NOW)).toBeNull();
      expect(await store.memories.addIfNew(again, NOW + 1)).not.toBeNull();
      expect(await store.memories.addIfNew(memory('said'), NOW)).not.toBeNull();
    });

    it('removes what is older than a moment, including from the bin', async () => {
      const [old, binned, fresh] = await store.memories.add([
        memory('old', { ingestionTime: NOW - 10 }),
        memory('binned', { ingestionTime: NOW - 10, metadata: { half: 'of a pair: \ud83d' } }),
        memory('fresh'),
      ]);
      await store.forgetting.discard(binned?.id ?? '', {}, NOW);
      expect(await store.forgetting.removeBefore(NOW, { user: 'nobody' })).toEqual({ memories: 0, ids: [] });
      expect(await store.forgetting.removeBefore(NOW, {})).toMatchObject({ memories: 1 });
      expect(await store.memories.get(old?.id ?? '', {})).toBeNull();
      expect(await store.memories.get(fresh?.id ?? '', {})).not.toBeNull();
      expect(await store.forgetting.discarded({})).toBe(0);
    });

    it('counts its tables and frees space', async () => {
      await store.memories.add([memory('one')]);
      expect(await store.tables()).toContainEqual({ name: 'memories', rows: 1 });
      await store.compact();
      expect(await store.memories.count({})).toBe(1);
    });
  });
}
