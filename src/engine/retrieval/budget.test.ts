import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, cutWithNotice, fairShare, tokens } from './budget.ts';

describe('the token budget', () => {
  it('shows everything when everything fits', () => {
    expect(fairShare([10, 20, 30], 100)).toBeGreaterThanOrEqual(30);
  });

  it('gives the room that short texts leave to long ones', () => {
    expect(fairShare([10, 10, 1000], 200)).toBe(180);
  });

  it('never exceeds the budget', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 60 }), fc.integer({ min: 1, max: 10_000 }), (sizes, budget) => {
        const share = fairShare(sizes, budget);
        expect(sizes.reduce((sum, size) => sum + Math.min(size, share), 0)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('counts more tokens for Chinese than for Latin text', () => {
    expect(tokens('abcdefgh')).toBe(2);
    expect(tokens('数据库迁移')).toBe(5);
  });

  it('cuts nothing where saying so would take as much as it saves', () => {
    const notice = (left: number, shown: number) => `${left} more, from ${shown}`;
    expect(cutWithNotice('a'.repeat(47), 10, notice)).toEqual({ text: 'a'.repeat(47), notice: null });
    expect(cutWithNotice('a'.repeat(90), 10, notice)).toEqual({ text: 'a'.repeat(40), notice: '50 more, from 40' });
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.nat(20), (text, most) => {
        const shown = cutWithNotice(text, most, notice);
        expect(tokens(shown.text)).toBeLessThanOrEqual(most + tokens(notice(text.length, text.length)));
        if (shown.notice !== null) expect(tokens(shown.text + shown.notice)).toBeLessThan(tokens(text) + 1);
      }),
    );
  });

  it('cuts to what fits, never inside a character', () => {
    expect(cutText('abcdefghij', 2)).toEqual({ text: 'abcdefgh', left: 2 });
    expect(cutText('abcd', 1)).toEqual({ text: 'abcd', left: 0 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
        const cut = cutText(text, most);
        expect(cut.text.isWellFormed()).toBe(true);
        expect(tokens(cut.text)).toBeLessThanOrEqual(most);
        expect(cut.text.length + cut.left).toBe(text.length);
      }),
    );
  });
});
