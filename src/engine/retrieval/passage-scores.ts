// From passages to memories. The best of many passages is high by chance alone, so a long memory has to be better.
import type { Hit } from './ports.ts';

/** A passage behind the first must beat it by this much. */
const TAIL_COSINE = 0.03;
const COSINE_PER_LOG = 0.015;
const BM25_PER_LOG = 0.5;

/** One cosine for each memory: its head, or a later passage that is clearly nearer; less for many passages. */
export function memoryCosines(hits: readonly Hit[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { row, position, passages, score } of hits) {
    const corrected = score - (position > 0 ? TAIL_COSINE : 0) - COSINE_PER_LOG * Math.log(passages);
    if (corrected > (best.get(row) ?? Number.NEGATIVE_INFINITY)) best.set(row, corrected);
  }
  return best;
}

/** Where long memories take the places of others among the best passages, more passages are looked at. */
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

/** Less for many passages, but never nothing for a word that is there. */
const longMemory = (best: number, passages: number): number =>
  Math.max(0.1 * best, best - BM25_PER_LOG * Math.log(passages));

/** One BM25 for each memory, from the scores of all its passages. */
export function memoryBm25(scores: ReadonlyMap<number, readonly number[]>): Map<number, number> {
  const corrected = [...scores].map(([row, passages]): [number, number] => [
    row,
    longMemory(Math.max(...passages), passages.length),
  ]);
  return new Map(corrected);
}
