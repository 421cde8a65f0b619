// How much a memory matters to a question: what it says, and also how important, recent, used and connected it is.
import type { Memory } from '../model.ts';

const DAY_MS = 86_400_000;
const MUCH_USED = 100;
/** All of the question's words in a text make it as near as this cosine. */
const WORDS = 0.8;

/** By meaning or by words, whichever tells more; 0..1. */
export const similarityOf = (cosine: number | null, coverage: number): number =>
  Math.min(1, Math.max(0, cosine ?? 0, WORDS * coverage));

export function relevance(
  { importance, updatedAt, accesses }: Pick<Memory, 'importance' | 'updatedAt' | 'accesses'>,
  { similarity, nearness, now }: { similarity: number; nearness: number; now: number },
): number {
  const days = Math.max(0, now - updatedAt) / DAY_MS;
  return (
    0.5 * similarity +
    0.2 * (importance / 10) +
    0.1 * Math.exp(-0.1 * days) +
    0.1 * Math.min(accesses / MUCH_USED, 1) +
    0.1 * nearness
  );
}
