// A result must not flood the caller's context. Four characters make about one token.

const CHARACTERS_PER_TOKEN = 4;

export interface Cut {
  readonly text: string;
  /** How many characters were left out, 0 when the text is whole. */
  readonly left: number;
}

export function cutText(text: string, most: number): Cut {
  if (text.length <= most) return { text, left: 0 };
  const code = text.charCodeAt(most);
  const end = code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
  return { text: text.slice(0, end), left: text.length - end };
}

/**
 * How many characters each of these texts may show so that all fit into the budget: short ones are shown whole, and
 * what they leave over goes to the long ones.
 */
export function fairShare(lengths: readonly number[], tokens: number): number {
  let left = tokens * CHARACTERS_PER_TOKEN;
  let share = left;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [i, length] of ascending.entries()) {
    share = Math.floor(left / (ascending.length - i));
    if (length > share) return share;
    left -= length;
  }
  return Math.max(share, ascending.at(-1) ?? 0);
}
