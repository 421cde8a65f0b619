/** The same direction with length one. */
export function unit(vector: Float32Array): Float32Array<ArrayBuffer> {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(squares) || 1;
  const made = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i++) made[i] = (vector[i] ?? 0) / length;
  return made;
}
