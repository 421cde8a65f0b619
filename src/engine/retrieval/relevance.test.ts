import { describe, expect, it } from 'vitest';
import { relevance, similarityOf } from './relevance.ts';

const DAY = 86_400_000;

describe('relevance', () => {
  it('is the weighted sum of its parts', () => {
    const memory = { importance: 8, updatedAt: 0, accesses: 50 };
    const score = relevance(memory, { similarity: 0.6, nearness: 0.5, now: 10 * DAY });
    expect(score).toBeCloseTo(0.5 * 0.6 + 0.2 * 0.8 + 0.1 * Math.exp(-1) + 0.1 * 0.5 + 0.1 * 0.5, 9);
  });

  it('is at most one, even for a memory that is read all day', () => {
    const memory = { importance: 10, updatedAt: 5, accesses: 100_000 };
    expect(relevance(memory, { similarity: 1, nearness: 1, now: 5 })).toBeCloseTo(1, 9);
  });

  it('treats a change in the future as one made now', () => {
    const memory = { importance: 0, updatedAt: 9 * DAY, accesses: 0 };
    expect(relevance(memory, { similarity: 0, nearness: 0, now: 0 })).toBeCloseTo(0.1, 9);
  });
});

describe('similarity', () => {
  it('uses words when the meaning is distant or unknown', () => {
    expect(similarityOf(0.3, 1)).toBe(0.8);
    expect(similarityOf(null, 0.5)).toBe(0.4);
    expect(similarityOf(0.9, 1)).toBe(0.9);
    expect(similarityOf(-0.2, 0)).toBe(0);
  });
});
