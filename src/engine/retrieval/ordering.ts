// The order of the first results: by what the model says of them, and the present value before the former one.
import { endsFormer } from '../memories/former.ts';
import type { Verdict } from './confidence.ts';
import { partsScoring, scoreOf, type Weights } from './parts.ts';
import type { Found } from './results.ts';

/** How many of the first results may be read, or change places with a later memory. */
export const READ = 3;
/** A later memory answers almost as well as the one that it may have changed if its odds are at most this much lower. */
const ALMOST = 3;
/** Any other comes directly behind the one that it may have changed: the reader of the first result sees both. */
const BEHIND = 0.999;

export interface Ordered {
  readonly found: readonly Found[];
  /** On the first result. */
  readonly verdict: Verdict | null;
  /** The read result that the first one may have changed: what that answers, both do. */
  readonly changed?: { readonly found: Found; readonly verdict: Verdict } | undefined;
}

/** Whether the question quotes nothing that is stored and names no time. */
export const quotesAndTimesNothing = (found: readonly Found[]): boolean =>
  found.every(({ parts }) => parts.exact === null && parts.time === null);

/** Moves each later memory directly behind the result that it may have changed, so that both are read. */
export function laterBesideEarlier(found: readonly Found[]): readonly Found[] {
  const ordered = [...found];
  for (const { memory, changedBy } of found.slice(0, READ - 1)) {
    const place = ordered.findIndex((other) => other.memory.id === memory.id);
    const later = ordered.findIndex((other) => other.memory.id === changedBy);
    if (later > place) ordered.splice(place + 1, 0, ...ordered.splice(later, 1));
  }
  return ordered;
}

export interface Readings {
  readonly read: ReadonlyMap<Found, Verdict>;
  /** Those that answer by what a later one leaves as it was. */
  readonly holding: ReadonlySet<Found> | null;
}

/** The results by their verdicts; null if only the verdict on the first one counts, which moves nothing. */
export function byVerdicts(
  given: readonly Found[],
  found: readonly Found[],
  { read, holding }: Readings,
  weights: Weights,
): Ordered | null {
  const judged = (each: Found, verdict: Verdict | undefined) => withAnswer(each, probability(verdict), weights);
  const places = exchanged(found, {
    scoreNow: (each) => judged(each, read.get(each)).score,
    isReplaced: (earlier, later) =>
      !holding?.has(earlier) &&
      (endsFormer(later.memory.content, earlier.memory.content) ||
        answersAlmostAsWell(read.get(later), read.get(earlier))),
    follows: true,
  });
  // A later one that takes no place must not pass those before it that were not read.
  const counts = (each: Found) =>
    places.has(each) || given.slice(0, given.indexOf(each)).every((before) => read.has(before));
  const counted = new Map([...read].filter(([each]) => counts(each)));
  if (counted.size < 2) return null;
  const ordered = found
    .map((each) => ({ each, result: rescored(judged(each, counted.get(each)), places.get(each), weights) }))
    .toSorted((a, b) => b.result.score - a.result.score);
  const [first] = ordered;
  const verdict = first && counted.get(first.each);
  return {
    found: ordered.map(({ result }) => result),
    verdict: verdict ?? null,
    changed: changedBy(first?.each, read),
  };
}

function changedBy(first: Found | undefined, read: ReadonlyMap<Found, Verdict>): Ordered['changed'] {
  const [changed] = [...read].filter(([each]) => each.changedBy !== null && each.changedBy === first?.memory.id);
  return changed && { found: changed[0], verdict: changed[1] };
}

/**
 * The results where they are not read: each later one that holds as much of what the question quotes takes the place of
 * the one that it may have changed. A question that names a time may want what was so then.
 */
export function presentFirst(found: readonly Found[], weights: Weights): readonly Found[] {
  if (found.some(({ parts }) => parts.time !== null)) return found;
  const quoted = ({ parts }: Found) => parts.exact ?? 0;
  const places = exchanged(found, {
    scoreNow: ({ score }) => score,
    isReplaced: (earlier, later) => quoted(later) >= quoted(earlier),
    follows: false,
  });
  return found.map((each) => rescored(each, places.get(each), weights)).toSorted((a, b) => b.score - a.score);
}

/** The results of a question about what was so before: each one that a later one may have changed comes before that. */
export function formerFirst(found: readonly Found[], weights: Weights): readonly Found[] {
  const moved = new Map<Found, number>();
  const scoreOfNow = (each: Found) => moved.get(each) ?? each.score;
  const pairs = oldestFirst(found);
  // Each exchange of one pair may undo that of another.
  for (const [earlier, later] of pairs.flatMap(() => pairs)) {
    const [lower, higher] = [scoreOfNow(earlier), scoreOfNow(later)];
    if (higher > lower) moved.set(earlier, higher).set(later, lower);
  }
  return found.map((each) => rescored(each, moved.get(each), weights)).toSorted((a, b) => b.score - a.score);
}

/** Of the first results, each that another of them may have changed, with that one. */
export function laterAmong(found: readonly Found[]): ReadonlyMap<Found, Found> {
  const first = found.slice(0, READ);
  const byId = new Map(first.map((each) => [each.memory.id, each]));
  return new Map(
    first.flatMap((each): [Found, Found][] => {
      const later = each.changedBy === null ? undefined : byId.get(each.changedBy);
      return later ? [[each, later]] : [];
    }),
  );
}

const oldestFirst = (found: readonly Found[]): readonly [earlier: Found, later: Found][] =>
  [...laterAmong(found)].toSorted(([a], [b]) => a.memory.eventTime - b.memory.eventTime);

export function withAnswer(found: Found, answer: number, weights: Weights): Found {
  const parts = { ...found.parts, answer };
  return { ...found, parts, score: scoreOf(parts, weights) };
}

/** With this score, if one is given. */
function rescored(found: Found, score: number | undefined, weights: Weights): Found {
  if (score === undefined) return found;
  const parts = partsScoring(score, found.parts, weights);
  return { ...found, parts, score: scoreOf(parts, weights) };
}

interface Exchange {
  scoreNow(each: Found): number;
  isReplaced(earlier: Found, later: Found): boolean;
  /** Whether a later one that does not replace the earlier one comes directly behind it. */
  readonly follows: boolean;
}

/** The new scores of the results that change places: the earlier memories first, for one may change twice. */
function exchanged(found: readonly Found[], { scoreNow, isReplaced, follows }: Exchange): ReadonlyMap<Found, number> {
  const moved = new Map<Found, number>();
  const scoreOfNow = (each: Found) => moved.get(each) ?? scoreNow(each);
  for (const [earlier, later] of oldestFirst(found)) {
    const [higher, lower] = [scoreOfNow(earlier), scoreOfNow(later)];
    if (lower >= higher) continue;
    if (isReplaced(earlier, later)) moved.set(earlier, lower).set(later, higher);
    else if (follows) moved.set(later, BEHIND * higher);
  }
  return moved;
}

const answersAlmostAsWell = (later: Verdict | undefined, earlier: Verdict | undefined): boolean =>
  later !== undefined && earlier !== undefined && later.odds > earlier.odds - ALMOST;

/** What was not read is not counted as an answer. */
export const probability = (verdict: Verdict | undefined): number => (verdict ? 1 / (1 + Math.exp(-verdict.odds)) : 0);
