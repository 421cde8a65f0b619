// A store with rows in every table that `copy` copies.
import { newId } from '../../engine/ids.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from '../suites/code-fixture.ts';
import { DIMENSIONS, MODEL, memory, mention, NOW, NOWHERE, vector } from '../suites/store-fixture.ts';

/** Numbers that are lost easily: the smallest there are, and a zero with a sign. */
const EDGES = new Float32Array(DIMENSIONS).fill(1.401298464324817e-45);
EDGES[0] = -0;
EDGES[1] = 1;

/** Something in every table. */
export async function furnish(store: Store): Promise<void> {
  await store.embeddings.adopt(MODEL);
  const ada = { ...NOWHERE, user: 'ada', session: 's1' };
  const [one, two, gone] = await store.memories.add([
    memory('the gateway retries', {
      scope: ada,
      mentions: [mention('Gateway', true)],
      trace: { names: [byId('a')], claims: [] },
      metadata: { tiny: 5e-324, text: 'ü\u{1F600}' },
      importance: -0,
    }),
    memory('edges of numbers', {
      passages: [
        { terms: 'edges of numbers', vector: EDGES },
        { terms: 'late', vector: null },
      ],
    }),
    memory('soon gone'),
  ]);
  if (!one || !two || !gone) throw new Error('not stored');
  await store.memories.change(one.id, one.revision, { importance: 7, updatedAt: NOW + 1 });
  await store.forgetting.discard(gone.id, {}, NOW + 2);
  const entity = {
    id: newId(NOW),
    scope: { ...NOWHERE, user: 'ada' },
    key: 'queue',
    name: 'Queue',
    type: 'service',
    description: null,
    createdAt: NOW,
  };
  const observation = await store.knowledge.observe(entity, ['holds jobs'], one.row, NOW);
  await store.knowledge.addVectors(MODEL, [{ entity: observation.row, vector: vector(3) }]);
  await store.transfer.relate({ type: 'DEPENDS_ON', from: one.id, to: two.id, createdAt: NOW }, {});
  await store.knowledge.relateOnce(
    {
      id: newId(NOW),
      from: entity,
      to: { ...entity, id: newId(NOW), key: 'bus', name: 'Bus' },
      type: 'uses',
      weight: 0.1,
      createdAt: NOW,
      validFrom: NOW,
      validUntil: null,
    },
    null,
  );
  const project = await store.code.projects.declare({
    scope: NOWHERE,
    root: '/work/shop',
    machine: { id: 'm1', name: 'laptop' },
    names: ['shop'],
    createdAt: NOW,
  });
  await store.code.index.add(project.id, [file('a.go', ['Alpha', 'Beta'])]);
  await store.code.index.publish(project.id, { gone: [], commit: 'abc', at: NOW });
  const [chunk] = await store.code.vectors.pending(project.id, 1);
  if (chunk) await store.code.vectors.fill([{ id: chunk.id, vector: EDGES }], MODEL);
  await store.code.links.add([
    { memory: one.row, project: project.id, path: 'a.go', container: null, symbol: 'Alpha', digest: 'x' },
  ]);
  await store.access.addUser({ id: 'ada', name: 'Ada', role: 'user', active: true, createdAt: NOW, updatedAt: NOW });
  await store.access.addToken({ id: 't1', user: 'ada', hash: 'h', createdAt: NOW, expiresAt: null, revokedAt: null });
  await store.access.record(
    [{ at: NOW, who: 'ada', action: 'memory.add', subject: one.id, cube: null, outcome: 'done' }],
    0,
  );
  await store.chat.append({ who: 'ada', user: null, project: null, id: 'c', createdAt: NOW, lastAt: NOW }, [
    { role: 'user', content: 'hello', at: NOW },
  ]);
  await store.jobs.start({ id: newId(NOW), kind: 'k', total: 1, startedAt: NOW, by: null }, NOW - 1);
  await store.inbox.note([{ kind: 'duplicate', memory: two, other: one, similarity: 0.9, foundAt: NOW }]);
  await store.statistics.addTimings(new Map([['search', { count: 1, ms: 0.1, slowest: 0.1 }]]), NOW);
}

/** Enough rows that copying takes a while. */
export async function manyMemories(store: Store, count: number): Promise<void> {
  const page = 500;
  for (let i = 0; i < count; i += page)
    await store.memories.add(
      Array.from({ length: Math.min(page, count - i) }, (_, j) =>
        memory(`note ${i + j} of the harbour`, {
          scope: { ...NOWHERE, project: `p${j % 7}` },
          mentions: [mention(`Pier ${j % 50}`)],
          passages: [{ terms: `note ${i + j} of the harbour`, vector: vector(j % DIMENSIONS, (i + j) / count) }],
        }),
      ),
    );
}
