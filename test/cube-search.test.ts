// One search over cubes in the common store and in separate files.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from './open.ts';

let open: OpenEngine;
const owner = () => ({ who: 'local', roots: [open.dataDir] });
const CUBES: Record<string, readonly string[]> = {
  zoo: [
    'The otter at the Lisbon aquarium eats anchovies for breakfast.',
    'Otters sleep holding hands so that they do not drift apart.',
    'The printer is on floor 3.',
  ],
  taxes: ['Quarterly tax filing is due in April.'],
  cluster: ['The Kubernetes cluster runs version 1.29.'],
  choir: ['Choir practice is on Thursday.'],
};
beforeAll(async () => {
  open = await openTestEngine();
  for (const [id, contents] of Object.entries(CUBES)) {
    await open.engine.cubes.register(owner(), { id }, id === 'zoo' ? undefined : join(open.dataDir, `${id}.db`));
    const { shelf, author } = await open.engine.cubes.open(owner(), id, 'write');
    for (const content of contents) await shelf.memories.store(author, { content });
  }
});
afterAll(() => open.dispose());

const search = async (question: string) => (await open.engine.cubes.search(owner(), question, { limit: 4 })).found;

it('the best result of a cube with nothing about the question does not displace the answer', async () => {
  for (const question of ['What does the otter eat?', 'How do otters sleep?']) {
    const found = await search(question);
    expect(found[0]?.cube).toBe('zoo');
    for (const { cube, score } of found) if (cube !== 'zoo') expect(score).toBeLessThan((found[0]?.score ?? 0) / 2);
  }
});

it('a cube in a file comes first if it holds the answer', async () => {
  expect((await search('When is the choir practising?'))[0]).toMatchObject({ cube: 'choir' });
  expect((await search('Which Kubernetes do we run?'))[0]).toMatchObject({ cube: 'cluster' });
});
