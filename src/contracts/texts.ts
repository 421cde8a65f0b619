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
    const rest = texts[i]?.rest(left, text.length);
    return present(item, { content: text, ...(left === 0 || rest === undefined ? {} : { content_cut: rest }) });
  });
}

/** Four digits tell all that a score can. */
export const round = (score: number): number => Math.round(score * 10_000) / 10_000;
