import { describe, expect, it } from 'vitest';
import { mergeGroups } from './merge.ts';

const group = (source: string, ...scores: number[]) => scores.map((score) => ({ source, score }));

describe('merging two groups', () => {
  it('measures each against itself, so that neither is drowned by the scale of the other', () => {
    const merged = mergeGroups(group('memory', 0.9, 0.8, 0.1), group('code', 0.009, 0.008, 0.001));
    expect(merged.map(({ source }) => source)).toEqual(['memory', 'code', 'memory', 'code', 'memory', 'code']);
    expect(merged.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect(merged.map(({ score }) => score)).toEqual(merged.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it('gives a group without differences the middle', () => {
    const merged = mergeGroups(group('memory', 0.5, 0.5), group('code', 0.9, 0.1));
    expect(merged.map(({ source, score }) => [source, Math.round(score * 100)])).toEqual([
      ['code', 73],
      ['memory', 50],
      ['memory', 50],
      ['code', 27],
    ]);
  });

  it('leaves one group alone in its order, and nothing for nothing', () => {
    expect(mergeGroups([], group('code', 0.2, 0.7)).map(({ score }) => score > 0.5)).toEqual([true, false]);
    expect(mergeGroups([], [])).toEqual([]);
  });
});
