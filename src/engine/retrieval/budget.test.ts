import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, fairShare } from './budget.ts';

describe('the token budget', () => {
  it('shows everything when everything fits', () => {
    expect(fairShare([10, 20, 30], 100)).toBeGreaterThanOrEqual(30);
  });

  it('lets short texts give their room to long ones', () => {
    expect(fairShare([10, 10, 1000], 50)).toBe(180);
  });

  it('never exceeds the budget', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 60 }), fc.integer({ min: 1, max: 10_000 }), (lengths, tokens) => {
        const share = fairShare(lengths, tokens);
        const shown = lengths.reduce((sum, length) => sum + Math.min(length, share), 0);
        expect(shown).toBeLessThanOrEqual(tokens * 4);
      }),
    );
  });

  it('does not cut a character in two', () => {
    expect(cutText('ab😀cd', 3)).toEqual({ text: 'ab', left: 4 });
  });
});
