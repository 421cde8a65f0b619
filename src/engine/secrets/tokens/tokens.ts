// Tokens have no blanks, so only long words are examined, each with the patterns whose keyword it holds.
import type { Span } from '../assignments.ts';
import { Keywords } from '../keywords.ts';
import { matches } from '../matches.ts';
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

/** Built on first use, so that starting a server does not wait for it. */
let keywords: Keywords | null = null;

/** With a digit, or very long: ordinary text has few of these. */
const LONG = 14;
const LONG_WITHOUT_DIGIT = 20;
/** Patterns also examine the characters before a token. */
const BEFORE = 3;

export function* tokens(text: string): Generator<Span> {
  for (const [start, end] of longWords(text)) {
    const from = Math.max(0, start - BEFORE);
    keywords ??= new Keywords(TOKENS);
    const possible = keywords.in(text, start, end).filter(({ least = 0 }) => least <= end - from);
    if (possible.length === 0) continue;
    const near = text.slice(from, end);
    for (const pattern of possible)
      for (const found of matches(pattern, near)) yield { ...found, start: found.start + from, end: found.end + from };
  }
}

/** Whether a character may be in a token, by its code. */
const IN_TOKEN = Array.from({ length: 128 }, (_, code) => /[\w.~+/=:$%@#?&*-]/.test(String.fromCharCode(code)));
const isInToken = (text: string, at: number): boolean => IN_TOKEN[text.charCodeAt(at)] === true;

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/**
 * Where long words begin and end. A regular expression would try each short word again from each of its letters; this looks
 * back from where a long word would have to go on, so that it skips most of each short one.
 */
function* longWords(text: string): Generator<[start: number, end: number]> {
  for (let start = 0; start + LONG <= text.length; ) {
    let at = start + LONG - 1;
    while (at >= start && isInToken(text, at)) at--;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + LONG;
    while (end < text.length && isInToken(text, end)) end++;
    if (end - start >= LONG_WITHOUT_DIGIT || hasDigit(text, start, end)) yield [start, end];
    start = end + 1;
  }
}
