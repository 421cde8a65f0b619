// Questions that are a piece of the code itself, such as a pasted error message.
import { terms } from '../../text/terms.ts';
import { roleOf } from './role.ts';

/** Fewer words in a row stand in many places. */
const MIN_WORDS = 4;
/** A licence stands in every file. */
const MAX_QUOTING = 10;
/** Of tests and prose alone: what they are titled says what the code does, as a question does. */
const MAX_BESIDE = 2;
/** What a runtime puts in front of a message: `RuntimeError: …`. */
const ORIGIN = /^[\w.]+:\s+/;

/** Whether a text holds the words of the question in a row; null if it has too few for that to tell anything. */
export function quoteOf(question: string): ((text: string) => boolean) | null {
  const quotes = quotesIn(question);
  if (quotes.length === 0) return null;
  const longest = quotes.map((quote) => quote.split(' ').reduce((a, b) => (b.length > a.length ? b : a)));
  return (text) => {
    // Most texts lack a word, which is found much sooner than all words are taken apart.
    const lower = text.toLowerCase();
    if (!longest.some((word) => lower.includes(word))) return false;
    const words = wordsOf(text);
    return quotes.some((quote) => words.includes(quote));
  };
}

/** The terms of every text that holds the words of the question. */
export const quotedTerms = (question: string): string[] => terms(quotesIn(question).at(-1) ?? '');

/** The question, and what is left of it without its origin, if they have enough words. */
function quotesIn(question: string): string[] {
  const asked = question.trim();
  const quotes = [asked, asked.replace(ORIGIN, '')].map(wordsOf);
  return quotes.filter((quote) => quote.split(' ').length - 2 >= MIN_WORDS);
}

/** Without case, white space and punctuation: code divides a long message into several strings. */
const wordsOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** The chunks that hold the question, in the given order; tests, examples and prose after code, and few without code. */
export function quotingFirst<T extends { readonly path: string; readonly text: string }>(
  chunks: readonly T[],
  holds: (text: string) => boolean,
): T[] {
  const quoting = chunks.filter(({ text }) => holds(text)).toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
  return quoting.slice(0, quoting.some(isCode) ? MAX_QUOTING : MAX_BESIDE);
}

/** The same behind the best answer, if no code is among them. */
export function behindCode<T extends { readonly path: string }>(quoting: readonly T[], ranked: readonly T[]): T[] {
  const best = quoting.length === 0 || quoting.some(isCode) ? undefined : ranked.find(isCode);
  return best ? [best, ...quoting] : [...quoting];
}

const isCode = ({ path }: { readonly path: string }): boolean => roleOf(path) === 'code';
