import { describe, expect, it } from 'vitest';
import { signed } from '../scripts/prepare-model.mjs';

/** Codes around a zero point, like the public weights. */
const matrix = (shape: [number, number], codes: readonly number[], zero: number) => ({
  shape,
  bytes: Uint8Array.from(codes),
  quantization: { scale: 1, min: -zero },
});

describe('the signed weights of the model', () => {
  it('are the codes less their zero point', () => {
    expect([...signed(matrix([2, 3], [100, 101, 99, 120, 80, 100], 100))]).toEqual([0, 1, -1, 20, -20, 0]);
  });

  it('never let two products overflow 16 bits, whatever the input', () => {
    const codes = Array.from({ length: 200 * 16 }, (_, i) => (i * 7919) % 256);
    for (const zero of [0, 19, 128, 255]) {
      const weights = signed(matrix([200, 16], codes, zero));
      for (let row = 0; row < 200; row += 2) {
        for (let column = 0; column < 16; column++) {
          const pair = [weights[row * 16 + column] ?? 0, weights[(row + 1) * 16 + column] ?? 0];
          const most = 255 * pair.reduce((sum, weight) => sum + Math.max(weight, 0), 0);
          const least = 255 * pair.reduce((sum, weight) => sum + Math.min(weight, 0), 0);
          expect(most).toBeLessThanOrEqual(32_767);
          expect(least).toBeGreaterThanOrEqual(-32_768);
        }
      }
    }
  });

  it('clip the larger of two codes first', () => {
    expect([...signed(matrix([2, 2], [255, 255, 200, 130], 128))]).toEqual([64, 126, 64, 2]);
  });
});
