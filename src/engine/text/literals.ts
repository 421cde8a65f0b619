// Literals in a question: codes, hashes, numbers, identifiers, options, quotations. A question with one asks for
// memories that hold it.
import { terms } from './terms.ts';

const QUOTED = /["“”]([^"“”\n]{2,80})["“”]|`([^`\n]{2,80})`|(?<![\p{L}\p{N}])'([^'\n]{2,80})'(?![\p{L}\p{N}])/gu;
const EDGES = /^[^\p{L}\p{N}_-]+|(?<=[\p{L}\p{N}_])[^\p{L}\p{N}_]+$/gu;
/** `+46 31 555 0142`: a number joins adjacent numbers, a single digit the adjacent word. */
const NUMBER = /^\d[\d.,/:]*%?$/;
/** Ordinals, decades and years occur in any sentence. */
const ORDINARY = /^\d+(?:st|nd|rd|th|s)$|^(?:19|20)\d\d$/i;
const MAX_LITERALS = 12;
/** A longer run of numbers is a table, not a quotation. */
const MAX_RUN_LENGTH = 8;

export interface Literal {
  readonly text: string;
  /** Its consecutive words, as in the text index. */
  readonly terms: readonly string[];
}

/** Each literal once, in order. */
export function literals(question: string): Literal[] {
  const quoted = [...question.matchAll(QUOTED)].map(([, ...forms]) => forms.find((form) => form !== undefined) ?? '');
  const words = question.split(/\s+/).map((word) => word.replace(EDGES, ''));
  const written = words.flatMap((word, i) =>
    isNumber(word) ? (isNumber(words[i - 1]) ? [] : numbersFrom(words, i)) : isMadeUp(word) ? [word] : [],
  );
  const found = new Map<string, Literal>();
  for (const text of [...new Set([...quoted, ...written])].slice(0, MAX_LITERALS)) {
    const own = terms(text);
    if (own.length > 0) found.set(own.join(' '), { text, terms: own });
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
  // A single digit alone is too common.
  if (number.length > 1) return [number];
  const [before, after] = [words[start - 1] ?? '', words[end] ?? ''];
  return [before !== '' ? `${before} ${number}` : `${number} ${after}`];
}

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

/** Whether a literal names one thing alone: `E4711`, `2.5.0`, `MAX_RETRIES`, but neither `TLS` nor a number, which may be any. */
export const isCode = ({ text }: Literal): boolean =>
  !/\s/.test(text) && /\d.*[\p{L}._:-]|[\p{L}._:-].*\d|\p{L}_\p{L}/u.test(text);

/** Whether a passage of the text index holds the literal as one piece. */
export const holdsLiteral = (passage: string, literal: Literal): boolean =>
  ` ${passage} `.includes(` ${literal.terms.join(' ')} `);
