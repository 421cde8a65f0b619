// Fits texts into the caller's context budget.
import { cutWithNotice, fairShare, tokens } from '../engine/retrieval/budget.ts';

/** Tokens a result may take, and those each item takes besides its texts. */
export const BUDGET = 9500;
const ITEM = 75;
/** The fewest tokens each item shows, however many items there are. */
export const MIN_TOKENS = 15;

export interface Content {
  readonly content: string;
  readonly content_cut?: string;
}

export interface Text {
  readonly text: string;
  /** Says how to get what was cut, from an offset on. */
  rest(left: number, offset: number): string;
  /** How to get the whole text if only an excerpt is shown. */
  readonly whole?: string | undefined;
}

/** Shows an equal share of each text so that all fit. */
export function withinBudget<T, R>(
  found: readonly T[],
  textOf: (item: T) => Text,
  present: (item: T, content: Content) => R,
  budget = BUDGET,
): R[] {
  const texts = found.map(textOf);
  const share = fairShare(
    texts.map(({ text }) => tokens(text)),
    budget - found.length * ITEM,
  );
  return found.map((item, i) => {
    const { text, notice } = cutWithNotice(
      texts[i]?.text ?? '',
      Math.max(share, MIN_TOKENS),
      (left, shown) => texts[i]?.rest(left, shown) ?? '',
    );
    const hint = texts[i]?.whole ?? notice;
    return present(item, { content: text, ...(hint === null ? {} : { content_cut: hint }) });
  });
}

/** Says that only parts of a text are shown, and how to read it from the beginning. */
export const excerptOf = (length: number, how: string): string => `An excerpt of ${length} characters: ${how}`;

/** Three digits are enough for a score. */
export const round = (score: number): number => Math.round(score * 1000) / 1000;
