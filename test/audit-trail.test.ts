// Refusals are audited, but cannot be used to flood the trail; what failed is not audited as done.
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

it('administration is logged as done only if it was done, and as denied where it is forbidden', async () => {
  const { users } = open.engine;
  const admin: Actor = { who: 'eve', role: 'admin' };
  await users.add(OWNER, { id: 'bob', role: 'user' });
  await expect(users.add(OWNER, { id: 'bob', role: 'user' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(users.issueToken(OWNER, 'nobody', 1)).rejects.toMatchObject({ code: 'not_found' });
  await expect(users.setRole(admin, 'bob', 'root')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(users.revoke(ann, 'bob')).rejects.toMatchObject({ code: 'forbidden' });
  await users.setRole(admin, 'bob', 'guest');
  const entries = await users.audit(OWNER, { limit: 10_000 });
  expect(entries.filter(({ subject }) => subject?.startsWith('nobody'))).toEqual([]);
  expect(entries.filter(({ subject }) => subject === 'bob')).toMatchObject([
    { who: 'eve', action: 'user.role', outcome: 'done' },
    { who: 'ann', action: 'token.revoke', outcome: 'denied' },
    { who: 'eve', action: 'user.role', outcome: 'denied' },
    { who: 'local', action: 'user.add', outcome: 'done' },
  ]);
});

it('every way to take everything out of the store is logged', async () => {
  const { exporting, operating, users } = open.engine;
  await exporting.toFile(OWNER, undefined);
  for await (const _ of await exporting.stream(OWNER)) break;
  await operating.backUp(OWNER, new AbortController().signal);
  const actions = (await users.audit(OWNER, { limit: 3 })).map(({ action }) => action);
  expect(actions).toEqual(['store.backup', 'memory.export', 'memory.export']);
});
