// Finds where a text matches a pattern, leaving out what only looks like a secret.
import type { Span } from './assignments.ts';
import { isCardNumber } from './card-numbers.ts';
import type { SecretPattern } from './pattern.ts';
import {
  isHard,
  isHarmless,
  isMadeUp,
  isPasswordLike,
  isPlaceholder,
  isRandom,
  isTold,
  isToldPassword,
} from './values.ts';

/** A value is judged by its two ends; judging all of it would take time quadratic in its length. */
const JUDGED = 80;
const judged = (value: string): string =>
  value.length <= 2 * JUDGED ? value : value.slice(0, JUDGED) + value.slice(-JUDGED);

function isSecret(match: RegExpMatchArray, { looks }: SecretPattern): boolean {
  const isNamed = match.groups?.value !== undefined;
  const value = judged(match.groups?.value ?? match[0]);
  if (isNamed ? isHarmless(value.replace(/^["']/, '')) : isPlaceholder(value)) return false;
  if (looks === undefined) return true;
  if (looks === 'card') return isCardNumber(value);
  // Where the number itself was cut out, nothing is left to examine.
  if (looks === 'card code') return match.groups?.card === undefined || isCardNumber(match.groups.card);
  if (looks === 'hard') return isHard(value);
  if (looks === 'password') return isPasswordLike(value);
  if (looks === 'told') return isTold(value);
  if (looks === 'told password') return isToldPassword(value);
  return looks === 'random' ? isRandom(value) : isMadeUp(value);
}

/** Not by `matchAll`, which makes another expression each time. */
export function matches(secret: SecretPattern, text: string): Span[] {
  const { kind, pattern } = secret;
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex++;
    if (!isSecret(match, secret)) continue;
    const value = match.groups?.value ?? match[0];
    const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + value.length];
    spans.push({ start, end, kind });
  }
  return spans;
}
