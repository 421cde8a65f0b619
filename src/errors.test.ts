import { describe, expect, it } from 'vitest';
import { invalid, RemanenceError } from './errors.ts';

describe('an error', () => {
  it('quotes little of a long argument, and still says what is wrong with it', () => {
    const { message, hint, details } = new RemanenceError('invalid', `${'/x'.repeat(250_000)} is a folder.`, {
      hint: 'y'.repeat(500_000),
      details: { provided: 'z'.repeat(500_000), allowed: [1, 2] },
    });
    expect(message).toMatch(/^\/x\/x.*….* is a folder\.$/);
    expect(message.length + String(hint).length + JSON.stringify(details).length).toBeLessThan(7000);
    expect(details?.allowed).toEqual([1, 2]);
  });

  it('never breaks a character where it is cut', () => {
    for (const before of ['', 'a']) expect(invalid(before + '🪷'.repeat(5000)).message.isWellFormed()).toBe(true);
  });

  it('is whole while it is short', () => {
    const told = `${'Known projects: shop, api, web. '.repeat(60)}`;
    expect(invalid(told, told)).toMatchObject({ message: told, hint: told });
  });
});
