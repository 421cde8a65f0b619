// Whether a new memory replaces a known one: by a model that reads both, and by their similarity, length and wording.
import { reportsChange } from '../text/changes.ts';
import { wordCount } from '../text/terms.ts';

/** The nearest known memories that the model reads beside a new one: how many, how similar at least, how long at most. */
export const COMPARED = { most: 2, similarity: 0.35, words: 70 };

export interface Compared {
  /** The model's log odds that the later memory makes the earlier one outdated. */
  readonly odds: number;
  readonly similarity: number;
  /** 0 for the nearest of the known memories. */
  readonly place: number;
}

/** A logistic regression, fitted on pairs of notes of which some replace others (docs/decisions/003-recall.md). */
const BIAS = 4.3;
const ODDS = 0.3;
const SIMILARITY = 4.7;
const CHANGE = 2;
/** A long memory says many things, of which few are replaced at once. */
const WORDS = -2.7;
/** Shorter memories count as this long: hardly any were in the fitted set. */
const FEWEST = 8;
const PLACE = -1.7;

/** The model must find it more likely than not, and so must the regression. */
export function replaces(later: string, earlier: string, { odds, similarity, place }: Compared): boolean {
  const words = Math.log(Math.max(wordCount(earlier), FEWEST));
  const seen = SIMILARITY * similarity + (reportsChange(later) ? CHANGE : 0) + WORDS * words + PLACE * place;
  return odds > 0 && BIAS + ODDS * odds + seen > 0;
}
