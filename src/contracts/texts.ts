// Texts within what an answer may take of the caller's context.
import { cutText, fairShare, tokens } from '../engine/retrieval/budget.ts';

/** What a result may take, and what each item takes beside its texts. */
export const BUDGET = 9500;
const ITEM = 75;
/** However many items there are, each shows at least so much. */
export const LEAST = 15;

export interface Content {
  readonly content: string;
  readonly content_cut?: string;
}

export interface Text {
  readonly text: string;
  /** How to get what was cut, from an offset on. */
  rest(left: number, offset: number): string;
  /** How to get all of a text of which only an excerpt is here. */
  readonly whole?: string | undefined;
}

/** Shows as much of each text as fits when all are shown. */
export function withinBudget<T, R>(
  found: readonly T[],
  textOf: (item: T) => Text,
  present: (item: T, content: Content) => R,
): R[] {
  const texts = found.map(textOf);
  const share = fairShare(
    texts.map(({ text }) => tokens(text)),
    BUDGET - found.length * ITEM,
  );
  return found.map((item, i) => {
    const { text, left } = cutText(texts[i]?.text ?? '', Math.max(share, LEAST));
    const hint = texts[i]?.whole ?? (left === 0 ? undefined : texts[i]?.rest(left, text.length));
    return present(item, { content: text, ...(hint === undefined ? {} : { content_cut: hint }) });
  });
}

/** Three digits tell all that a score can. */
export const round = (score: number): number => Math.round(score * 1000) / 1000;
