import { describe, expect, it } from 'vitest';
import { isValidAt, printTime, readEnd, readPastTime } from './validity.ts';

const NOW = Date.parse('2026-01-06T12:00:00Z');

describe('validity', () => {
  it('is half open', () => {
    const memory = { validFrom: 10, validUntil: 20 };
    expect([9, 10, 19, 20].map((t) => isValidAt(memory, t))).toEqual([false, true, true, false]);
  });

  it('never ends without an end', () => {
    expect(isValidAt({ validFrom: 0, validUntil: null }, NOW)).toBe(true);
  });
});

describe('timestamps', () => {
  it.each([
    ['2025-12-24T18:00:00Z', '2025-12-24T18:00:00Z'],
    ['2025-12-24T18:00:00+02:00', '2025-12-24T16:00:00Z'],
    ['2025-12-24T18:00:00', '2025-12-24T18:00:00Z'],
    ['2025-12-24', '2025-12-24T00:00:00Z'],
    ['2025-12-24 18:00:00.250', '2025-12-24T18:00:00.250Z'],
  ])('reads %s', (text, expected) => {
    expect(printTime(readPastTime(text, NOW))).toBe(expected);
  });

  it('ends a period with the whole day that a bare date names', () => {
    expect(printTime(readEnd('2025-12-24'))).toBe('2025-12-24T23:59:59.999Z');
    expect(printTime(readEnd('2025-12-24T18:00:00+02:00'))).toBe('2025-12-24T16:00:00Z');
  });

  it('treats a future time as now', () => {
    expect(readPastTime('2999-01-01T00:00:00Z', NOW)).toBe(NOW);
  });

  it.each([
    'yesterday',
    '',
    '2025-13-40T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '1736164800',
    'March 5',
    "'; DROP TABLE memories;--",
  ])('refuses %j with a hint', (text) => {
    expect(() => readPastTime(text, NOW)).toThrow(/Invalid timestamp/);
  });
});
