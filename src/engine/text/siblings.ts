// Sentences of one frame about two things: `Backups of orders run at 1:00` and `Backups of invoices run at 2:00`.
import { reportsChange } from './changes.ts';
import { MONTH } from './months.ts';
import { STOP_WORDS, wordsIn } from './terms.ts';

/** The part of the longer sentence that both have in common, in the same order. */
const FRAME = 0.5;
/** Longer texts are not single sentences. */
const MOST_WORDS = 60;

/** A number after it tells one from another of its kind. */
export const COUNTED =
  /^(?:bug|issue|ticket|request|pr|mr|sprint|chapter|part|step|week|day|build|run|round|milestone|phase|room|berth|gate|no|nr|number|#)$/;
/** What follows says of which one something is said: `VAT for France`. */
const QUALIFIES = /^(?:for|of|in|at|by|from|für|von|pour|de)$/;

/** `On 1 November 8200 litres arrived.` */
const ON_A_DAY = new RegExp(
  String.raw`^on\s(?<day>\d{1,2}(?:st|nd|rd|th|\.)?\s${MONTH}|${MONTH}\s\d{1,2}|\d{4}-\d\d-\d\d)(?![\p{L}\p{N}])`,
  'iu',
);

/** Whether each tells what happened on another day, and neither reports a change. */
function tellOfOtherDays(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => ON_A_DAY.exec(text)?.groups?.day?.toLowerCase());
  return first !== undefined && second !== undefined && first !== second && ![a, b].some(reportsChange);
}

/**
 * Whether two sentences of one frame speak of different things: they differ in their first half and in what they say in the
 * second, or in a number or another word that says of which one it is.
 */
export function areSiblings(a: string, b: string): boolean {
  const [first, second] = [wordsIn(a.toLowerCase()), wordsIn(b.toLowerCase())];
  if (Math.max(first.length, second.length) > MOST_WORDS) return false;
  const [inFirst, inSecond] = commonPlaces(first, second);
  if (inFirst.size < FRAME * Math.max(first.length, second.length)) return false;
  const [own, other] = [ownPlaces(first, inFirst), ownPlaces(second, inSecond)];
  return (
    tellOfOtherDays(a, b) ||
    (isInBothHalves(first, own, inFirst) && isInBothHalves(second, other, inSecond) && !isOfNow(a, b)) ||
    (isNumbered(first, own.first) && isNumbered(second, other.first)) ||
    isQualified(first, own.first) ||
    isQualified(second, other.first)
  );
}

/** `The line rings Ada first, then Kim`, `The line now rings Kim first`: what stands before `now` names the same thing in both. */
function isOfNow(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => text.trim().toLowerCase());
  return [
    [first, second],
    [second, first],
  ].some(([earlier = '', later = '']) => {
    const { thing } = /^(?<thing>.{2,60}?\s)now\s(?!also\b)/.exec(later)?.groups ?? {};
    const isNamed = thing !== undefined && wordsIn(thing).some((word) => !STOP_WORDS.has(word));
    return isNamed && earlier.startsWith(thing) && !isPlaced(earlier) && !isPlaced(later);
  });
}

/** Whether it says for which one, where or when: `runs tests in the shop`. */
const isPlaced = (text: string): boolean => wordsIn(text).some((word) => QUALIFIES.test(word));

interface Halves {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** The places of the words that only this sentence has, in its two halves: of the first, those that may name what it speaks of. */
function ownPlaces(words: readonly string[], common: ReadonlySet<number>): Halves {
  const own = words.flatMap((_, i) => (common.has(i) ? [] : [i]));
  const isFirst = (i: number) => 2 * i <= words.length - 1;
  const names = (i: number) => !STOP_WORDS.has(words[i] ?? '') && !reportsChange(words[i] ?? '');
  return { first: own.filter((i) => isFirst(i) && names(i)), second: own.filter((i) => !isFirst(i)) };
}

/** A number before a word that both have is what is said: `live for 7 days`, `3 days`. */
const isInBothHalves = (words: readonly string[], own: Halves, common: ReadonlySet<number>): boolean =>
  own.first.some((i) => !(/^\d+$/.test(words[i] ?? '') && common.has(i + 1))) && own.second.length > 0;

/** `Bug 1203: …` */
const isNumbered = (words: readonly string[], places: readonly number[]): boolean =>
  places.some((i) => /\d/.test(words[i] ?? '') && COUNTED.test(words[i - 1] ?? ''));

const isQualified = (words: readonly string[], places: readonly number[]): boolean =>
  places.some((i) => [words[i - 1], words[i - 2]].some((word) => word !== undefined && QUALIFIES.test(word)));

/** The places of the longest sequence of words that both have. */
function commonPlaces(a: readonly string[], b: readonly string[]): [Set<number>, Set<number>] {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = longest[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [inA, inB] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      inA.add(i++);
      inB.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return [inA, inB];
}
