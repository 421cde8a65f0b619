import { describe, expect, it } from 'vitest';
import { crowding } from './crowd.ts';

const code = (...words: number[]) => Uint32Array.from(words);

describe('the crowd around a vector', () => {
  it('is the mean cosine to the others, estimated from their bits', () => {
    const [left, right, across] = crowding([code(0, 0), code(0, 0), code(0, 0xffffffff)]);
    expect(left).toBeCloseTo(0.5);
    expect(right).toBeCloseTo(0.5);
    expect(across).toBeCloseTo(0);
  });

  it('is 0 for a single vector', () => {
    expect(crowding([code(7)])).toEqual([0]);
  });

  it('consists only of the nearest', () => {
    const near = Array.from({ length: 21 }, () => code(0));
    expect(crowding([...near, code(0xffffffff)])[0]).toBeCloseTo(1);
  });
});
