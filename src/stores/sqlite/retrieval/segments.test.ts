import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendVector, decodeSegment, emptyCodes, encodeSegment, retain, wordsFor } from './segments.ts';

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

  it('keep the order of the slots that remain', () => {
    const codes = codesOf(Array.from({ length: 9 }, (_, i) => new Float32Array(DIMENSIONS).fill(i - 4)));
    retain(codes, (slot) => slot % 2 === 0);
    expect([...codes.ids.subarray(0, codes.count)]).toEqual([1, 3, 5, 7, 9]);
  });
});
