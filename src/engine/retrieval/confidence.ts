// The confidence that the first result answers the question: a logistic model of its absolute scores. The weights were
// fitted on notebooks and conversations that no model was trained on, and on half of a set of labelled notes, with
// questions about facts that were never stored and questions that belong to other stores (docs/decisions/003-recall.md).
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';
import type { Parts } from './parts.ts';

const JUDGED = { verdict: 1, meaning: 1.8, exact: 0.6, noted: 3.3, bias: -0.5 };
/** Without a verdict: the model cannot judge, or the passage is too short for it. */
const UNJUDGED = { meaning: 8.3, words: 0.95, exact: 0.7, missed: -3.6, noted: 5.9, bias: -3.3 };
/** A verdict beyond these says no more. */
const [LEAST_VERDICT, MOST_VERDICT] = [-4, 3];
/** The model was taught with few passages of under ten words, and doubts them all: a verdict counts from the first, and fully from the second. */
const [TOO_SHORT, LONG_ENOUGH] = [6, 16];
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
  /** The passage of the first result that matches best. */
  readonly passage: string;
  /** The log odds that this passage answers the question, as the model reads both; null if it cannot. */
  readonly verdict: number | null;
}

/** 0..1 */
export function confidence(question: Question, standing: Standing): number {
  const { passage, verdict } = standing;
  const trust = verdict === null ? 0 : trustIn(passage);
  const odds = trust * judged(verdict ?? 0, standing) + (1 - trust) * unjudged(question, standing);
  return 1 / (1 + Math.exp(-odds));
}

/** How much a verdict on this passage counts, 0..1. */
export function trustIn(passage: string): number {
  const words = passage.split(/\s+/).length;
  return Math.min(1, Math.max(0, (words - TOO_SHORT) / (LONG_ENOUGH - TOO_SHORT)));
}

function judged(verdict: number, { parts, timeAlone }: Standing): number {
  return (
    JUDGED.bias +
    JUDGED.verdict * Math.min(Math.max(verdict, LEAST_VERDICT), MOST_VERDICT) +
    JUDGED.meaning * parts.vector +
    JUDGED.exact * (parts.exact ?? 0) +
    JUDGED.noted * noted(parts, timeAlone)
  );
}

/** From the first result's nearness, the question's words it holds, and the names that no result holds. */
function unjudged(question: Question, { contents, parts, words, timeAlone }: Standing): number {
  const held = new Set(terms(contents[0] ?? ''));
  const names = [...new Set(question.names.flatMap(terms))];
  // The first answer to a multi-step question names only some of the steps.
  const named = new Set(contents.flatMap(terms));
  const missed = names.filter((name) => !named.has(name)).length / (names.length || 1);
  return (
    UNJUDGED.bias +
    UNJUDGED.meaning * parts.vector +
    UNJUDGED.words * share(words, held) +
    UNJUDGED.exact * (parts.exact ?? 0) +
    UNJUDGED.missed * missed +
    UNJUDGED.noted * noted(parts, timeAlone)
  );
}

const noted = ({ time, vector }: Parts, timeAlone: boolean): number =>
  (time ?? 0) * (timeAlone ? 1 : Math.min(1, vector / NEAR));

function share(words: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  const sum = (entries: Iterable<[string, number]>) => [...entries].reduce((total, [, weight]) => total + weight, 0);
  return sum([...words].filter(([word]) => held.has(word))) / (sum(words) || 1);
}
