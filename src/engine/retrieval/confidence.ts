// How sure that the first result is about the question: a logistic model of what is absolute in it. Its weights were fitted on one half of
// labelled notes, with questions about things that were never said, and questions that belong to other stores (docs/decisions/003-recall.md).
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';
import type { Parts } from './parts.ts';

const WEIGHTS = { meaning: 8.3, words: 0.95, exact: 0.7, missed: -3.6, noted: 5.9, bias: -3.3 };
/** Beside a time, what is asked for must be as near as this. */
const NEAR = 0.35;
/** Below this nothing that was found is about the question. */
export const FLOOR = 0.35;

export interface Standing {
  /** The first results, the best first. */
  readonly contents: readonly string[];
  /** Of the first. */
  readonly parts: Parts;
  /** The question asks for nothing beside a time. */
  readonly timeAlone: boolean;
  /** Every word of the question, and how much it tells. */
  readonly words: ReadonlyMap<string, number>;
}

/** 0..1: by its nearness, the question's words that it holds, and the names that it does not. */
export function confidence(question: Question, { contents, parts, words, timeAlone }: Standing): number {
  const held = new Set(terms(contents[0] ?? ''));
  const names = [...new Set(question.names.flatMap(terms))];
  // The answer to a question in several steps names only some of them itself.
  const named = new Set(contents.flatMap(terms));
  const missed = names.filter((name) => !named.has(name)).length / (names.length || 1);
  const odds =
    WEIGHTS.bias +
    WEIGHTS.meaning * parts.vector +
    WEIGHTS.words * share(words, held) +
    WEIGHTS.exact * (parts.exact ?? 0) +
    WEIGHTS.missed * missed +
    WEIGHTS.noted * (parts.time ?? 0) * (timeAlone ? 1 : Math.min(1, parts.vector / NEAR));
  return 1 / (1 + Math.exp(-odds));
}

function share(words: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  const sum = (entries: Iterable<[string, number]>) => [...entries].reduce((total, [, weight]) => total + weight, 0);
  return sum([...words].filter(([word]) => held.has(word))) / (sum(words) || 1);
}
