// Turns passage scores into memory scores. The best of many passages is high by chance, so long memories are damped.
import type { Hit } from './ports.ts';

/** A later passage must beat the first by this much. */
const TAIL_COSINE = 0.03;
const COSINE_PER_LOG = 0.015;
const BM25_PER_LOG = 0.5;

/** One cosine per memory: its first passage's, or a later one's that is clearly nearer; less for many passages. */
export function memoryCosines(hits: readonly Hit[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { row, position, passages, score } of hits) {
    const corrected = score - (position > 0 ? TAIL_COSINE : 0) - COSINE_PER_LOG * Math.log(passages);
    if (corrected > (best.get(row) ?? Number.NEGATIVE_INFINITY)) best.set(row, corrected);
  }
  return best;
}

/** Requests more passages when those of long memories crowd out other memories. */
export async function passagesOfMany(
  memories: number,
  first: number,
  look: (passages: number) => Promise<Hit[]>,
): Promise<Hit[]> {
  for (let passages = first; ; passages *= WIDER) {
    const hits = await look(passages);
    if (hits.length < passages || new Set(hits.map(({ row }) => row)).size >= memories) return hits;
  }
}

const WIDER = 4;

/** Reduces the score for many passages, but never to 0 when a word is there. */
const longMemory = (best: number, passages: number): number =>
  Math.max(0.1 * best, best - BM25_PER_LOG * Math.log(passages));

/** One BM25 score per memory, from the scores of all its passages. */
export function memoryBm25(scores: ReadonlyMap<number, readonly number[]>): Map<number, number> {
  const corrected = [...scores].map(([row, passages]): [number, number] => [
    row,
    longMemory(Math.max(...passages), passages.length),
  ]);
  return new Map(corrected);
}
