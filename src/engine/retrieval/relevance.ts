// Scores how much a memory matters to a question: by its text, importance, recency, use and connections.
import { DAY_MS } from '../clock.ts';
import type { Memory } from '../model.ts';
import type { Found } from './results.ts';

const MUCH_USED = 100;
/** A text with all of the question's words counts as this similar. */
const WORDS = 0.8;

/** By meaning or by words, whichever is higher; 0..1. */
export const similarityOf = (cosine: number | null, coverage: number): number =>
  Math.min(1, Math.max(0, cosine ?? 0, WORDS * coverage));

/** The most similar and the nearest of some results. */
export const standingOf = (found: readonly Pick<Found, 'cosine' | 'coverage' | 'parts'>[]) => ({
  similarity: Math.max(0, ...found.map(({ cosine, coverage }) => similarityOf(cosine, coverage))),
  nearness: Math.max(0, ...found.map(({ parts }) => parts.graph)),
});

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
