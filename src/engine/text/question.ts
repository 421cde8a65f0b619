import { type Literal, literals } from './literals.ts';
import { questionNames, type Span, spans } from './names.ts';
import { questionTerms } from './terms.ts';

/** Everything a search needs from a question, parsed once. */
export interface Question {
  readonly text: string;
  /** Its distinct content words, as terms of the text index. */
  readonly terms: readonly string[];
  /** Words written in a way that only names are. */
  readonly names: readonly string[];
  /** Literals, such as quoted text and numbers. */
  readonly literals: readonly Literal[];
  /** Every span that may be the name of a known entity, longest first. */
  readonly spans: readonly Span[];
}

export const readQuestion = (text: string): Question => ({
  text,
  terms: questionTerms(text),
  names: questionNames(text),
  literals: literals(text),
  spans: spans(text),
});
