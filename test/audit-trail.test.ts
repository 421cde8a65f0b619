// Refusals are audited, but cannot be used to flood the trail.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../src/engine/access/actor.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

let open: OpenEngine;
let ann: Actor;
beforeAll(async () => {
  open = await openTestEngine();
  const { users, access } = open.engine;
  await users.add(OWNER, { id: 'ann', role: 'user' });
  ann = await access.authenticate((await users.issueToken(OWNER, 'ann', 1)).token);
});
afterAll(() => open.dispose());

const refusals = () => open.engine.users.audit(OWNER, { who: 'ann', limit: 10_000 });

it('a search of a thousand nonexistent cubes is logged as one refusal', async () => {
  const cubes = Array.from({ length: 1000 }, (_, i) => `cube-${i}`);
  await expect(open.engine.cubes.search(ann, 'x', { cubes, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect(await refusals()).toMatchObject([{ action: 'cube.read', cube: 'cube-0', outcome: 'denied' }]);
});

it('an impossible cube id is not logged, since it could contain terminal control characters', async () => {
  for (const id of ['my password is swordfish', '\u001b[2Jgone', 'x'.repeat(101)]) {
    await expect(open.engine.cubes.open(ann, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await refusals())[0]).toMatchObject({ action: 'cube.read', cube: null, outcome: 'denied' });
  }
});
