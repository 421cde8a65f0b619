// The stored form of a fingerprint: a header of 22 bytes, then the three samples.
import type { Fingerprint, Sample } from './fingerprint.ts';

const HEADER = 22;
/** Changes when old fingerprints can no longer be compared with new ones. */
const VERSION = 1;
const MAX_COUNTED = 0xffff;

export function encode({ length, text, form, tokens, tree, names }: Fingerprint): Uint8Array {
  const samples = [tokens, tree, names];
  const bytes = new Uint8Array(HEADER + 2 * samples.reduce((sum, { hashes }) => sum + hashes.length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setUint16(2, Math.min(length, MAX_COUNTED), true);
  view.setInt32(4, text, true);
  view.setInt32(8, form, true);
  let at = HEADER;
  for (const [i, { hashes, size }] of samples.entries()) {
    view.setUint16(12 + 2 * i, Math.min(size, MAX_COUNTED), true);
    view.setUint8(18 + i, hashes.length);
    for (const hash of hashes) {
      view.setUint16(at, hash, true);
      at += 2;
    }
  }
  return bytes;
}

/** Null for bytes of another version, or if they are not a fingerprint. */
export function decode(bytes: Uint8Array): Fingerprint | null {
  if (bytes.length < HEADER || bytes[0] !== VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = [view.getUint8(18), view.getUint8(19), view.getUint8(20)];
  if (bytes.length !== HEADER + 2 * counts.reduce((sum, count) => sum + count, 0)) return null;
  let at = HEADER;
  const sample = (i: number): Sample => {
    const hashes = new Uint16Array(counts[i] ?? 0);
    for (let j = 0; j < hashes.length; j++, at += 2) hashes[j] = view.getUint16(at, true);
    return { hashes, size: view.getUint16(12 + 2 * i, true) };
  };
  return {
    length: view.getUint16(2, true),
    text: view.getInt32(4, true),
    form: view.getInt32(8, true),
    tokens: sample(0),
    tree: sample(1),
    names: sample(2),
  };
}
