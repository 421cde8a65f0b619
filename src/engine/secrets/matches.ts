// Where a text matches a pattern, but for what only looks like a secret.
import type { Span } from './assignments.ts';
import type { SecretPattern } from './pattern.ts';
import { isHarmless, isMadeUp, isPlaceholder, isRandom } from './values.ts';

/** Without one of its keywords a pattern need not be tried. */
export const holds = (lower: string, { keywords }: SecretPattern): boolean =>
  keywords.some((keyword) => lower.includes(keyword));

function isSecret(match: RegExpMatchArray, { looks }: SecretPattern): boolean {
  const { value } = match.groups ?? {};
  if (value === undefined ? isPlaceholder(match[0]) : isHarmless(value.replace(/^["']/, ''))) return false;
  if (looks === undefined) return true;
  return looks === 'random' ? isRandom(value ?? match[0]) : isMadeUp(value ?? match[0]);
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
