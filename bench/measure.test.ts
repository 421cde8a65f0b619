import { describe, expect, it } from 'vitest';
import { auroc, figures, ndcg, percentile } from './measure.ts';

describe('figures', () => {
  it('counts the share of relevant documents in the top and the first hit', () => {
    const outcome = { category: 'x', ranked: ['a', 'b', 'c', 'd'], relevant: new Set(['b', 'd']) };
    expect(figures([outcome])).toEqual({ questions: 1, first: 0, recall2: 0.5, recall5: 1, recall10: 1, mrr: 0.5 });
  });

  it('is zero if nothing was found', () => {
    expect(figures([{ category: 'x', ranked: [], relevant: new Set(['a']) }]).mrr).toBe(0);
  });
});

describe('NDCG', () => {
  it('is one in the best order, less further down, and counts only the top', () => {
    expect(ndcg(['a', 'b', 'x'], new Set(['a', 'b']), 10)).toBe(1);
    expect(ndcg(['x', 'a'], new Set(['a']), 10)).toBeCloseTo(1 / Math.log2(3));
    expect(ndcg(['x', 'y', 'a'], new Set(['a']), 2)).toBe(0);
    expect(ndcg([], new Set(['a']), 10)).toBe(0);
  });
});

describe('percentile and AUROC', () => {
  it('reads the value at a share of the sorted list', () => {
    expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  });

  it('is one when every answerable question scores higher, a half by chance, null without both', () => {
    expect(auroc([2, 3], [0, 1])).toBe(1);
    expect(auroc([1, 1], [1])).toBe(0.5);
    expect(auroc([1], [])).toBeNull();
  });
});
