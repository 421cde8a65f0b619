// What a plain number counts: the stations of `two stations`.
import { questionTerms, wordsIn } from '../../text/terms.ts';

export interface Counted {
  /** The words after the number, as written. */
  readonly words: readonly string[];
  /** The noun; null after `one`, where nothing tells a noun from what follows it. */
  readonly noun: string | null;
  /** Their terms, one for each word. */
  readonly terms: readonly string[];
}

const ENDS =
  /[,;:.()]|\b(?:and|or|for|per|in|of|with|at|on|by|to|as|is|are|instead|rather|before|after|when|if|while)\b/i;
/** A plural, which `access` is not. */
const PLURAL = /[^s]s$/;
/** `one more station`, `one day`. */
const NO_COUNT =
  /^(?:more|less|additional|extra|further|other|another|single|time|thing|place|way|person|line|step|go|second|minute|hour|day|week|month|year)\b/i;
const MOST_WORDS = 3;

/** What the number before this text counts; null if nothing tells. */
export function countedIn(after: string, isOne: boolean, canonical: (term: string) => string): Counted | null {
  if (isOne && NO_COUNT.test(after)) return null;
  const following = wordsIn(after.split(ENDS)[0] ?? '').slice(0, MOST_WORDS);
  const plural = following.findIndex((word) => word.length > 3 && PLURAL.test(word));
  const words = isOne ? following.slice(0, 2) : following.slice(0, plural + 1);
  if (words.length === 0) return null;
  const terms = words.map((word) => canonical(questionTerms(word)[0] ?? ''));
  return { words, terms, noun: isOne ? null : (terms.at(-1) ?? null) };
}

/** Whether two numbers count the same; unknown if one of them tells not what it counts. */
export function countsTheSame(one: Counted | null, other: Counted | null): boolean | null {
  if (one === null || other === null) return null;
  if (one.noun !== null && other.noun !== null) return one.noun === other.noun;
  const [noun, terms] = one.noun === null ? [other.noun, one.terms] : [one.noun, other.terms];
  return noun !== null && terms.includes(noun);
}

/** The words up to what the other counts: `failed attempts`. */
export function countedAs({ words, terms, noun }: Counted, other: Counted): string {
  const at = noun === null ? terms.indexOf(other.noun ?? '') : words.length - 1;
  return words.slice(0, at + 1).join(' ');
}
