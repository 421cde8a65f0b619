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

const [OTHER, LETTER, DIGIT] = [0, 1, 2];
/** What may be in a token, by its character code. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  return /[\w.~+/=:$%@#?&*-]/.test(character) ? LETTER : OTHER;
});

/** Where long words begin and end. A regular expression would try each short word again from each of its letters. */
function* longWords(text: string): Generator<[start: number, end: number]> {
  let start = 0;
  let hasDigit = false;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    // Behind the end the code is not a number.
    const kind = code < CLASSES.length ? CLASSES[code] : OTHER;
    if (kind === DIGIT) hasDigit = true;
    if (kind !== OTHER) continue;
    if (at - start >= (hasDigit ? LONG : LONG_WITHOUT_DIGIT)) yield [start, at];
    start = at + 1;
    hasDigit = false;
  }
}
