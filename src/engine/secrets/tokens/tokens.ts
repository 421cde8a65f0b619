// Tokens have no blanks, so only long words are examined, each with the patterns whose keyword it may hold.
import type { Span } from '../assignments.ts';
import { holds, matches } from '../matches.ts';
import type { SecretPattern } from '../pattern.ts';
import { CLOUDS } from './clouds.ts';
import { CODE_HOSTS } from './code-hosts.ts';
import { MESSAGES } from './messages.ts';
import { MODELS } from './models.ts';
import { PAYMENTS } from './payments.ts';
import { SERVICES } from './services.ts';
import { SIGNED } from './signed.ts';

export const TOKENS: readonly SecretPattern[] = [
  ...SIGNED,
  ...CLOUDS,
  ...CODE_HOSTS,
  ...MODELS,
  ...MESSAGES,
  ...PAYMENTS,
  ...SERVICES,
];

/** Two characters distinguish most keywords. */
const START = 2;
const BY_START = new Map<string, Set<SecretPattern>>();
for (const pattern of TOKENS) {
  for (const keyword of pattern.keywords) {
    const start = keyword.slice(0, START);
    BY_START.set(start, (BY_START.get(start) ?? new Set()).add(pattern));
  }
}

function candidates(word: string): Set<SecretPattern> {
  const found = new Set<SecretPattern>();
  for (let at = 0; at < word.length; at++) {
    for (const pattern of BY_START.get(word.slice(at, at + START)) ?? []) found.add(pattern);
    for (const pattern of BY_START.get(word.slice(at, at + 1)) ?? []) found.add(pattern);
  }
  return found;
}

/** With a digit, or very long: ordinary text has few of these. */
const LONG_WORD = /[\w.~+/=:$%@#?&*-]{14,}/g;
const LONG_WITHOUT_DIGIT = 20;
/** Patterns also examine the characters before a token. */
const BEFORE = 3;

export function* tokens(text: string): Generator<Span> {
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    if (word.length < LONG_WITHOUT_DIGIT && !/\d/.test(word)) continue;
    const lower = word.toLowerCase();
    const from = Math.max(0, index - BEFORE);
    const near = text.slice(from, index + word.length);
    for (const pattern of candidates(lower)) {
      if (!holds(lower, pattern)) continue;
      for (const { start, end, kind } of matches(pattern, near)) yield { start: start + from, end: end + from, kind };
    }
  }
}
