import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenEngine, OWN_MODEL, OWNER, openFolder, openTestEngine } from '../../../../test/open.ts';

let open: OpenEngine;
beforeEach(async () => {
  open = await openTestEngine(OWN_MODEL);
});
afterEach(() => open.dispose());

describe('statistics', () => {
  it('count memories, code and edges within reach', async () => {
    const { memories, graph, code } = open.engine;
    const ada = { who: 'local', user: 'ada' };
    const { memory: requirement } = await memories.store(OWNER, {
      content: 'Passwords are hashed.',
      type: 'requirements',
      metadata: { requirement_id: 'REQ-1', implementing_components: ['AuthService'] },
    });
    await memories.store(OWNER, { content: 'Signs in.', type: 'component', metadata: { name: 'AuthService' } });
    const { memory: gone } = await memories.store(OWNER, { content: 'Nobody needs this.' });
    await memories.discard(OWNER, gone.id);
    await memories
      .store(ada, { content: 'Ada likes tea.', relations: [{ type: 'SEE', target: requirement.id }] })
      .catch(() => {});
    await memories.store(ada, { content: 'Ada likes tea.' });
    const [tea, cup] = [await graph.createEntity(ada, { name: 'Tea' }), await graph.createEntity(ada, { name: 'Cup' })];
    await graph.createRelation(ada, { from: tea.id, to: cup.id, type: 'in', weight: 1 });
    const project = join(open.dataDir, 'project');
    mkdirSync(project);
    writeFileSync(
      join(project, 'a.ts'),
      'export class Kettle {\n  boil() {\n    return heat();\n  }\n}\nfunction heat() {\n  return 1;\n}\n',
    );
    await code.index(OWNER, project);

    const all = await open.engine.statistics(OWNER);
    expect(all).toMatchObject({
      memories: { total: 3, byType: { requirements: 1, component: 1, semantic: 1 }, deleted: 1 },
      index: { files: 1, functions: 2, classes: 1 },
      relationships: { byType: { IMPLEMENTS_REQ: 1, in: 1, CALLS: 1, CONTAINS: 3 } },
      sync: { pending: 0, failed: 0 },
    });
    expect(await open.engine.statistics(ada)).toMatchObject({
      memories: { total: 1, byType: { semantic: 1 }, deleted: 0 },
      index: { files: 0 },
      relationships: { byType: { in: 1 } },
    });
  });

  it('measure the parts of the file', async () => {
    const before = (await open.engine.statistics(OWNER)).storage;
    await open.engine.memories.storeMany(
      OWNER,
      Array.from({ length: 300 }, (_, i) => ({ content: `Harbour ${i} has a crane and a bell.` })),
    );
    const after = (await open.engine.statistics(OWNER)).storage;
    for (const part of ['vectors', 'text', 'graph', 'memories', 'cache'] as const)
      expect(after[part]).toBeGreaterThan(before[part]);
    expect(after.vectors - before.vectors).toBeGreaterThan(300 * 384 * 4);
    expect(after.vectors + after.text + after.graph + after.memories + after.code).toBeLessThanOrEqual(after.total);
  });

  it('average the time of searches and writes over all processes', async () => {
    expect((await open.engine.statistics(OWNER)).performance).toEqual({
      averageSearchMs: null,
      averageWriteMs: null,
      cacheHitRate: null,
    });
    for (let i = 0; i < 3; i++) await open.engine.memories.store(OWNER, { content: 'The same text each time.' });
    await open.engine.retrieval.recall(OWNER, 'which text', { limit: 3 });
    await expect(open.engine.memories.store(OWNER, { content: '' })).rejects.toThrow();
    const { performance } = await open.engine.statistics(OWNER);
    expect(performance.averageWriteMs).toBeGreaterThan(0);
    expect(performance.averageSearchMs).toBeGreaterThanOrEqual(0);
    expect(performance.cacheHitRate).toBe(0.5);
    const other = await openFolder(open.dataDir, OWN_MODEL);
    expect((await other.statistics(OWNER)).performance).toEqual(performance);
    await other.close();
  });
});

describe('hourly figures', () => {
  it('end with the store as it is now, not as it was at the start of the hour', async () => {
    await open.engine.memories.store(OWNER, { content: 'Stored after the hour began.' });
    expect((await open.engine.operating.hours(OWNER, 24)).at(-1)).toMatchObject({ memories: 1 });
  });
});
