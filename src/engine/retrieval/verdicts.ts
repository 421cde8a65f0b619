// What the model says that reads the question together with a result.
import { changedIn } from '../memories/clauses.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { oppositesIn } from '../text/opposites.ts';
import { splitText } from '../text/passages.ts';
import { wordCount } from '../text/terms.ts';
import type { Verdict } from './confidence.ts';
import { bestPassages } from './excerpts.ts';
import {
  byVerdicts,
  laterAmong,
  laterBesideEarlier,
  type Ordered,
  presentFirst,
  probability,
  quotesAndTimesNothing,
  READ,
  withAnswer,
} from './ordering.ts';
import type { Weights } from './parts.ts';
import type { Found } from './results.ts';

/** A passage is judged in pieces of about the length that the model was taught with. */
const JUDGED_WORDS = 60;
/** Taken off the odds of a memory about the opposite: the model hears little difference between staging and production. */
const OPPOSED = 6;
/** Hardly any result gets a higher probability to answer, so those that would need more to come first are not read. */
const LIKELY = 0.75;
/** With these odds, a memory answers whatever is said of its relative. */
const SURE = 2;

/** A question, as the model that judges reads it. */
export interface AskedQuestion {
  /** As the caller asked it. */
  readonly asked: string;
  readonly words: WeightedTerms;
  readonly vectors: readonly Float32Array[];
  /** The model knows hardly a word of the question, so there is no vector of it. */
  readonly isUnreadable?: boolean;
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
    const passages = await bestPassages(memory, this.#store.search, vectors, words);
    const pieces = passages.flatMap((passage) => splitText(passage, wordCount, JUDGED_WORDS));
    const verdicts = await Promise.all(pieces.map((piece) => this.#model.judge(asked, piece, signal)));
    const known = verdicts.filter((odds) => odds !== null);
    // The piece that was not read in time may be the one that answers.
    if (known.length < pieces.length) return null;
    const opposed = oppositesIn(asked, memory.content) === null ? 0 : OPPOSED;
    return { passage: passages.join('\n'), odds: Math.max(...known) - opposed };
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
  ): Promise<Ordered> {
    if (!quotesAndTimesNothing(given)) return this.#leading(presentFirst(given, weights), question, signal);
    const found = laterBesideEarlier(given);
    const { verdict } = await this.#leading(found, question, signal);
    const read = verdict && (await this.#readOn(found, verdict, question, weights, signal));
    const holding = read && (await this.#holding(read, question, signal));
    return (read && byVerdicts(given, found, { read, holding }, weights)) ?? { found: given, verdict };
  }

  /**
   * The results that answer by what a later one leaves as it was: of `Owner is Yuki; designed by Aalto`, the designer,
   * whoever owns it now.
   */
  async #holding(
    read: ReadonlyMap<Found, Verdict>,
    question: AskedQuestion,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlySet<Found>> {
    const holding = await Promise.all(
      [...laterAmong([...read.keys()])].map(async ([earlier, later]) => {
        const odds = (each: Found) => read.get(each)?.odds ?? Number.NEGATIVE_INFINITY;
        const parts = changedIn(earlier.memory.content, later.memory.content);
        // A later one that answers as well leads, whatever it changes.
        if (!parts || odds(later) >= odds(earlier)) return [];
        const judge = (part: string) => this.#model.judge(question.asked, part, signal);
        const [changed, kept] = await Promise.all([judge(parts.changed), judge(parts.kept)]);
        return changed !== null && kept !== null && kept > changed ? [earlier] : [];
      }),
    );
    return new Set(holding.flat());
  }

  async #leading(found: readonly Found[], question: AskedQuestion, signal: AbortSignal | undefined): Promise<Ordered> {
    const [first] = found;
    return { found, verdict: first ? await this.on(first.memory, question, signal) : null };
  }

  /** The verdicts on the first results, as far as they are read; null if one of them could not be read. */
  async #readOn(
    found: readonly Found[],
    verdict: Verdict,
    question: AskedQuestion,
    weights: Weights,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<Found, Verdict> | null> {
    const [first, ...others] = found;
    if (!first) return null;
    const later = laterAmong(found);
    const read = new Map([[first, verdict]]);
    let best = withAnswer(first, probability(verdict), weights).score;
    for (const next of others.slice(0, READ - 1)) {
      const isAwaited = [...later].some(([earlier, other]) => read.has(earlier) && !read.has(other));
      if (!isAwaited && withAnswer(next, LIKELY, weights).score <= best) break;
      const another = await this.on(next.memory, question, signal);
      if (another === null) return null;
      read.set(next, another);
      best = Math.max(best, withAnswer(next, probability(another), weights).score);
    }
    return read;
  }
}
