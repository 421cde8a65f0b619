import { describe, expect, it } from 'vitest';
import { actingAs, inScope, inSession, LOCAL, place, reach } from './actor.ts';

const OWNER = { who: LOCAL };

describe('the name of a user or a session', () => {
  it('may be any text', () => {
    for (const name of ['alice', 'opencode:2026-01-04', '/home/a b/c', '会議', '👩‍💻', 'x'.repeat(256)]) {
      expect(inSession(OWNER, name).session).toBe(name);
      expect(actingAs(OWNER, name).user).toBe(name);
    }
  });

  it.each([
    ['a NUL, where a store may cut it off', 'bob\u0000x'],
    ['half a surrogate pair, which a store does not tell from any other half', 'bob\ud800'],
    ['more than 256 characters', 'x'.repeat(257)],
  ])('may not contain %s', (_, name) => {
    expect(() => inSession(OWNER, name)).toThrow('The name of a session must be valid text of at most 256 characters');
    expect(() => actingAs(OWNER, name)).toThrow('The name of a user must be valid text of at most 256 characters');
  });
});

describe('an actor in a scope', () => {
  it.each([
    { cube: null, user: null, project: null, session: null },
    { cube: 'log', user: 'ann', project: 'shop', session: 's1' },
  ])('stores there, whatever its own scope is: %o', (scope) => {
    const elsewhere = { ...OWNER, cube: 'diary', user: 'bob', project: 'mill', session: 's2' };
    expect(place(inScope(elsewhere, scope))).toEqual(scope);
  });

  it('does not reach beyond the default cube when the scope names none', () => {
    const scope = { cube: null, user: null, project: null, session: null };
    expect(reach(inScope(OWNER, scope))).toEqual({ cubes: ['default'] });
  });
});
