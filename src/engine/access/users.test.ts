import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import type { Store } from '../ports.ts';
import { Audit } from './audit.ts';
import { Users } from './users.ts';

const OWNER = { who: 'local' };
const clock = { now: () => 1_800_000_000_000 };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-users-'));
  store = await openSqliteStore(join(folder, 'test.db'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(folder, { recursive: true });
});

it('tokens of which only some could be revoked are in the audit trail, but not if none could', async () => {
  const users = new Users(store.access, new Audit(store.access, clock), clock);
  await users.add(OWNER, { id: 'ann', role: 'user' });
  for (let i = 0; i < 3; i++) await users.issueToken(OWNER, 'ann', 1);
  const revoked = async () =>
    (await users.audit(OWNER, { limit: 100 })).filter(({ action }) => action === 'token.revoke');
  const revoke = store.access.revoke.bind(store.access);
  const full = new Error('The disk is full.');
  const revoking = vi.spyOn(store.access, 'revoke').mockRejectedValueOnce(full);
  await expect(users.revoke(OWNER, 'ann')).rejects.toBe(full);
  expect(await revoked()).toEqual([]);
  revoking.mockImplementationOnce(revoke).mockRejectedValueOnce(full);
  await expect(users.revoke(OWNER, 'ann')).rejects.toBe(full);
  expect(await revoked()).toMatchObject([{ who: 'local', subject: 'ann', outcome: 'done' }]);
});

it('an admin does not revoke the token of another admin along with those of a user named like it', async () => {
  const users = new Users(store.access, new Audit(store.access, clock), clock);
  for (const id of ['ada', 'bob']) await users.add(OWNER, { id, role: 'admin' });
  const { listed } = await users.issueToken(OWNER, 'bob', 1);
  const ada = { who: 'ada', role: 'admin' } as const;
  await users.add(ada, { id: listed.id, role: 'user' });
  await users.issueToken(ada, listed.id, 1);
  await expect(users.revoke(ada, listed.id)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await users.tokens(OWNER)).map(({ state }) => state)).toEqual(['active', 'active']);
});
