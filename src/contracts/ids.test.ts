import { describe, expect, it } from 'vitest';
import { idIn } from './ids.ts';

const ID = '01hzy3k5m7n9p1q3r5t7';

describe('an id', () => {
  it.each([
    [{ tb: 'memories', id: { String: ID } }],
    [{ tb: 'memories', id: ID }],
    [{ String: ID }],
    [JSON.stringify({ tb: 'memories', id: { String: ID } })],
    [ID],
  ])('is taken out of %j', (given) => {
    expect(idIn(given)).toBe(ID);
  });

  it.each([7, '', '{', '{}', '{"tb":1}', { tb: 'memories' }, { id: null }, { id: { id: {} } }])(
    'is not in %j, which stays as it is',
    (given) => {
      expect(idIn(given)).toBe(given);
    },
  );
});
