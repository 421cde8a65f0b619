import { describe, expect, it } from 'vitest';
import type { MemoryType } from '../model.ts';
import { namesOf, openingTitle, tickets, traceKey } from './trace.ts';

describe('what a project memory is called', () => {
  it.each<[MemoryType, string, string[]]>([
    ['component', 'TrackingService: records where parcels are.', ['TrackingService']],
    ['component', 'The CarrierPoller (src/poll.ts) asks carriers.', ['CarrierPoller']],
    ['component', 'auth-service signs users in.', ['auth-service']],
    ['component', 'Booking desk — takes bookings.', ['Booking desk']],
    ['component', '# Booking API\n\nTakes bookings.', ['Booking API']],
    ['component', 'Signs users in.', []],
    ['component', 'The login page shows a form.', []],
    ['code_pattern', 'Repository pattern: one for every table.', ['Repository pattern', 'Repository']],
    ['test_history', 'test_login_works passed.', ['test_login_works']],
    ['requirements', 'REQ-7: Short lists. At most 100 rows.', ['REQ-7', 'Short lists']],
    ['requirements', 'Lists are short: at most 100 rows.', []],
  ])('%s: %s', (type, content, names) => {
    expect(namesOf(type, content, {})).toEqual(names);
  });

  it('is what its metadata says, where that says something', () => {
    const metadata = { component_id: 'auth', name: 'Auth' };
    expect(namesOf('component', 'SignIn: asks for a password.', metadata)).toEqual(['auth', 'Auth']);
  });

  it('is one name in all its spellings', () => {
    expect(new Set(['AuthService', 'auth-service', 'auth_service', 'Auth Service'].map(traceKey)).size).toBe(1);
  });

  it('is read in bounded time', () => {
    for (const text of ['*', ' ', '`"', '-', 'A ', 'a_', 'AbC', '\n']) {
      const start = performance.now();
      namesOf('component', `${text.repeat(100_000 / text.length)}-`, {});
      namesOf('component', `${text.repeat(60)}-`, {});
      namesOf('requirements', `REQ-1 ${text.repeat(100_000 / text.length)}`, {});
      expect(performance.now() - start, text).toBeLessThan(1000);
    }
  });

  it('has a title where one follows its id', () => {
    expect(openingTitle('ADR-3: Password hashing. We use bcrypt.')).toBe('Password hashing');
    expect(openingTitle('## ADR-3 Password hashing\n\nWe use bcrypt.')).toBe('Password hashing');
    expect(openingTitle(`REQ-1: ${'a very long sentence '.repeat(10)}`)).toBeNull();
  });
});

describe('the ids that a text claims', () => {
  it.each<[string, string[]]>([
    ['Implements REQ-P-1 and REQ-P-2.', ['REQ-P-1', 'REQ-P-2']],
    ['It does not implement REQ-P-1 any more.', []],
    ['No charges: it no longer implements REQ-P-1, REQ-P-2. It follows ADR-3.', ['ADR-3']],
    ['It no longer implements REQ-P-1 but REQ-P-2.', ['REQ-P-2']],
    ['REQ-P-1 is no longer implemented here; REQ-P-2 is.', ['REQ-P-2']],
    ['It never logs names (REQ-P-1).', ['REQ-P-1']],
  ])('%s', (text, expected) => {
    expect(tickets(text)).toEqual(expected);
  });
});
