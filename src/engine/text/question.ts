import { type Literal, literals } from './literals.ts';
import { questionNames, type Span, spans } from './names.ts';
import { questionTerms } from './terms.ts';

/** All that searching reads in a question, read once. */
export interface Question {
  readonly text: string;
  /** Its distinct words that carry meaning, as the text index knows them. */
  readonly terms: readonly string[];
  /** What it writes as nobody writes but a name. */
  readonly names: readonly string[];
  /** What it quotes to the letter. */
  readonly literals: readonly Literal[];
  /** Every stretch that may be the name of something known, the longest first. */
  readonly spans: readonly Span[];
}

export const readQuestion = (text: string): Question => ({
  text,
  terms: questionTerms(text),
  names: questionNames(text),
  literals: literals(text),
  spans: spans(text),
});
