// How much a memory counts for a question: by the words they share or how near they are in meaning, by its age and by
// its importance.
import { questionTerms, terms } from '../text/terms.ts';

/** Importance in four steps: low, medium, high, critical. */
export const IMPORTANCE_STEPS = 4;
const STEP = 10 / IMPORTANCE_STEPS;
/** What is further away than this is about something else. */
const NEAR = 0.38;
const FADE_SECONDS = 3600;
const WEIGHTS = { relevance: 0.5, recency: 0.3, importance: 0.2 };

/** The importance of a step, of ten. */
export const importanceOfStep = (step: number): number => step * STEP;

export const importanceStep = (importance: number): number =>
  Math.min(Math.max(Math.ceil(importance / STEP), 1), IMPORTANCE_STEPS);

/** Each once, as stems without punctuation; words like `the` and `is` count only where there are no others. */
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

/** Whichever tells more; what is further away than anything that was ever meant is not near at all. */
export const relevance = (shared: number, cosine: number): number =>
  Math.max(shared, cosine >= NEAR ? Math.min(cosine, 1) : 0);

/** 1 for what is new or lies ahead, less with every hour. */
export const recency = (time: number, now: number): number => Math.exp(-Math.max(0, now - time) / 1000 / FADE_SECONDS);

/** What a memory is worth at that relevance. */
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
