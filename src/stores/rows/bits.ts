// One-bit codes of vectors.

/** The number of bits in which two codes of the same length differ. */
export function bitsApart(a: Uint32Array, b: Uint32Array): number {
  let apart = 0;
  for (let word = 0; word < a.length; word++) apart += ones((a[word] ?? 0) ^ (b[word] ?? 0));
  return apart;
}

/** The number of set bits in a word. */
export function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
