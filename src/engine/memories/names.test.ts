import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import type { MemoryType } from '../model.ts';
import { namesOf, traceKey } from './names.ts';

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
    expect(namesOf({ type, content, metadata: {} })).toEqual(names);
  });

  it('comes from its metadata, if given there', () => {
    const metadata = { component_id: 'auth', name: 'Auth' };
    expect(namesOf({ type: 'component', content: 'SignIn: asks for a password.', metadata })).toEqual(['auth', 'Auth']);
  });

  it('is one name in all its spellings', () => {
    expect(new Set(['AuthService', 'auth-service', 'auth_service', 'Auth Service'].map(traceKey)).size).toBe(1);
  });

  it('keeps the signs without which it would be another', () => {
    expect(['C', 'C++', 'C#', 'NET', '.NET'].map(traceKey)).toEqual(['c', 'c++', 'c#', 'net', '.net']);
  });

  it('is read in bounded time', async () => {
    for (const text of ['*', ' ', '`"', '-', 'A ', 'a_', 'AbC', '\n']) {
      const read = () => {
        namesOf({ type: 'component', content: `${text.repeat(100_000 / text.length)}-`, metadata: {} });
        namesOf({ type: 'component', content: `${text.repeat(60)}-`, metadata: {} });
        namesOf({ type: 'requirements', content: `REQ-1 ${text.repeat(100_000 / text.length)}`, metadata: {} });
      };
      expect(await least(read, { limit: 1000 }), text).toBeLessThan(1000);
    }
  });
});
