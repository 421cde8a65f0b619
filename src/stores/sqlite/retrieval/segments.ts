// One-bit codes: the sign of each dimension, packed into 32-bit words. The Hamming distance between two codes ranks
// vectors well enough to pick the few hundred whose true cosine is then computed.
import { ones } from '../../rows/bits.ts';

export const wordsFor = (dimensions: number): number => Math.ceil(dimensions / 32);

export function writeCode(vector: Float32Array, target: Uint32Array, offset: number): void {
  for (let word = 0; word * 32 < vector.length; word++) {
    let bits = 0;
    const end = Math.min(32, vector.length - word * 32);
    for (let bit = 0; bit < end; bit++) {
      if ((vector[word * 32 + bit] ?? 0) > 0) bits |= 1 << bit;
    }
    target[offset + word] = bits >>> 0;
  }
}

/** Codes with what a search needs to know of each: its passage, owner and group. */
export interface Codes {
  readonly words: number;
  count: number;
  ids: Uint32Array;
  /** The memory, or the file. */
  owners: Uint32Array;
  /** The scope, or the project. */
  groups: Uint32Array;
  bits: Uint32Array;
}

export function emptyCodes(words: number, capacity: number): Codes {
  const column = () => new Uint32Array(capacity);
  return {
    words,
    count: 0,
    ids: column(),
    owners: column(),
    groups: column(),
    bits: new Uint32Array(capacity * words),
  };
}

/** Makes room for `more`, growing by half at a time. */
function reserve(codes: Codes, more: number): void {
  const needed = codes.count + more;
  if (needed <= codes.ids.length) return;
  const capacity = Math.max(needed, Math.ceil(codes.ids.length * 1.5), 1024);
  const grow = (old: Uint32Array, length: number) => {
    const grown = new Uint32Array(length);
    grown.set(old);
    return grown;
  };
  codes.ids = grow(codes.ids, capacity);
  codes.owners = grow(codes.owners, capacity);
  codes.groups = grow(codes.groups, capacity);
  codes.bits = grow(codes.bits, capacity * codes.words);
}

export function appendCodes(target: Codes, source: Codes): void {
  reserve(target, source.count);
  target.ids.set(source.ids.subarray(0, source.count), target.count);
  target.owners.set(source.owners.subarray(0, source.count), target.count);
  target.groups.set(source.groups.subarray(0, source.count), target.count);
  target.bits.set(source.bits.subarray(0, source.count * source.words), target.count * target.words);
  target.count += source.count;
}

export function appendVector(codes: Codes, id: number, owner: number, group: number, vector: Float32Array): void {
  const code = new Uint32Array(codes.words);
  writeCode(vector, code, 0);
  appendCode(codes, id, owner, group, code);
}

export function appendCode(codes: Codes, id: number, owner: number, group: number, code: Uint32Array): void {
  reserve(codes, 1);
  codes.ids[codes.count] = id;
  codes.owners[codes.count] = owner;
  codes.groups[codes.count] = group;
  codes.bits.set(code, codes.count * codes.words);
  codes.count++;
}

/** Keeps only the wanted slots, in order. */
export function retain(codes: Codes, wanted: (slot: number) => boolean): void {
  let kept = 0;
  for (let slot = 0; slot < codes.count; slot++) {
    if (!wanted(slot)) continue;
    if (kept !== slot) {
      codes.ids[kept] = codes.ids[slot] ?? 0;
      codes.owners[kept] = codes.owners[slot] ?? 0;
      codes.groups[kept] = codes.groups[slot] ?? 0;
      codes.bits.copyWithin(kept * codes.words, slot * codes.words, (slot + 1) * codes.words);
    }
    kept++;
  }
  codes.count = kept;
}

export function encodeSegment(codes: Codes): Uint8Array {
  const { count, words } = codes;
  const data = new Uint32Array(count * (3 + words));
  data.set(codes.ids.subarray(0, count), 0);
  data.set(codes.owners.subarray(0, count), count);
  data.set(codes.groups.subarray(0, count), count * 2);
  data.set(codes.bits.subarray(0, count * words), count * 3);
  return new Uint8Array(data.buffer);
}

export function decodeSegment(bytes: Uint8Array, words: number): Codes {
  const data = new Uint32Array(bytes.slice().buffer);
  const count = data.length / (3 + words);
  return {
    words,
    count,
    ids: data.subarray(0, count),
    owners: data.subarray(count, count * 2),
    groups: data.subarray(count * 2, count * 3),
    bits: data.subarray(count * 3),
  };
}

/** The `wanted` passages whose codes are nearest to the query's, if admitted and within the distance. */
export function nearestCodes(
  codes: Codes,
  query: Uint32Array,
  wanted: number,
  admits: (slot: number) => boolean,
  apart = codes.words * 32,
): number[] {
  const { count, words, bits } = codes;
  const farthest = words * 32 + 1;
  const distances = new Uint16Array(count);
  const histogram = new Uint32Array(farthest + 1);
  for (let slot = 0, at = 0; slot < count; slot++, at += words) {
    if (!admits(slot)) {
      distances[slot] = farthest;
      continue;
    }
    let distance = 0;
    for (let word = 0; word < words; word++) distance += ones((bits[at + word] ?? 0) ^ (query[word] ?? 0));
    distances[slot] = distance;
    histogram[distance] = (histogram[distance] ?? 0) + 1;
  }
  let reach = 0;
  let within = histogram[0] ?? 0;
  while (within < wanted && reach < apart) within += histogram[++reach] ?? 0;
  // Of those exactly at the edge, only as many as still fit, newest first: a thousand copies need only one answer.
  let atEdge = (histogram[reach] ?? 0) - Math.max(0, within - wanted);
  const found: number[] = [];
  for (let slot = count - 1; slot >= 0; slot--) {
    const distance = distances[slot] ?? farthest;
    if (distance < reach || (distance === reach && atEdge-- > 0)) found.push(codes.ids[slot] ?? 0);
  }
  return found;
}
