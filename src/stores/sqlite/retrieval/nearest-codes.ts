// Finds the codes nearest to a vector in two steps: Hamming distance makes a shortlist of all codes, then the vector itself
// is compared with the signs of those. The few hundred that remain are read from the disk for their true cosine.
import { distancesTo } from './hamming.ts';
import { type Codes, codeOf } from './segments.ts';

/** On real embeddings the shortlist loses less than .005 of the true top 50 in a store of 28 000. */
const SHORTLIST = { perWanted: 10, ofAll: 1 / 64 };

/** The `wanted` slots that are most likely nearest to the vector, of those that `admits` accepts. */
export function likelyNearest(
  codes: Codes,
  vector: Float32Array,
  wanted: number,
  admits: (slot: number) => boolean,
): number[] {
  const size = Math.max(wanted * SHORTLIST.perWanted, Math.ceil(codes.count * SHORTLIST.ofAll));
  const shortlist = nearestSlots(codes, codeOf(vector), size, admits);
  if (shortlist.length <= wanted) return shortlist;
  const sums = byteSums(vector, codes.words);
  const scores = Float32Array.from(shortlist, (slot) => product(codes, slot, sums));
  const edge = scores.toSorted()[scores.length - wanted] ?? 0;
  let atEdge = wanted - scores.reduce((above, score) => above + (score > edge ? 1 : 0), 0);
  return shortlist.filter((_, i) => (scores[i] ?? 0) > edge || (scores[i] === edge && atEdge-- > 0));
}

/** For each byte of a code and each value of it: the sum of the dimensions whose bits are set. */
function byteSums(vector: Float32Array, words: number): Float32Array {
  const sums = new Float32Array(words * 4 * 256);
  for (let byte = 0; byte < words * 4; byte++) {
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      sums[byte * 256 + value] = (sums[byte * 256 + (value & (value - 1))] ?? 0) + (vector[byte * 8 + lowest] ?? 0);
    }
  }
  return sums;
}

/** Orders codes as the product of the vector and their signs does. */
function product({ bits, words }: Codes, slot: number, sums: Float32Array): number {
  let sum = 0;
  for (let word = 0; word < words; word++) {
    const value = bits[slot * words + word] ?? 0;
    const at = word * 1024;
    sum += sums[at + (value & 255)] ?? 0;
    sum += sums[at + 256 + ((value >>> 8) & 255)] ?? 0;
    sum += sums[at + 512 + ((value >>> 16) & 255)] ?? 0;
    sum += sums[at + 768 + (value >>> 24)] ?? 0;
  }
  return sum;
}

/** The `wanted` slots whose codes differ from the query's in the fewest bits, newest first; only those that `admits` accepts. */
export function nearestSlots(
  codes: Codes,
  query: Uint32Array,
  wanted: number,
  admits: (slot: number) => boolean,
  apart = codes.words * 32,
): number[] {
  const slots = admitted(codes.count, admits);
  const distances = distancesTo(codes, query, slots);
  const histogram = new Uint32Array(codes.words * 32 + 1);
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i] ?? 0;
    histogram[distance] = (histogram[distance] ?? 0) + 1;
  }
  let reach = 0;
  let within = histogram[0] ?? 0;
  while (within < wanted && reach < apart) within += histogram[++reach] ?? 0;
  // At the edge take only as many as fit, newest first: a thousand copies are one answer.
  let atEdge = (histogram[reach] ?? 0) - Math.max(0, within - wanted);
  const found: number[] = [];
  for (let i = slots.length - 1; i >= 0; i--) {
    const distance = distances[i] ?? 0;
    if (distance < reach || (distance === reach && atEdge-- > 0)) found.push(slots[i] ?? 0);
  }
  return found;
}

function admitted(count: number, admits: (slot: number) => boolean): Uint32Array {
  const slots = new Uint32Array(count);
  let length = 0;
  for (let slot = 0; slot < count; slot++) if (admits(slot)) slots[length++] = slot;
  return slots.subarray(0, length);
}
