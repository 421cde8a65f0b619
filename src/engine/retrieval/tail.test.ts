import { describe, expect, it } from 'vitest';
import { withoutTail } from './tail.ts';

const scores = (found: readonly { score: number }[]) => found.map(({ score }) => score);
const scored = (...values: number[]) => values.map((score) => ({ score }));

describe('an answer', () => {
  it('ends where scores fall far below the first', () => {
    expect(scores(withoutTail(scored(0.8, 0.7, 0.6, 0.5, 0.4, 0.33, 0.31)))).toEqual([0.8, 0.7, 0.6, 0.5, 0.4, 0.33]);
  });

  it('shows five, however low they score', () => {
    expect(withoutTail(scored(0.9, 0.1, 0.1, 0.1, 0.1, 0.1))).toHaveLength(5);
  });

  it('may be empty', () => {
    expect(withoutTail([])).toEqual([]);
  });
});
