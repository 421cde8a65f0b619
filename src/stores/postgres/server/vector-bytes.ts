// Vectors on the wire: sent as text, received as the bytes of `vector_send`. Both keep every bit of an f32.
import { RemanenceError } from '../../../errors.ts';

/** As pgvector reads it; JavaScript would write -0 as 0. */
export const toText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => (Object.is(value, -0) ? '-0' : String(value))).join(',')}]`;

const HEADER_BYTES = 4;

/** What `vector_send` gives: the number of dimensions, then each as big-endian f32. */
export function toVector(bytes: unknown): Float32Array {
  if (!(bytes instanceof Uint8Array)) throw new RemanenceError('storage', 'The store holds an invalid vector.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: view.getUint16(0) }, (_, i) => view.getFloat32(HEADER_BYTES + i * 4));
}
