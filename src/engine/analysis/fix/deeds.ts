// Deeds in words: maps synonyms to one name, and tells whether one text does what another says.
import { terms } from '../../text/terms.ts';
import { termsWithKinds } from './kinds.ts';
import { tellingTerms } from './stretches.ts';

const SAME: readonly string[] = [
  'write insert append persist save written writes wrote store stored keep kept hold held put place move moved print printed output',
  'read fetch load query select reads',
  'feed fed feeds',
  'build built builds',
  'throw thrown throws',
  'compute calculate computed calculated',
  'retry attempt try tries retries retried attempts',
  'send post emit publish dispatch sent',
  'show display render expose',
  'log logs logger logged logging',
  'delete remove purge erase drop deleted removed dropped deletion removal',
  'dependency dependencies library libraries package packages',
  'serve host deliver served',
  'acknowledge ack acks acked acknowledged',
  'override overrides overriding overridden',
  'hide hides hidden hiding',
  'break breaks broken',
  'choose chooses chosen chose',
  'rotate rotated rotation renew renewed reissue',
  'protect guard protected guarded secure',
];
const CANONICAL = new Map(
  SAME.flatMap((line) => line.split(' ').map((word) => [terms(word)[0] ?? word, line] as const)),
);

/** Whether a word is one of the verbs that have synonyms here. */
export const isDeed = (word: string): boolean => SAME.includes(word);

/** The words, with synonyms of a deed replaced by one name. */
export const deedWords = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].map((term) => CANONICAL.get(term) ?? term));

export const wordsOf = (text: string): ReadonlySet<string> => deedWords(tellingTerms(text));

/** Includes the words that every rule uses: `users`, `call`, `server`. */
export const allWordsOf = (text: string): ReadonlySet<string> => deedWords(termsWithKinds(text));

export const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((term) => all.has(term));

/** The share of a deed's words that must be present. */
export const MOST_WORDS = 0.66;

export function isDeedIn(deed: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const met = [...deed].filter((term) => words.has(term)).length;
  return met >= Math.min(2, deed.size) && met / deed.size >= MOST_WORDS;
}
