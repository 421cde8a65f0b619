// The confidence that the first result is about the question: a logistic model of its absolute scores. The weights were
// fitted on half of a set of labelled notes, with questions about facts that were never stored and questions that
// belong to other stores (docs/decisions/003-recall.md).
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';
import type { Parts } from './parts.ts';

const WEIGHTS = { meaning: 8.3, words: 0.95, exact: 0.7, missed: -3.6, noted: 5.9, bias: -3.3 };
/** When the question asks for more than a time, a result must be this near for its time to count fully. */
const NEAR = 0.35;
/** Below this, no result is about the question. */
export const FLOOR = 0.35;

export interface Standing {
  /** The first results, best first. */
  readonly contents: readonly string[];
  /** The parts of the first result. */
  readonly parts: Parts;
  /** The question asks for nothing but a time. */
  readonly timeAlone: boolean;
  /** The weight of every word of the question. */
  readonly words: ReadonlyMap<string, number>;
}

/** 0..1: from the first result's nearness, the question's words it holds, and the names that no result holds. */
export function confidence(question: Question, { contents, parts, words, timeAlone }: Standing): number {
  const held = new Set(terms(contents[0] ?? ''));
  const names = [...new Set(question.names.flatMap(terms))];
  // The first answer to a multi-step question names only some of the steps.
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
