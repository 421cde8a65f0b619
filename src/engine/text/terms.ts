// Words as the text index stores them: folded, stemmed, identifiers whole and in parts, and in pairs of characters where
// a script has no blanks between words.
// Both indexing and searching use this, so every store finds the same.
import { stemmer } from 'stemmer';
import { remembered } from './remembered.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
/** The same as `WORD` for plain ASCII, three times as fast. */
const PLAIN_WORD = /\w+/g;
/** ASCII alone. */
export const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu');
const PARTS = /_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Words that say nothing about the subject of a question. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of in on at to for from by with and or nor but if then than as is are was were be been being am do does did done
  has have had having i you he she it we they me him her us them my your his its our their mine yours hers ours theirs this
  that these those there here what which who whom whose when where why how not no yes so can could will would shall should
  may might must about into over under after before between during until while because also just only very too s t re ve ll
  d m don didn doesn isn wasn aren`.split(/\s+/),
);

/** Also the vowel signs of New Tai Lue and two Vedic signs: letters, but SQLite ends a word there. */
const MARK = /[\p{M}\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/gu;

/** Without accents and compatibility forms: `Café` and `ﬁ` become `Cafe` and `fi`. */
export const fold = (text: string): string => (isPlain(text) ? text : text.normalize('NFKD').replace(MARK, ''));

/** The words of a text, as written. */
export const wordsIn = (text: string): readonly string[] => text.match(isPlain(text) ? PLAIN_WORD : WORD) ?? [];

/** About how many words a text has: split at white space, and two characters each where there is none between words. */
export function wordCount(text: string): number {
  const unspaced = isPlain(text) ? 0 : (text.match(EACH_UNSPACED)?.length ?? 0);
  return (text.match(/\S+/g)?.length ?? 0) + Math.floor(unspaced / 2);
}

export function terms(text: string): string[] {
  const found: string[] = [];
  for (const word of wordsIn(fold(text))) {
    for (const term of termsOf(word)) found.push(term);
  }
  return found;
}

/** The same, separated by blanks, as the text index takes them. */
export function joinedTerms(text: string): string {
  const found: string[] = [];
  for (const word of wordsIn(fold(text))) {
    const joined = joinedTermsOf(word);
    if (joined !== '') found.push(joined);
  }
  return found.join(' ');
}

const takeApart = (word: string): readonly string[] => (UNSPACED.test(word) ? pairs(word) : wholeAndParts(word));
const termsOf = remembered(takeApart);
const joinedTermsOf = remembered((word) => takeApart(word).join(' '));

function wholeAndParts(word: string): string[] {
  const whole = word.toLowerCase().replaceAll('_', '');
  const parts = identifierParts(word);
  return [...(whole ? [whole] : []), ...(parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [])].map(stem);
}

/** Splits `parseHTTPHeader` and `parse_http_header` into words: `parse`, `HTTP`, `Header`. */
export const identifierParts = remembered((word) => word.split(PARTS).filter(Boolean));

/** The distinct meaningful terms of a question, in order. */
export function questionTerms(text: string): string[] {
  return [
    ...new Set(
      wordsIn(fold(text))
        .filter((word) => !STOP_WORDS.has(word.toLowerCase()))
        .flatMap(terms),
    ),
  ];
}

/** Longer strings are hashes or data, which would only bloat the index. */
const MAX_LENGTH = 64;

function stem(word: string): string {
  const short = word.slice(0, MAX_LENGTH);
  return short.length > 2 && /^[a-z]+$/.test(short) ? stemmer(short) : short;
}

function pairs(word: string): string[] {
  const characters = [...word.toLowerCase()];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
