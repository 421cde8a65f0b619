// Whether a new memory replaces a known one: by a model that reads both, and by their similarity, length and wording.
import { reportsChange } from '../text/changes.ts';
import { givesOtherMeasure } from '../text/measures.ts';
import { questionTerms, wordCount } from '../text/terms.ts';

/** The nearest known memories that the model reads beside a new one: how many, how similar at least, how long at most. */
export const COMPARED = { most: 2, similarity: 0.3, words: 70 };

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
/**
 * The log odds needed of what reports a change, or names the property that the earlier memory gives. Processors round
 * differently, by up to 1.5 where the model is least sure.
 */
const LIKELY = 1;
/** The same of what reports a change, but does not name the property that a brief memory gives. */
const UNNAMED = 4;
const BRIEF_WORDS = 8;
/** The same of what only states something: of two statements about one thing, hardly any replaces the other. */
const STATED = 6;
/** The same of a statement that is this similar. */
const ALIKE = { similarity: 0.6, odds: 3 };

/**
 * The same of the nearest, if what reports a change gives another value in the same unit: the model makes little of numbers.
 */
const MEASURED = -4;

/** From here on whoever stores a memory is told of the other and may say that it has ended; recall marks nothing. */
const WORTH_ASKING = { odds: -3, similarity: 0.35 };

/** With lower log odds, the model denies a change that only words such as `now` and `moved` suggest. */
const DENIED = -6;

/** Whether the model denies a change that words suggest. Hardly any memory changes two others, so it must confirm a further one. */
export const isDenied = (odds: number | null, isNearest: boolean): boolean =>
  odds !== null && odds < (isNearest ? DENIED : LIKELY);

/** Whether only the caller can tell if the new memory replaces the known one. */
export const isWorthAsking = ({ odds, similarity }: Compared): boolean =>
  odds > WORTH_ASKING.odds && similarity >= WORTH_ASKING.similarity;

/** Whether the model finds it likely that one memory makes another outdated. */
export const isLikely = (odds: number): boolean => odds > LIKELY;

/** `Anna owns billing`: only what tells of people replaces it, not `billing is written in Go`. */
const TELLS_WHO = /\b(?:own(?:s|ed|er)?|leads?|responsib\w+|maintain\w*)\b/i;
const TELLS_OF_PEOPLE =
  /\b(?:own\w*|leads?|led|responsib\w+|maintain\w*|contact|hand(?:s|ed)|left|leaves?|t(?:akes?|ook)|replac\w+|joins?|joined|retired|by|to)\b/i;

/** The model must find it likely, and the regression more likely than not. */
export function replaces(later: string, earlier: string, { odds, similarity, place }: Compared): boolean {
  if (TELLS_WHO.test(earlier) && !TELLS_OF_PEOPLE.test(later)) return false;
  const words = Math.log(Math.max(wordCount(earlier), FEWEST));
  const isChange = reportsChange(later);
  if (isChange && place === 0 && odds > MEASURED && givesOtherMeasure(later, earlier)) return true;
  const seen = SIMILARITY * similarity + (isChange ? CHANGE : 0) + WORDS * words + PLACE * place;
  return odds > needed(later, earlier, isChange, similarity) && BIAS + ODDS * odds + seen > 0;
}

/** The log odds needed of a later memory that reports a change, or only states something. */
function needed(later: string, earlier: string, isChange: boolean, similarity: number): number {
  const property = propertyIn(earlier);
  const isNamed = property !== undefined && questionTerms(later).includes(property);
  if (!isChange && !isNamed) return similarity >= ALIKE.similarity ? ALIKE.odds : STATED;
  if (!isChange) return LIKELY;
  return property !== undefined && !isNamed && wordCount(earlier) <= BRIEF_WORDS ? UNNAMED : LIKELY;
}

/** The word for the property that a memory gives of a thing: `parser address: …`, `The queue of Apollo is …`. */
function propertyIn(text: string): string | undefined {
  const [, about = ''] = /^(.{2,40}?)(?::|\s(?:is|are)\s)/.exec(text) ?? [];
  const [property = ''] = about.split(/\s(?:of|for)\s/);
  return questionTerms(about).length > 1 ? questionTerms(property).at(-1) : undefined;
}
