// Compares the names of two functions, as evidence of whether one is a copy of the other.
import { identifierParts, wordsIn } from '../../text/terms.ts';

/** `other` also if a name is missing or says nothing. */
export type Naming = 'same' | 'extended' | 'other';

const TESTING = new Set(['test', 'tests', 'it', 'should', 'spec', 'describe']);
/** Generic names that any class or block may have. */
const NAMELESS = new Set([
  '',
  'fn',
  'main',
  'init',
  'constructor',
  'apply',
  'call',
  'run',
  'handler',
  'callback',
  'index',
]);

export function naming(a: string, b: string): Naming {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  if (saysNothing(one) || saysNothing(other)) return 'other';
  if (a === b) return 'same';
  // Tests with different names cover different cases, however similar they are.
  if (TESTING.has(one[0] ?? '') || TESTING.has(other[0] ?? '')) return 'other';
  return isWithin(one, other) || isWithin(other, one) ? 'extended' : 'other';
}

const wordsOf = (name: string): string[] =>
  wordsIn(name)
    .flatMap(identifierParts)
    .map((word) => word.toLowerCase());

const saysNothing = (words: readonly string[]): boolean =>
  words.every((word) => TESTING.has(word)) || NAMELESS.has(words.join(''));

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.includes(word));
