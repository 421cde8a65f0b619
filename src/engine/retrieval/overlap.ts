// Scores a memory for a question by shared words or nearness in meaning, by age and by importance.
import { questionTerms, terms } from '../text/terms.ts';

/** Importance in four steps: low, medium, high, critical. */
export const IMPORTANCE_STEPS = 4;
const STEP = 10 / IMPORTANCE_STEPS;
/** A cosine below this means another subject. */
const NEAR = 0.38;
const FADE_SECONDS = 3600;
const WEIGHTS = { relevance: 0.5, recency: 0.3, importance: 0.2 };

/** The importance of a step, from 0 to 10. */
export const importanceOfStep = (step: number): number => step * STEP;

export const importanceStep = (importance: number): number =>
  Math.min(Math.max(Math.ceil(importance / STEP), 1), IMPORTANCE_STEPS);

/** Distinct stems without punctuation; words like `the` and `is` count only when there are no others. */
export function questionWords(question: string): Set<string> {
  const telling = questionTerms(question);
  return new Set(telling.length > 0 ? telling : terms(question));
}

/** The share of the question's words that the text holds. */
export function sharedWords(words: ReadonlySet<string>, text: string): number {
  if (words.size === 0) return 0;
  const held = new Set(terms(text));
  return [...words].filter((word) => held.has(word)).length / words.size;
}

/** The higher of shared words and cosine; a cosine below `NEAR` counts as 0. */
export const relevance = (shared: number, cosine: number): number =>
  Math.max(shared, cosine >= NEAR ? Math.min(cosine, 1) : 0);

/** 1 for new and future memories, falling with every hour. */
export const recency = (time: number, now: number): number => Math.exp(-Math.max(0, now - time) / 1000 / FADE_SECONDS);

/** The score of a memory with that relevance. */
export function overlapScore(
  relevance: number,
  memory: { readonly ingestionTime: number; readonly importance: number },
  now: number,
): number {
  const score =
    WEIGHTS.relevance * relevance +
    WEIGHTS.recency * recency(memory.ingestionTime, now) +
    WEIGHTS.importance * (importanceStep(memory.importance) / IMPORTANCE_STEPS);
  return Math.min(Math.max(score, 0), 1);
}
