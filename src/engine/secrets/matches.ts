// Finds where a text matches a pattern, leaving out what only looks like a secret.
import type { Span } from './assignments.ts';
import type { SecretPattern } from './pattern.ts';
import { isHarmless, isMadeUp, isPlaceholder, isRandom } from './values.ts';

/** Whether a text holds a keyword of the pattern; without one the pattern cannot match. */
export const holds = (lower: string, { keywords }: SecretPattern): boolean =>
  keywords.some((keyword) => lower.includes(keyword));

/** For shorter texts, searching is faster than marking pairs. */
const WORTH_MARKING = 2000;
const MARKS = 0xffff;

/** Patterns with a keyword in the text: a table of its character pairs rules out most keywords without a search. */
export function possible(patterns: readonly SecretPattern[], lower: string): readonly SecretPattern[] {
  if (lower.length < WORTH_MARKING) return patterns.filter((pattern) => holds(lower, pattern));
  const marks = new Uint8Array(MARKS + 1);
  for (let at = 1; at < lower.length; at++) marks[pairAt(lower, at)] = 1;
  const isMarked = (keyword: string) => {
    for (let at = 1; at < keyword.length; at++) if (marks[pairAt(keyword, at)] === 0) return false;
    return true;
  };
  return patterns.filter(({ keywords }) => keywords.some((keyword) => isMarked(keyword) && lower.includes(keyword)));
}

const pairAt = (text: string, at: number): number => ((text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)) & MARKS;

/** A value is judged by its two ends; judging all of it would take time quadratic in its length. */
const JUDGED = 80;
const judged = (value: string): string =>
  value.length <= 2 * JUDGED ? value : value.slice(0, JUDGED) + value.slice(-JUDGED);

function isSecret(match: RegExpMatchArray, { looks }: SecretPattern): boolean {
  const isNamed = match.groups?.value !== undefined;
  const value = judged(match.groups?.value ?? match[0]);
  if (isNamed ? isHarmless(value.replace(/^["']/, '')) : isPlaceholder(value)) return false;
  if (looks === undefined) return true;
  return looks === 'random' ? isRandom(value) : isMadeUp(value);
}

export function* matches(secret: SecretPattern, text: string): Generator<Span> {
  const { kind, pattern } = secret;
  for (const match of text.matchAll(pattern)) {
    if (!isSecret(match, secret)) continue;
    const value = match.groups?.value ?? match[0];
    const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + value.length];
    yield { start, end, kind };
  }
}
