// Literals in a question: codes, hashes, numbers, identifiers, options, quotations. A question with one asks for
// memories that hold it.
import { questionTerms, STOP_WORDS, terms } from './terms.ts';

const QUOTED = /["“”]([^"“”\n]{2,80})["“”]|`([^`\n]{2,80})`|(?<![\p{L}\p{N}])'([^'\n]{2,80})'(?![\p{L}\p{N}])/gu;
const EDGES = /^[^\p{L}\p{N}_-]+|(?<=[\p{L}\p{N}_])[^\p{L}\p{N}_]+$/gu;
/** `+46 31 555 0142`: a number joins adjacent numbers, one of up to two digits its unit or the word before. */
const NUMBER = /^\d[\d.,/:]*%?$/;
const UNIT =
  /^(?:m?s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|[kmgt]i?b|bytes?|bits?|px|percent|euros?|eur|usd|dollars?|times|retries|attempts|lines|rows|files|users|people|[kmg]?hz|fps|degrees|k?m|[cm]m|k?g)$/i;
/** Ordinals, decades and years occur in any sentence. */
const ORDINARY = /^\d+(?:st|nd|rd|th|s)$|^(?:19|20)\d\d$/i;
const ACRONYM = /^\p{Lu}+$/u;
const MAX_LITERALS = 12;
/** A longer run of numbers is a table, not a quotation. */
const MAX_RUN_LENGTH = 8;

export interface Literal {
  readonly text: string;
  /** Its consecutive words, as in the text index. */
  readonly terms: readonly string[];
  /** An acronym that the question says something about: what holds nothing else of the question is not what it asks for. */
  readonly isName?: boolean;
}

/** Each literal once, in order. */
export function literals(question: string): Literal[] {
  const quoted = [...question.matchAll(QUOTED)].map(([, ...forms]) => forms.find((form) => form !== undefined) ?? '');
  const words = question.split(/\s+/).map((word) => word.replace(EDGES, ''));
  const isAlone = questionTerms(question).length === 1;
  const isShouted = !isAlone && !/\p{Ll}|\p{Lo}/u.test(question);
  const isEmphasis = (word: string) => isShouted && ACRONYM.test(word);
  const written = words.flatMap((word, i) =>
    isNumber(word)
      ? isNumber(words[i - 1])
        ? []
        : numbersFrom(words, i)
      : isMadeUp(word) && !isEmphasis(word)
        ? [word]
        : [],
  );
  const found = new Map<string, Literal>();
  for (const text of [...new Set([...quoted, ...written])].slice(0, MAX_LITERALS)) {
    const own = terms(text);
    const isName = !isAlone && ACRONYM.test(text) && !quoted.includes(text);
    if (own.length > 0) found.set(own.join(' '), { text, terms: own, ...(isName && { isName }) });
  }
  return [...found.values()];
}

const isNumber = (word: string | undefined): boolean => NUMBER.test(word ?? '');

function numbersFrom(words: readonly string[], start: number): string[] {
  let end = start + 1;
  while (isNumber(words[end])) end++;
  const run = words.slice(start, end);
  if (run.length > MAX_RUN_LENGTH || run.every((word) => ORDINARY.test(word))) return [];
  const number = run.join(' ');
  // A small number alone is too common.
  if (number.length > 2) return [number];
  const [before, after] = [words[start - 1], words[end]].map((word) => (isTelling(word) ? word : undefined));
  if (after !== undefined && (UNIT.test(after) || before === undefined)) return [`${number} ${after}`];
  return before === undefined ? [] : [`${before} ${number}`];
}

const isTelling = (word: string | undefined): boolean =>
  /\p{L}/u.test(word ?? '') && !STOP_WORDS.has((word ?? '').toLowerCase());

function isMadeUp(word: string): boolean {
  if (word.length < 2 || ORDINARY.test(word)) return false;
  const hasDigit = /\d/.test(word);
  return (
    /_|::|\p{Ll}\p{Lu}|^--?\p{L}/u.test(word) ||
    (hasDigit && /\p{L}/u.test(word)) ||
    (hasDigit && /[.:/-]/.test(word)) ||
    /\p{L}[./\\]\p{L}/u.test(word) ||
    /^[\p{Lu}\p{N}][\p{Lu}\p{N}-]{2,}$/u.test(word)
  );
}

/** Whether a literal names only one thing: `E4711`, `2.5.0`, `MAX_RETRIES`, but not `TLS` or a number. */
export const isCode = ({ text }: Literal): boolean =>
  !/\s/.test(text) && /\d.*[\p{L}._:-]|[\p{L}._:-].*\d|\p{L}_\p{L}/u.test(text);

/** Whether a passage of the text index holds the literal as one piece. */
export const holdsLiteral = (passage: string, literal: Literal): boolean =>
  ` ${passage} `.includes(` ${literal.terms.join(' ')} `);
