import { expect, it } from 'vitest';
import { LOCAL } from '../engine/access/actor.ts';
import { confined } from './authentication.ts';

const SERVER = { who: LOCAL, user: 'ann', project: 'shop', roots: ['/srv/shop'], anyCode: true };

it.each([
  ['an admin', { who: 'eve', role: 'admin' as const }, ['/srv/shop']],
  ['the owner, who logs in by a link', { who: LOCAL }, ['/srv/shop']],
  ['a user', { who: 'bob', role: 'user' as const, cubes: ['log'] }, []],
  ['a guest', { who: 'gus', role: 'guest' as const, cubes: [] }, []],
  ['anybody else without a role', { who: 'bob' }, []],
])('files of the machine are for admins and its owner alone: %s', (_, caller, roots) => {
  expect(confined(SERVER, caller)).toMatchObject({ who: caller.who, roots, anyCode: false });
});

it('everybody stays within the configured user and project, with the cubes of their own token', () => {
  const caller = { who: 'bob', role: 'user' as const, cubes: ['log'], user: 'eve', project: 'other' };
  expect(confined(SERVER, caller)).toMatchObject({ who: 'bob', cubes: ['log'], user: 'ann', project: 'shop' });
});
