// A result must not flood the caller's context. Texts are measured in quarters of a token: a letter of the Latin
// alphabet is about one, one of most other alphabets two, a Chinese or Japanese character four.
import { wholeCharacter } from '../text/passages.ts';

const PER_TOKEN = 4;

const quarters = (code: number): number => (code < 0x250 ? 1 : code < 0x2e80 ? 2 : 4);

/** How much of a budget a text takes, in tokens. */
export function tokens(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += quarters(text.charCodeAt(i));
  return Math.ceil(sum / PER_TOKEN);
}

export interface Cut {
  readonly text: string;
  /** How many characters were left out, 0 when the text is whole. */
  readonly left: number;
}

/** As much of the beginning of a text as fits. */
export function cutText(text: string, most: number): Cut {
  let room = most * PER_TOKEN;
  let end = 0;
  while (end < text.length) {
    room -= quarters(text.charCodeAt(end));
    if (room < 0) break;
    end++;
  }
  const whole = wholeCharacter(text, end);
  return { text: text.slice(0, whole), left: text.length - whole };
}

/**
 * How many tokens each of these may take so that all fit into the budget: small ones are shown whole, and what they
 * leave over goes to the large ones.
 */
export function fairShare(sizes: readonly number[], budget: number): number {
  let left = budget;
  let share = left;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [i, size] of ascending.entries()) {
    share = Math.floor(left / (ascending.length - i));
    if (size > share) return share;
    left -= size;
  }
  return Math.max(share, ascending.at(-1) ?? 0);
}

/** As many of the first as fit into the budget, each as it is printed. */
export function fitting<T>(items: readonly T[], budget: number): T[] {
  const kept: T[] = [];
  let room = budget;
  for (const item of items) {
    room -= tokens(JSON.stringify(item));
    if (room < 0) break;
    kept.push(item);
  }
  return kept;
}
