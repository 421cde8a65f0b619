// Keeps results from flooding the caller's context. Texts are measured in quarters of a token: a Latin letter counts
// about one, a letter of most other alphabets two, a Chinese or Japanese character four.
import { wholeCharacter } from '../text/passages.ts';

const PER_TOKEN = 4;

const quarters = (code: number): number => (code < 0x250 ? 1 : code < 0x2e80 ? 2 : 4);

/** The size of a text, in tokens. */
export function tokens(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += quarters(text.charCodeAt(i));
  return Math.ceil(sum / PER_TOKEN);
}

export interface Cut {
  readonly text: string;
  /** The number of characters left out; 0 when the text is complete. */
  readonly left: number;
}

/** As much of the start of a text as fits. */
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

/** A cut text with a notice of what was left out; whole where the notice would take as much as it saves. */
export function cutWithNotice(
  text: string,
  most: number,
  noticeOf: (left: number, shown: number) => string,
): { readonly text: string; readonly notice: string | null } {
  const cut = cutText(text, most);
  if (cut.left === 0) return { text, notice: null };
  const notice = noticeOf(cut.left, cut.text.length);
  return tokens(text.slice(cut.text.length)) <= tokens(notice) ? { text, notice: null } : { text: cut.text, notice };
}

/**
 * The most tokens each text may take so that all fit the budget: small ones are shown whole, and the room they leave
 * goes to large ones.
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

/** The first items that fit the budget, measured as printed. */
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
