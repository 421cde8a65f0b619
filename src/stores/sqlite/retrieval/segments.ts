// One-bit codes of vectors, the sign of each dimension packed into 32-bit words, and the segments that store them.

export const wordsFor = (dimensions: number): number => Math.ceil(dimensions / 32);

export function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(wordsFor(vector.length));
  for (let dimension = 0; dimension < vector.length; dimension++) {
    if ((vector[dimension] ?? 0) > 0)
      code[dimension >>> 5] = ((code[dimension >>> 5] ?? 0) | (1 << (dimension & 31))) >>> 0;
  }
  return code;
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
  appendCode(codes, id, owner, group, codeOf(vector));
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
