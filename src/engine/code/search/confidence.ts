// How sure that what was found is what was asked for. The ranking says nothing about this: the best of nothing is still first.
import type { TermStatistics } from '../../text/bm25.ts';
import { questionNames } from '../../text/names.ts';
import { terms } from '../../text/terms.ts';
import type { CodeQuery } from './query.ts';

export interface Standing {
  readonly cosine: number;
  /** How much of what the question's words could give it holds, 0..1. */
  readonly words: number;
}

/** What all of the question's words add to a cosine. */
const WORDS = 0.4;
/** What it costs when the question names something that no indexed code does. */
const NAMES = 0.25;
/**
 * Measured on the questions of three repositories of the bench, which all stay above it, and on as many about things that
 * they do not have, of which nearly all stay below.
 */
export const FLOOR = 0.45;

/** About 0..1, by the result that has most of both: words in one place and meaning in another are chance. */
export function confidence(
  { text }: Pick<CodeQuery, 'text'>,
  { frequency }: Pick<TermStatistics, 'frequency'>,
  first: readonly Standing[],
): number {
  // Of a name the whole: its parts are in every other name.
  const names = questionNames(text).flatMap((name) => name.split('.').flatMap((part) => terms(part).slice(0, 1)));
  const unknown = names.filter((name) => (frequency.get(name) ?? 0) === 0).length / (names.length || 1);
  return Math.max(0, ...first.map(({ cosine, words }) => cosine + WORDS * words)) - NAMES * unknown;
}
