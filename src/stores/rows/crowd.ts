// Estimates how near each vector is to the others from their one-bit codes; with all dimensions this would take longer
// than the rest of a search.
import { bitsApart } from './bits.ts';

/** The number of nearest others that form a vector's crowd. */
const CROWD = 20;

/** For each code, the mean cosine to its crowd, estimated from the bits. */
export function crowding(codes: readonly Uint32Array[]): number[] {
  const bits = 32 * (codes[0]?.length ?? 0);
  // A histogram of bit distances for each code, which finds the nearest without sorting.
  const others = codes.map(() => new Uint32Array(bits + 1));
  const count = (i: number, apart: number) => {
    const row = others[i];
    if (row) row[apart] = (row[apart] ?? 0) + 1;
  };
  for (const [i, code] of codes.entries()) {
    for (let j = 0; j < i; j++) {
      const apart = bitsApart(code, codes[j] ?? code);
      count(i, apart);
      count(j, apart);
    }
  }
  return others.map((row) => meanCosine(row, bits));
}

function meanCosine(others: Uint32Array, bits: number): number {
  let taken = 0;
  let sum = 0;
  for (let apart = 0; apart <= bits && taken < CROWD; apart++) {
    const here = Math.min(CROWD - taken, others[apart] ?? 0);
    sum += here * Math.cos((Math.PI * apart) / bits);
    taken += here;
  }
  return taken === 0 ? 0 : sum / taken;
}
