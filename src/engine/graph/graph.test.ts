import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';

describe('the knowledge graph', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  it('shows each user only their own entities, even across a relation made by the owner', async () => {
    const { graph } = open.engine;
    const [ada, bob] = [
      { ...OWNER, user: 'ada' },
      { ...OWNER, user: 'bob' },
    ];
    const mine = await graph.createEntity(ada, { name: 'Notebook' });
    const theirs = await graph.createEntity(bob, { name: 'Notebook' });
    expect(mine.id).not.toBe(theirs.id);
    await expect(
      graph.createRelation(ada, { from: mine.id, to: theirs.id, type: 'like', weight: 1 }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await graph.createRelation(OWNER, { from: mine.id, to: theirs.id, type: 'like', weight: 1 });
    expect(await graph.related(ada, mine.id, 3, 'both')).toEqual({
      entities: [],
      relations: [],
      memories: [],
      cut: false,
    });
    expect((await graph.related(OWNER, mine.id, 1, 'both')).entities).toMatchObject([{ id: theirs.id, distance: 1 }]);
    await expect(graph.related(bob, mine.id, 1, 'both')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows the strongest relations of a hub, and says that there are more', async () => {
    const { graph } = open.engine;
    const hub = await graph.createEntity(OWNER, { name: 'Hub of all things' });
    for (let i = 0; i < 90; i++) {
      const spoke = await graph.createEntity(OWNER, { name: `Spoke ${i}` });
      await graph.createRelation(OWNER, { from: hub.id, to: spoke.id, type: 'holds', weight: i / 100 });
    }
    const { entities, relations, cut } = await graph.related(OWNER, hub.id, 2, 'outgoing');
    expect([entities.length, relations.length, cut]).toEqual([50, 50, true]);
    expect(entities[0]?.name).toBe('Spoke 89');
  });

  it('stores no secrets', async () => {
    const entity = await open.engine.graph.createEntity(OWNER, {
      name: 'Vault',
      description: 'password = hunter2hunter2',
    });
    expect(entity.description).toBe('password = [REDACTED:password]');
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await expect(open.engine.graph.createEntity(OWNER, { name: token })).rejects.toMatchObject({ code: 'invalid' });
    await expect(
      open.engine.knowledge.tell(OWNER, { name: token, type: null, observations: [] }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('has an entity for each name, however short, and one for each sign that tells names apart', async () => {
    const { engine, dispose } = await openTestEngine();
    const { graph, memories } = engine;
    const names = ['C', 'C++', 'C#', 'R', 'NET', '.NET', '🚀'];
    for (const name of names)
      await memories.store(OWNER, {
        content: `A part of the compiler, ${names.indexOf(name)}.`,
        type: 'component',
        metadata: { name },
      });
    const entities = await Promise.all(names.map((name) => graph.entity(OWNER, name)));
    expect(entities.map(({ name }) => name)).toEqual(names);
    for (const name of names)
      expect(await graph.createEntity(OWNER, { name })).toMatchObject({ id: entities[names.indexOf(name)]?.id });
    const { memory } = await memories.store(OWNER, { content: 'The parser is written in C++, its launch was 🚀.' });
    for (const [i, name] of names.entries()) {
      const naming = (await graph.related(OWNER, entities[i]?.id, 1, 'both')).memories.map(({ id }) => id);
      expect(naming.includes(memory.id), name).toBe(['C++', '🚀'].includes(name));
    }
    await dispose();
  });

  it('declares the same entity that memories mention', async () => {
    const { memory } = await open.engine.memories.store(OWNER, { content: 'We chose Elasticsearch for logs.' });
    const entity = await open.engine.graph.createEntity(OWNER, {
      name: 'elasticsearch',
      type: 'database',
      description: 'search',
    });
    expect(entity).toMatchObject({ type: 'database', mentions: 1 });
    await open.engine.memories.remove(OWNER, memory.id);
    expect(await open.engine.graph.entity(OWNER, entity.id)).toMatchObject({ mentions: 0, name: 'elasticsearch' });
  });
});
