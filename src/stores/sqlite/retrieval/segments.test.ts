import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendVector,
  decodeSegment,
  emptyCodes,
  encodeSegment,
  nearestCodes,
  retain,
  wordsFor,
  writeCode,
} from './segments.ts';

const DIMENSIONS = 40;
const vectors = fc.array(
  fc.float32Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS, noNaN: true, min: -1, max: 1 }),
  {
    minLength: 1,
    maxLength: 60,
  },
);

function codesOf(all: readonly Float32Array[]) {
  const codes = emptyCodes(wordsFor(DIMENSIONS), 1);
  for (const [i, vector] of all.entries()) appendVector(codes, i + 1, (i + 1) * 10, i % 3, vector);
  return codes;
}

const distance = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, x, i) => sum + (x > 0 === (b[i] ?? 0) > 0 ? 0 : 1), 0);

describe('segments', () => {
  it('are restored unchanged from their bytes', () => {
    fc.assert(
      fc.property(vectors, (all) => {
        const codes = codesOf(all);
        const again = decodeSegment(encodeSegment(codes), codes.words);
        expect(again.count).toBe(all.length);
        expect([...again.ids]).toEqual([...codes.ids.subarray(0, codes.count)]);
        expect([...again.bits]).toEqual([...codes.bits.subarray(0, codes.count * codes.words)]);
      }),
    );
  });

  it('find exactly the admitted codes that are nearest by sign', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 1, max: 20 }), (all, wanted) => {
        const codes = codesOf(all);
        const query = all[0] ?? new Float32Array(DIMENSIONS);
        const code = new Uint32Array(codes.words);
        writeCode(query, code, 0);
        const found = nearestCodes(codes, code, wanted, (slot) => slot % 3 !== 1);
        const expected = all
          .map((vector, i) => ({ passage: i + 1, at: distance(query, vector), admitted: i % 3 !== 1 }))
          .filter(({ admitted }) => admitted)
          .sort((a, b) => a.at - b.at);
        expect(found.length).toBe(Math.min(wanted, expected.length));
        const farthest = expected[found.length - 1]?.at ?? 0;
        for (const passage of found) expect(distance(query, all[passage - 1] ?? query)).toBeLessThanOrEqual(farthest);
      }),
    );
  });

  it('keep their order when some codes are removed', () => {
    const codes = codesOf(Array.from({ length: 9 }, (_, i) => new Float32Array(DIMENSIONS).fill(i - 4)));
    retain(codes, (slot) => slot % 2 === 0);
    expect([...codes.ids.subarray(0, codes.count)]).toEqual([1, 3, 5, 7, 9]);
  });
});
