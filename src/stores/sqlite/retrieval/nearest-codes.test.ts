import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/random.ts';
import { likelyNearest, nearestSlots } from './nearest-codes.ts';
import { appendVector, codeOf, emptyCodes, wordsFor } from './segments.ts';

const DIMENSIONS = 40;
const vectors = fc.array(
  fc.float32Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS, noNaN: true, min: -1, max: 1 }),
  { minLength: 1, maxLength: 60 },
);

function codesOf(all: readonly Float32Array[]) {
  const codes = emptyCodes(wordsFor(all[0]?.length ?? 0), 1);
  for (const [i, vector] of all.entries()) appendVector(codes, i + 1, i, i % 3, vector);
  return codes;
}

const distance = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, x, i) => sum + (x > 0 === (b[i] ?? 0) > 0 ? 0 : 1), 0);
const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const signs = (vector: Float32Array) => vector.map((x) => (x > 0 ? 1 : -1));
const admits = (slot: number) => slot % 3 !== 1;

describe('the nearest codes', () => {
  it('are those that differ in the fewest bits, among the admitted', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 1, max: 20 }), (all, wanted) => {
        const query = all[0] ?? new Float32Array(DIMENSIONS);
        const found = nearestSlots(codesOf(all), codeOf(query), wanted, admits);
        const expected = all.flatMap((vector, i) => (admits(i) ? [distance(query, vector)] : [])).sort((a, b) => a - b);
        expect(found.length).toBe(Math.min(wanted, expected.length));
        const farthest = expected[found.length - 1] ?? 0;
        for (const slot of found) {
          expect(admits(slot)).toBe(true);
          expect(distance(query, all[slot] ?? query)).toBeLessThanOrEqual(farthest);
        }
      }),
    );
  });

  it('are ordered by the vector itself where the shortlist holds them all', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 7, max: 20 }), (all, wanted) => {
        const query = all[0] ?? new Float32Array(DIMENSIONS);
        const found = likelyNearest(codesOf(all), query, wanted, admits);
        const scores = all.map((vector) => product(query, signs(vector)));
        const expected = scores.filter((_, slot) => admits(slot)).sort((a, b) => b - a);
        expect(found.length).toBe(Math.min(wanted, expected.length));
        const least = expected[found.length - 1] ?? 0;
        for (const slot of found) expect(scores[slot]).toBeGreaterThanOrEqual(least - 1e-4);
      }),
    );
  });

  it('hold more of the true neighbours than distance alone', () => {
    const random = new Random(7);
    const vector = () => Float32Array.from({ length: 128 }, () => random.next() - 0.5);
    const all = Array.from({ length: 600 }, vector);
    const codes = codesOf(all);
    const share = (find: (query: Float32Array) => number[]) => {
      let held = 0;
      for (let trial = 0; trial < 5; trial++) {
        const query = vector();
        const found = new Set(find(query));
        const cosines = all.map((each, slot) => [product(query, each) / Math.hypot(...each), slot] as const);
        const best = cosines.sort(([a], [b]) => b - a).slice(0, 20);
        held += best.filter(([, slot]) => found.has(slot)).length;
      }
      return held / 100;
    };
    const byDistance = share((query) => nearestSlots(codes, codeOf(query), 60, () => true));
    const byVector = share((query) => likelyNearest(codes, query, 60, () => true));
    expect(byVector).toBeGreaterThan(byDistance + 0.05);
  });
});
