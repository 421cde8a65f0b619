// How likely the results answer the question. The ranking does not tell: even irrelevant results have a best one.
import type { TermStatistics } from '../../text/bm25.ts';
import { questionNames } from '../../text/names.ts';
import { terms } from '../../text/terms.ts';

export interface Standing {
  readonly cosine: number;
  /** Its share of the best possible word score of the question, 0..1. */
  readonly words: number;
}

/** What a full word match adds to the cosine. */
const WORDS = 0.4;
/** The penalty if the question names something that no indexed code has. */
const NAMES = 0.25;
/** The same if it is nothing but that name. */
const NAME_ALONE = 0.5;
/**
 * Measured on the bench questions of three repositories, which all stay above it, and on as many questions about
 * absent code, nearly all of which stay below.
 */
export const FLOOR = 0.45;

/** About 0..1, taken from the best single result: words in one and meaning in another are coincidence. */
export function confidence(
  { text, isAbsent }: { readonly text: string; readonly isAbsent: boolean },
  { frequency }: Pick<TermStatistics, 'frequency'>,
  first: readonly Standing[],
): number {
  const best = Math.max(0, ...first.map(({ cosine, words }) => cosine + WORDS * words));
  if (isAbsent) return best - NAME_ALONE;
  // Uses whole names, because their parts occur in many other names.
  const names = questionNames(text).flatMap((name) => name.split('.').flatMap((part) => terms(part).slice(0, 1)));
  const unknown = names.filter((name) => (frequency.get(name) ?? 0) === 0).length / (names.length || 1);
  return best - NAMES * unknown;
}
