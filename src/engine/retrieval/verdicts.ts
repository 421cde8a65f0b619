// What the model says that reads the question together with a result.
import type { Embedding } from '../memories/embedding.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { oppositesIn } from '../text/opposites.ts';
import { splitText } from '../text/passages.ts';
import { wordCount } from '../text/terms.ts';
import type { Verdict } from './confidence.ts';
import { bestPassage } from './excerpts.ts';
import { partsScoring, scoreOf, type Weights } from './parts.ts';
import type { Found } from './results.ts';

/** A passage is judged in pieces of about the length that the model was taught with. */
const JUDGED_WORDS = 60;
/** Taken off the odds of a memory about the opposite: the model hears little difference between staging and production. */
const OPPOSED = 4;
/** A later memory answers almost as well as the one that it may have changed if its odds are at most this much lower. */
const ALMOST = 4;
/** Hardly any result gets a higher probability to answer, so those that would need more to come first are not read. */
const LIKELY = 0.75;
/** With these odds, a memory answers whatever is said of its relative. */
const SURE = 2;
/** How many of the first results may be read. */
export const READ = 5;

/** A question, as the model that judges reads it. */
export interface AskedQuestion {
  /** As the caller asked it. */
  readonly asked: string;
  readonly words: WeightedTerms;
  readonly vectors: readonly Float32Array[];
  /** The question asks for nothing but a time. */
  readonly timeAlone: boolean;
  /** Verdicts that were begun before the results were in order, by the row of the memory. */
  readonly begun?: ReadonlyMap<number, Promise<Verdict | null>>;
  /** By row, the relative of a memory that is nearer to the question than itself. */
  readonly nearer: ReadonlyMap<number, number>;
}

export class Verdicts {
  readonly #store: Pick<Store, 'memories' | 'search'>;
  readonly #model: Pick<Embedding, 'judge'>;

  constructor(store: Pick<Store, 'memories' | 'search'>, model: Pick<Embedding, 'judge'>) {
    this.#store = store;
    this.#model = model;
  }

  /**
   * Null where the model cannot tell: nothing answers a time alone, and it reads only the beginning of a long question.
   * What replaced an answer, or was replaced by it, answers as well: `Half an hour is enough` where the other says for what.
   */
  async on(memory: Memory, question: AskedQuestion, signal?: AbortSignal): Promise<Verdict | null> {
    const early = await question.begun?.get(memory.row);
    if (early) return early;
    const own = await this.#reading(memory, question, signal);
    const relative = question.nearer.get(memory.row);
    if (own === null || own.odds >= SURE || relative === undefined) return own;
    const [other] = await this.#store.memories.byRows([relative]);
    const another = other ? await this.#reading(other, question, signal) : null;
    return another && another.odds > own.odds ? another : own;
  }

  async #reading(memory: Memory, question: AskedQuestion, signal?: AbortSignal): Promise<Verdict | null> {
    const { asked, words, vectors, timeAlone } = question;
    if (timeAlone || vectors.length !== 1) return null;
    const passage = await bestPassage(memory, this.#store.search, vectors, words);
    const pieces = splitText(passage, wordCount, JUDGED_WORDS);
    const verdicts = await Promise.all(pieces.map((piece) => this.#model.judge(asked, piece, signal)));
    const known = verdicts.filter((odds) => odds !== null);
    // The piece that was not read in time may be the one that answers.
    if (known.length < pieces.length) return null;
    const opposed = oppositesIn(asked, memory.content) === null ? 0 : OPPOSED;
    return { passage, odds: Math.max(...known) - opposed };
  }

  /**
   * The verdict on the best result, and the results in their order. Unless the question quotes something or names a time,
   * the next ones are read, as long as they would come first if they are likely to answer, and whether a result answers
   * becomes a part of all scores.
   */
  async order(
    given: readonly Found[],
    question: AskedQuestion,
    weights: Weights,
    signal?: AbortSignal,
  ): Promise<{ readonly found: readonly Found[]; readonly verdict: Verdict | null }> {
    if (!isPlain(given)) return this.#leading(presentFirst(given, weights), question, signal);
    const found = laterBesideEarlier(given);
    const { verdict } = await this.#leading(found, question, signal);
    const read = verdict && (await this.#readOn(found, verdict, question, weights, signal));
    if (!read) return { found: given, verdict };
    const answering = (each: Found, own: Verdict | undefined) => {
      // What was not read is not counted as an answer.
      const parts = { ...each.parts, answer: own ? probability(own.odds) : 0 };
      return { ...each, parts, score: scoreOf(parts, weights), verdict: own ?? null };
    };
    const scores = found.map((each, i) => answering(each, read[i]).score);
    const places = exchanged(found, scores, (place, later) => answersAlmostAsWell(read[later], read[place]));
    const unread = new Set(found.slice(read.length));
    const firstUnread = given.findIndex((each) => unread.has(each));
    // A later one that takes no place must not pass those before it that were not read.
    const counts = (each: Found, i: number) => places.has(i) || firstUnread < 0 || given.indexOf(each) < firstUnread;
    if (found.slice(1, read.length).every((each, i) => !counts(each, i + 1))) return { found: given, verdict };
    const ordered = found
      .map((each, i) => rescored(answering(each, counts(each, i) ? read[i] : undefined), places.get(i), weights))
      .toSorted((a, b) => b.score - a.score);
    return { found: ordered.map(({ verdict: _, ...each }) => each), verdict: ordered[0]?.verdict ?? null };
  }

  async #leading(
    found: readonly Found[],
    question: AskedQuestion,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly found: readonly Found[]; readonly verdict: Verdict | null }> {
    const [first] = found;
    return { found, verdict: first ? await this.on(first.memory, question, signal) : null };
  }

  /** The verdicts on the first results, as far as they are read; null if one of them could not be read. */
  async #readOn(
    [first, ...others]: readonly Found[],
    verdict: Verdict,
    question: AskedQuestion,
    weights: Weights,
    signal: AbortSignal | undefined,
  ): Promise<readonly Verdict[] | null> {
    if (!first) return null;
    const later = laterPlaces([first, ...others]);
    const read = [verdict];
    const withAnswer = ({ parts }: Found, answer: number) => scoreOf({ ...parts, answer }, weights);
    let best = withAnswer(first, probability(verdict.odds));
    for (const next of others.slice(0, READ - 1)) {
      const isAwaited = later.slice(0, read.length).some((place) => place !== undefined && place >= read.length);
      if (!isAwaited && withAnswer(next, LIKELY) <= best) break;
      const another = await this.on(next.memory, question, signal);
      if (another === null) return null;
      read.push(another);
      best = Math.max(best, withAnswer(next, probability(another.odds)));
    }
    return read;
  }
}

/** Moves each later memory directly behind the result that it may have changed, so that both are read. */
function laterBesideEarlier(found: readonly Found[]): readonly Found[] {
  const ordered = [...found];
  for (const { memory, changedBy } of found.slice(0, READ - 1)) {
    const place = ordered.findIndex((other) => other.memory.id === memory.id);
    const later = ordered.findIndex((other) => other.memory.id === changedBy);
    if (later > place) ordered.splice(place + 1, 0, ...ordered.splice(later, 1));
  }
  return ordered;
}

/** For each of the first results, the place among them of the one that may have changed it. */
function laterPlaces(found: readonly Found[]): (number | undefined)[] {
  const places = new Map(found.slice(0, READ).map(({ memory }, place) => [memory.id, place]));
  return found.slice(0, READ).map(({ changedBy }) => (changedBy === null ? undefined : places.get(changedBy)));
}

/** Whether the question quotes nothing that is stored and names no time. */
const isPlain = (found: readonly Found[]): boolean =>
  found.every(({ parts }) => parts.exact === null && parts.time === null);

/**
 * The results where they are not read: each later one that holds as much of what the question quotes takes the place of
 * the one that it may have changed. Who names a time may want what was so then.
 */
export function presentFirst(found: readonly Found[], weights: Weights): readonly Found[] {
  if (found.some(({ parts }) => parts.time !== null)) return found;
  const quoted = (place: number) => found[place]?.parts.exact ?? 0;
  const scores = found.map(({ score }) => score);
  const places = exchanged(found, scores, (place, later) => quoted(later) >= quoted(place));
  return found.map((each, i) => rescored(each, places.get(i), weights)).toSorted((a, b) => b.score - a.score);
}

/** With this score, if one is given. */
function rescored<T extends Found>(found: T, score: number | undefined, weights: Weights): T {
  if (score === undefined) return found;
  const parts = partsScoring(score, found.parts, weights);
  return { ...found, parts, score: scoreOf(parts, weights) };
}

/** The new scores of the pairs that change places, by their places: the earlier memories first, for one may change twice. */
function exchanged(
  found: readonly Found[],
  scores: readonly number[],
  isReplaced: (place: number, later: number) => boolean,
): Map<number, number> {
  const later = laterPlaces(found);
  const now = [...scores];
  const moved = new Map<number, number>();
  for (const i of later.map((_, place) => place).toSorted((a, b) => eventTime(found[a]) - eventTime(found[b]))) {
    const j = later[i];
    if (j === undefined || !isReplaced(i, j)) continue;
    const [score = 0, lower = 0] = [now[i], now[j]];
    if (lower >= score) continue;
    [now[i], now[j]] = [lower, score];
    moved.set(i, lower).set(j, score);
  }
  return moved;
}

const answersAlmostAsWell = (later: Verdict | undefined, earlier: Verdict | undefined): boolean =>
  later !== undefined && earlier !== undefined && later.odds > earlier.odds - ALMOST;

const eventTime = (found: Found | undefined): number => found?.memory.eventTime ?? 0;

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
