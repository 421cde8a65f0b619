// The confidence that the first result answers the question: logistic models of its absolute scores. The weights were
// fitted on labelled questions, with some about facts that were never stored and some that belong to other stores
// (docs/decisions/003-recall.md).
import { holdsLiteral, isCode } from '../text/literals.ts';
import { oppositesIn } from '../text/opposites.ts';
import type { Question } from '../text/question.ts';
import { terms, wordsIn } from '../text/terms.ts';
import type { Parts } from './parts.ts';

const JUDGED = {
  verdict: 1,
  meaning: 4,
  words: 1,
  exact: 0.6,
  complete: 1.5,
  noted: 3.3,
  missed: -0.8,
  rival: -3,
  lacked: -4,
  unworded: -3,
  bias: -0.1,
};
/** Without a verdict. */
const UNJUDGED = { meaning: 8.3, words: 0.95, exact: 0.7, missed: -3.6, lacked: -4, noted: 5.9, bias: -3.3 };
/** A verdict beyond these says no more. */
const [LEAST_VERDICT, MOST_VERDICT] = [-5, 3];
/** So few words, of which the result holds none, ask nothing that could be judged: `kubernetes`, `vacation policy`, `hello`. */
const FEW_WORDS = 2;
/** When the question asks for more than a time, a result must be this near for its time to count fully. */
const NEAR = 0.35;
/** Below this, probably no result answers the question. */
export const FLOOR = 0.35;

export interface Standing {
  /** The first results, best first. */
  readonly contents: readonly string[];
  /** What the first result superseded, if anything: it tells what that is about. */
  readonly former: string | null;
  /** The parts of the first result. */
  readonly parts: Parts;
  /** The question asks for nothing but a time. */
  readonly timeAlone: boolean;
  /** The weight of every word of the question. */
  readonly words: ReadonlyMap<string, number>;
  /** The first result is about something else than the question names. */
  readonly rival: boolean;
  /** Null if the model cannot judge, or was not asked. */
  readonly verdict: Verdict | null;
}

/** What the model says that has read the question and a passage together. */
export interface Verdict {
  /** The passage of the result that matches best. */
  readonly passage: string;
  /** The log odds that it answers the question. */
  readonly odds: number;
}

/** 0..1 */
export function confidence(question: Question, standing: Standing): number {
  const { verdict } = standing;
  const odds = verdict ? judged(question, verdict, standing) : unjudged(question, standing);
  return 1 / (1 + Math.exp(-odds));
}

/** The same for a question that the model cannot read: the share of its words that the first result holds. */
export const confidenceByWords = ({ contents, words }: Standing): number =>
  share(words, new Set(terms(contents[0] ?? '')));

function judged(question: Question, { passage, odds }: Verdict, standing: Standing): number {
  const { contents, former, parts, words, timeAlone, rival } = standing;
  const worded = share(words, new Set(terms(passage)));
  const told = [...contents.slice(0, 1), former ?? ''];
  return (
    JUDGED.bias +
    JUDGED.verdict * Math.min(Math.max(odds, LEAST_VERDICT), MOST_VERDICT) +
    JUDGED.meaning * parts.vector +
    JUDGED.words * worded +
    JUDGED.exact * (parts.exact ?? 0) +
    JUDGED.complete * Number(worded === 1 && oppositesIn(question.text, passage) === null) +
    JUDGED.unworded * Number(isKeyword(question) && worded === 0 && !timeAlone) +
    JUDGED.noted * noted(parts, timeAlone) +
    JUDGED.missed * missed(question, told) +
    JUDGED.rival * Number(rival) +
    JUDGED.lacked * lacked(question, told)
  );
}

const isKeyword = ({ text }: Question): boolean => wordsIn(text).length <= FEW_WORDS;

/** From the first result's nearness, the question's words it holds, and the names that no result holds. */
function unjudged(question: Question, { contents, former, parts, words, timeAlone }: Standing): number {
  const held = new Set(terms(contents[0] ?? ''));
  return (
    UNJUDGED.bias +
    UNJUDGED.meaning * parts.vector +
    UNJUDGED.words * share(words, held) +
    UNJUDGED.exact * (parts.exact ?? 0) +
    // The first answer to a multi-step question names only some of the steps.
    UNJUDGED.missed * missed(question, contents) +
    UNJUDGED.lacked * lacked(question, [...contents, former ?? '']) +
    UNJUDGED.noted * noted(parts, timeAlone)
  );
}

/** The share of the question's names that none of these contains. */
function missed({ names }: Question, contents: readonly string[]): number {
  const asked = [...new Set(names.flatMap(terms))];
  const named = new Set(contents.flatMap(terms));
  return asked.filter((name) => !named.has(name)).length / (asked.length || 1);
}

/** The share of the question's codes that none of these contains: `E4711` is not answered by what `E4712` means. */
function lacked({ literals }: Question, contents: readonly string[]): number {
  const asked = literals.filter(isCode);
  const passages = contents.map((content) => terms(content).join(' '));
  const held = asked.filter((literal) => passages.some((passage) => holdsLiteral(passage, literal)));
  return asked.length === 0 ? 0 : 1 - held.length / asked.length;
}

const noted = ({ time, vector }: Parts, timeAlone: boolean): number =>
  (time ?? 0) * (timeAlone ? 1 : Math.min(1, vector / NEAR));

function share(words: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  const sum = (entries: Iterable<[string, number]>) => [...entries].reduce((total, [, weight]) => total + weight, 0);
  return sum([...words].filter(([word]) => held.has(word))) / (sum(words) || 1);
}
