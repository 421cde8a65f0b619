// What every store must do with users, cubes, tokens, the audit trail and conversations.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry, Cube, User } from '../../engine/access/ports.ts';
import type { Speaker } from '../../engine/memories/quotes.ts';
import type { Store } from '../../engine/ports.ts';
import { MODEL, memory, NOW, NOWHERE, type StoreUnderTest } from './store-fixture.ts';

const user = (id: string): User => ({ id, name: id, role: 'user', active: true, createdAt: NOW, updatedAt: NOW });
const cube = (id: string, owner: string): Cube => ({
  id,
  name: id,
  description: null,
  path: null,
  owner,
  project: null,
  createdAt: NOW,
  updatedAt: NOW,
});
const entry = (at: number, who: string, subject: string | null = null): AuditEntry => ({
  at,
  who,
  action: 'memory.add',
  subject,
  cube: null,
  outcome: 'done',
});

export function accessSuite(name: string, make: () => StoreUnderTest): void {
  describe(`access in ${name}`, () => {
    let under: StoreUnderTest;
    let store: Store;
    let other: Store;
    beforeEach(async () => {
      under = make();
      [store, other] = [await under.open(), await under.open()];
    });
    afterEach(async () => {
      await store.close();
      await other.close();
      under.dispose();
    });

    it('starts with the owner and the default cube', async () => {
      expect(await store.access.users()).toMatchObject([{ id: 'local', role: 'root', active: true }]);
      expect(await store.access.cubes()).toMatchObject([{ id: 'default', owner: 'local', path: null }]);
      expect(await store.access.hasTokens()).toBe(false);
      const key = await store.access.numberKey();
      expect(key.length).toBeGreaterThanOrEqual(16);
      expect(await other.access.numberKey()).toEqual(key);
    });

    it('keeps the first user and the first cube with an id', async () => {
      await store.access.addUser(user('ann'));
      expect(await other.access.addUser({ ...user('ann'), role: 'root' })).toMatchObject({ role: 'user' });
      await store.access.changeUser('ann', { role: 'guest', active: false, updatedAt: NOW + 1 });
      expect(await other.access.user('ann')).toMatchObject({ role: 'guest', active: false, updatedAt: NOW + 1 });
      await store.access.addCube(cube('notes', 'ann'));
      expect(await other.access.addCube(cube('notes', 'local'))).toMatchObject({ owner: 'ann' });
      expect(await store.access.cube('notes')).toEqual(cube('notes', 'ann'));
      expect(await store.access.cube('unknown')).toBeNull();
    });

    it('knows who owns a cube and whom it is shared with', async () => {
      for (const id of ['ann', 'bob']) await store.access.addUser(user(id));
      for (const id of ['a', 'b']) await store.access.addCube(cube(id, 'ann'));
      expect(await store.access.share('a', 'bob', NOW)).toBe(true);
      expect(await store.access.share('a', 'bob', NOW)).toBe(false);
      expect(await other.access.cubesOf(['bob'])).toEqual(['a']);
      expect(await other.access.cubesOf(['ann'])).toEqual(['a', 'b']);
      expect(await other.access.cubesOf(['bob', 'local'])).toEqual(['a', 'default']);
      expect(await other.access.sharers('a')).toEqual(['bob']);
      expect(await store.access.unshare('a', 'bob')).toBe(true);
      expect(await other.access.cubesOf(['bob'])).toEqual([]);
    });

    it('shows only what is in the cubes of a filter, and counts a cube by a field of the metadata', async () => {
      await store.embeddings.adopt(MODEL);
      const inside = { scope: { ...NOWHERE, cube: 'a' }, metadata: { colour: 'red' } };
      await store.memories.add([
        memory('first', inside),
        memory('second', { scope: { ...NOWHERE, cube: 'b' } }),
        memory('third'),
      ]);
      const contents = async (cubes: string[]) =>
        (await other.memories.list({ within: { cubes }, limit: 9, offset: 0 })).map(({ content }) => content).sort();
      expect(await contents(['a', 'b'])).toEqual(['first', 'second']);
      expect(await contents(['default'])).toEqual(['third']);
      expect(await contents([])).toEqual([]);
      const red = new Map([['red', 1]]);
      expect(await other.access.figures('a', {}, 'colour')).toMatchObject({ total: 1, saying: red, bytes: 5 });
      expect(await other.access.figures('a', {}, null)).toMatchObject({ total: 1, saying: new Map() });
      expect(await other.access.figures('default', {}, 'colour')).toMatchObject({ total: 1, saying: new Map() });
      expect(await other.access.figures('a', { user: 'ann' }, 'colour')).toMatchObject({ total: 0, bytes: 0 });
      expect(await other.access.holds('a', {})).toBe(true);
      expect(await other.access.holds('a', { user: 'ann' })).toBe(false);
    });

    it('revokes a token once, and remembers that tokens existed', async () => {
      await store.access.addUser(user('ann'));
      const token = { id: 't', user: 'ann', hash: 'h', createdAt: NOW, expiresAt: null, revokedAt: null };
      await store.access.addToken(token);
      await other.access.revoke('t', NOW + 1);
      await other.access.revoke('t', NOW + 2);
      expect(await store.access.holder('t')).toEqual({
        token: { ...token, revokedAt: NOW + 1 },
        user: user('ann'),
        cubes: [],
      });
      expect(await store.access.tokens()).toEqual([{ ...token, revokedAt: NOW + 1 }]);
      expect(await store.access.hasTokens()).toBe(true);
    });

    it('lists the audit trail newest first, by user and subject, and forgets old entries', async () => {
      await store.access.record([entry(NOW, 'ann', 'x'), entry(NOW, 'bob', 'y')], 0);
      expect((await other.access.audit({ limit: 9 })).map(({ who }) => who)).toEqual(['bob', 'ann']);
      expect(await other.access.audit({ who: 'ann', limit: 9 })).toEqual([entry(NOW, 'ann', 'x')]);
      expect(await other.access.audit({ subject: 'y', limit: 9 })).toEqual([entry(NOW, 'bob', 'y')]);
      const done = { actions: ['x.', 'mem'], outcome: 'done', limit: 1 } as const;
      expect(await other.access.audit(done)).toEqual([entry(NOW, 'bob', 'y')]);
      expect(await other.access.audit({ actions: ['x.'], limit: 9 })).toEqual([]);
      expect(await other.access.audit({ outcome: 'denied', limit: 9 })).toEqual([]);
      await store.access.record(
        Array.from({ length: 600 }, () => entry(NOW + 9, 'ann')),
        NOW + 1,
      );
      expect(await other.access.audit({ who: 'bob', limit: 9 })).toEqual([]);
      expect(await other.access.audit({ limit: 1000 })).toHaveLength(600);
    });

    it('keeps conversations by user, and forgets one user’s or all', async () => {
      const session = (who: string, user: string | null = null, project: string | null = null) => ({
        ...{ id: 's', who, user, project },
        ...{ createdAt: NOW, lastAt: NOW },
      });
      const message = { role: 'user', content: 'Hello', at: NOW } as const;
      for (const owner of ['ann', 'bob']) await store.chat.append(session(owner), [message]);
      await store.chat.append({ ...session('ann'), lastAt: NOW + 5 }, [{ ...message, content: 'Again' }]);
      expect(await other.chat.latest(session('ann'))).toEqual({ ...session('ann'), lastAt: NOW + 5 });
      const page = { limit: 1, offset: 1 };
      expect(await other.chat.messages(session('ann'), page)).toEqual([{ ...message, content: 'Again' }]);
      expect(await store.chat.forget({ who: 'ann' })).toBe(1);
      expect(await other.chat.session(session('ann'))).toBeNull();
      expect(await other.chat.count(session('bob'))).toBe(1);
      expect(await store.chat.forget({})).toBe(1);
    });

    it("separates one caller's conversations by the user and project of the server", async () => {
      const session = (user: string | null, project: string | null) => ({
        ...{ id: 's', who: 'local', user, project },
        ...{ createdAt: NOW, lastAt: NOW },
      });
      const owners = [session(null, null), session('bob', null), session(null, 'shop'), session('bob', 'shop')];
      for (const [i, owner] of owners.entries()) {
        await store.chat.append(owner, [{ role: 'user', content: `Question ${i}`, at: NOW }]);
      }
      for (const [i, owner] of owners.entries()) {
        const messages = await other.chat.messages(owner, { limit: 9, offset: 0 });
        expect(messages.map(({ content }) => content)).toEqual([`Question ${i}`]);
        expect(await other.chat.latest(owner)).toEqual(owner);
      }
      const ofBob = (_: string, { who, user, project }: Speaker) =>
        who === 'local' && user === 'bob' && project === null;
      expect(await store.chat.forgetMessages(ofBob)).toBe(1);
      expect(await other.chat.count(session('bob', null))).toBe(0);
      expect(await store.chat.forget({ project: 'shop' })).toBe(2);
      expect(await other.chat.count(session(null, null))).toBe(1);
    });
  });
}
