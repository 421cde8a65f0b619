import { describe, expect, it } from 'vitest';
import { withoutTail } from './tail.ts';

const scores = (found: readonly { score: number }[]) => found.map(({ score }) => score);
const scored = (...values: number[]) => values.map((score) => ({ score }));

describe('an answer', () => {
  it('ends where scores fall far below the first', () => {
    expect(scores(withoutTail(scored(0.8, 0.7, 0.6, 0.5, 0.4, 0.33, 0.31), 10, false))).toEqual([
      0.8, 0.7, 0.6, 0.5, 0.4, 0.33,
    ]);
  });

  it('shows five, however low they score', () => {
    expect(withoutTail(scored(0.9, 0.1, 0.1, 0.1, 0.1, 0.1), 10, false)).toHaveLength(5);
  });

  it('shows half of what was asked for, and never more than that', () => {
    const many = scored(0.9, ...Array.from({ length: 40 }, () => 0.1));
    expect(withoutTail(many, 30, false)).toHaveLength(15);
    expect(withoutTail(many, 3, false)).toHaveLength(3);
  });

  it('shows five where all are weak, unless fewer were asked for', () => {
    const weak = scored(0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3);
    expect(withoutTail(weak, 30, true)).toHaveLength(5);
    expect(withoutTail(weak, 2, true)).toHaveLength(2);
  });

  it('may be empty', () => {
    expect(withoutTail([], 10, false)).toEqual([]);
  });
});
