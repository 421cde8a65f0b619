import { type Actor, reach } from '../access/actor.ts';
import type { Code } from '../code/code.ts';
import { goneLast, noteWithStale } from '../code/freshness.ts';
import { factsFor } from '../graph/facts.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Clock, Store } from '../ports.ts';
import { asksMore, asksMoreThanEvents, readTiming } from '../temporal/timing.ts';
import { isValidNow } from '../temporal/validity.ts';
import { NO_WORDS, weighTerms } from '../text/bm25.ts';
import { asksForEverything } from '../text/everything.ts';
import { signedWords } from '../text/names.ts';
import { type Question, readQuestion } from '../text/question.ts';
import { certaintyOf, type Doubt, NOTHING_ANSWERS } from './certainty.ts';
import { scoreCode } from './code-scores.ts';
import type { Verdict } from './confidence.ts';
import { ONE_EACH, oneFarBelow, withExcerpts } from './excerpts.ts';
import { markLaterChanges } from './later-changes.ts';
import { Loading } from './loading.ts';
import { newest } from './newest.ts';
import { formerFirst, presentFirst, READ } from './ordering.ts';
import { type ShownOverlapping, searchByOverlap } from './overlap-search.ts';
import { checkedWeights, DEFAULT_WEIGHTS, NO_PARTS, type Weights } from './parts.ts';
import { memoryCosines, passagesOfMany } from './passage-scores.ts';
import { questionPieces } from './question.ts';
import { type Ranked, type Ranking, rank } from './recall.ts';
import { relevance, standingOf } from './relevance.ts';
import { notEmbedded, nothingStored } from './remarks.ts';
import type {
  Found,
  LikelyAnswer,
  Recalled,
  RecalledFrom,
  RecallOptions,
  Relevant,
  RelevantOptions,
  Sources,
} from './results.ts';
import { bySigns, SIGNED_LOOKED_AT } from './signs.ts';
import { withoutTail } from './tail.ts';
import { timeWords } from './told-times.ts';
import { countUnranked } from './total.ts';
import { type AskedQuestion, Verdicts } from './verdicts.ts';
import { wantedTime } from './wanted-time.ts';
import { byWordlessPieces } from './wordless.ts';
import { matchWords, wordScores, wordsOf } from './words.ts';

type Doubted = Recalled & { readonly doubt: Doubt };

/** A ranking, with the question as it was finally asked. */
interface RankedQuestion extends Ranking, AskedQuestion {
  /** Without its time, if it asks for anything else. */
  readonly question: Question;
}

/** Far longer than any prompt; the rest is ignored. */
const MAX_QUESTION_LENGTH = 20_000;
const read = (question: string): Question => readQuestion(question.slice(0, MAX_QUESTION_LENGTH));

/** Memories and code compete among this many results, however few are shown. */
const COMPARED = 20;
const NOTHING: Doubted = { found: [], walked: 0, confidence: 0, weak: false, note: null, doubt: null };
const CODE_ALONE = 'No memory clearly answers this; the code may.';
const NEWEST = 'The question names nothing in particular; these are the newest memories.';
const FACTS_ALONE = 'No memory clearly answers this, and those found are weak; the facts are from the knowledge graph.';

export class Retrieval {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #code: Code;
  readonly #clock: Clock;
  readonly #verdicts: Verdicts;
  readonly #loading: Loading;

  constructor(store: Store, embedding: Embedding, code: Code, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#code = code;
    this.#clock = clock;
    this.#verdicts = new Verdicts(store, embedding);
    this.#loading = new Loading(store, code.links);
  }

  /** The memories nearest in meaning. */
  async byMeaning(actor: Actor, question: string, limit: number, signal?: AbortSignal): Promise<Found[]> {
    if (question.trim() === '') return [];
    const best = new Map<number, number>();
    const pieces = await questionPieces(this.#store.search, read(question), reach(actor));
    const vectors = await this.#embedding.question(pieces, signal);
    for (const vector of vectors) {
      const look = (passages: number) => this.#store.search.nearest(vector, this.#filter(actor), passages);
      const hits = await passagesOfMany(limit, limit * 2 + 20, look);
      for (const [row, cosine] of memoryCosines(hits)) best.set(row, Math.max(cosine, best.get(row) ?? -1));
    }
    const ranked = [...best].map(([row, score]) => ({
      row,
      score,
      parts: { ...NO_PARTS, vector: score },
      cosine: score,
      coverage: 0,
    }));
    return withExcerpts(await this.#load(actor, ranked, limit), this.#store.search, vectors, NO_WORDS);
  }

  /** What a caller should know of the results of a search by meaning or by words. */
  async noteOn(actor: Actor, found: readonly Found[], by: 'meaning' | 'words'): Promise<string | null> {
    const nothing = found.length === 0 ? await nothingStored(this.#store, actor) : null;
    return nothing ?? (by === 'meaning' ? notEmbedded(this.#store, actor) : null);
  }

  /** The memories with the most telling words. Needs no model. */
  async byWords(
    actor: Actor,
    question: string,
    limit: number,
    only: Pick<SearchFilter, 'validity'> = {},
  ): Promise<Found[]> {
    const asked = read(question);
    const filter = { ...this.#filter(actor), ...only };
    const held = await byWordlessPieces(this.#store, this.#loading, actor, asked.text, { filter, limit });
    if (held.length > 0) return held;
    const signed = signedWords(asked.text);
    const looked = signed.length > 0 ? Math.max(limit, SIGNED_LOOKED_AT) : limit;
    const { hits, terms } = await matchWords(this.#store.search, asked.terms, filter, looked * 2 + 20, looked);
    const scores = await wordScores(this.#store.search, [...new Set(hits.map((hit) => hit.row))], terms);
    const ranked = [...scores].map(([row, bm25]) => {
      const score = bm25 / (terms.best || 1);
      return { row, score, parts: { ...NO_PARTS, lexical: score }, cosine: null, coverage: score };
    });
    const loaded = await this.#load(actor, ranked, looked);
    const found = signed.length > 0 ? bySigns(loaded, signed).slice(0, limit) : loaded;
    return withExcerpts(found, this.#store.search, [], terms);
  }

  /** Memories by how relevant they are to the question, by age and by importance. */
  async byOverlap(
    actor: Actor,
    whole: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<{ found: ShownOverlapping[]; weak: boolean }> {
    const question = read(whole);
    if (question.text.trim() === '' || limit === 0) return { found: [], weak: false };
    const filter = this.#filter(actor);
    const pieces = await questionPieces(this.#store.search, question, filter.within);
    const { vectors } = await this.#embedding.questionIfAvailable(pieces, signal);
    const { answer, weak } = await this.answer(actor, whole, signal);
    const found = await searchByOverlap(this.#store, question.text, { vectors, answer }, filter, limit);
    const words = weighTerms(question.terms, await wordsOf(this.#store.search, question, filter.within)).telling;
    return { found: await withExcerpts(found, this.#store.search, vectors, words, weak ? ONE_EACH : undefined), weak };
  }

  /** The memory that most likely answers the question, unless nothing clearly does. */
  async answer(
    actor: Actor,
    question: string,
    signal?: AbortSignal,
  ): Promise<{ answer: LikelyAnswer | null; weak: boolean }> {
    if (asksForEverything(question)) return { answer: null, weak: false };
    const recalled = await this.#recalled(actor, read(question), { limit: 1, signal });
    const { confidence, doubt } = recalled;
    const [first] = recalled.found;
    const weak = recalled.weak || (first === undefined && doubt !== 'model');
    // A question about the past may be answered by what no longer holds, and without a model nothing is sure.
    const isAnswer = first !== undefined && !weak && confidence > 0 && isValidNow(first.memory, this.#clock.now());
    return { answer: isAnswer ? { row: first.memory.row, confidence } : null, weak };
  }

  /** Recalls from several sources into one list. */
  async recallFrom(
    { memories, code }: Sources,
    actor: Actor,
    question: string,
    options: RecallOptions,
  ): Promise<RecalledFrom> {
    const weights = checkedWeights(options.weights ?? DEFAULT_WEIGHTS);
    const among = code && options.limit > 0 ? Math.max(options.limit, COMPARED) : options.limit;
    const recalled = memories
      ? await this.#recallWithFacts(actor, question, { ...options, limit: among })
      : { ...NOTHING, facts: [] };
    const remembered = recalled.found.map((each) => ({ source: 'memory' as const, ...each }));
    if (!code) return { ...recalled, found: withoutTail(remembered, options.limit, recalled.weak) };
    const { limit, signal } = options;
    const { reader = actor, ...wanted } = code;
    const { found, weak, note } = await this.#code.candidates(reader, question, { ...wanted, limit: among, signal });
    const rows = recalled.found.map(({ memory }) => memory.row);
    const scored = await scoreCode(found, recalled.found, await this.#code.links.ties(reader, rows), weights);
    const chunks = scored.map((each) => ({ source: 'code' as const, ...each, weak }));
    const ranked = [...remembered, ...chunks].toSorted((a, b) => b.score - a.score);
    const areWeak = ranked.every((each) => (each.source === 'code' ? each.weak : recalled.weak));
    const all = withoutTail(ranked, limit, areWeak);
    const shown = all.flatMap((each) => (each.source === 'code' ? [each] : []));
    const marked = await this.#code.markStale(shown, signal);
    const byChunk = new Map(marked.map((each) => [each.chunk.id, each]));
    const isCodeAlone = recalled.doubt === 'unclear' && recalled.facts.length === 0 && !weak && shown.length > 0;
    return {
      ...recalled,
      found: goneLast(all.map((each) => (each.source === 'code' ? (byChunk.get(each.chunk.id) ?? each) : each))),
      note: noteWithStale(isCodeAlone ? CODE_ALONE : (recalled.note ?? note), marked),
    };
  }

  async #recallWithFacts(actor: Actor, whole: string, options: RecallOptions) {
    const question = read(whole);
    const [recalled, facts] = await Promise.all([
      this.#recalled(actor, question, options),
      factsFor(this.#store, actor, question, this.#clock.now()),
    ]);
    return {
      ...recalled,
      facts,
      note: recalled.doubt === 'unclear' && facts.length > 0 ? FACTS_ALONE : recalled.note,
    };
  }

  /** Memories by meaning, words and connections. */
  async recall(actor: Actor, question: string, options: RecallOptions): Promise<Recalled> {
    const { doubt: _, ...recalled } = await this.#recalled(actor, read(question), options);
    return recalled;
  }

  async #recalled(actor: Actor, question: Question, options: RecallOptions): Promise<Doubted> {
    const now = this.#clock.now();
    const { limit, at = now, judges = true, signal } = options;
    const past = at < now;
    const weights = checkedWeights(options.weights ?? DEFAULT_WEIGHTS);
    if (question.text.trim() === '' || limit === 0) return NOTHING;
    if (asksForEverything(question.text)) {
      const found = await newest(this.#store, this.#loading, actor, { limit, at, past, weights });
      if (found.length === 0) return { ...NOTHING, note: await nothingStored(this.#store, actor) };
      return { ...NOTHING, found, confidence: 1, note: NEWEST };
    }
    const filter = { within: reach(actor), validAt: at, past };
    const held = await byWordlessPieces(this.#store, this.#loading, actor, question.text, { filter, limit, weights });
    if (held.length > 0) return { ...NOTHING, found: held, confidence: held[0]?.coverage ?? 0 };
    const ranking = await this.#rank(question, filter, weights, { wanted: limit, judges, signal });
    // The answer is judged by the same results, however many are shown.
    const wanted = Math.max(limit, READ);
    const marked = await markLaterChanges(
      judges
        ? await this.#loading.loadWithLater(actor, ranking.ranked, wanted, at)
        : await this.#loading.load(actor, ranking.ranked, wanted, at),
      this.#store.inbox,
    );
    const { time } = ranking;
    const loaded = time?.sense === 'former' && time.strength === 1 ? formerFirst(marked, weights) : marked;
    const first = judges
      ? await this.#verdicts.order(loaded, ranking, weights, signal)
      : { found: presentFirst(loaded, weights), verdict: null };
    const certainty = await certaintyOf(this.#store, actor, ranking, first, filter);
    const found = await withExcerpts(
      first.found.slice(0, limit),
      this.#store.search,
      ranking.vectors,
      ranking.words,
      certainty.weak ? ONE_EACH : oneFarBelow(first.found, ({ score }) => score),
    );
    return { found, walked: ranking.walked, ...certainty };
  }

  /** Memories of some types and times, ranked by how much they matter to the question. */
  async relevant(
    actor: Actor,
    whole: string,
    { types, since, until, limit, leastSimilarity, signal }: RelevantOptions,
  ): Promise<{ found: Relevant[]; total: number; weak: boolean; note: string | null }> {
    const question = read(whole);
    const filter = { ...this.#filter(actor), types, since, until };
    const ranking = await this.#rank(question, filter, DEFAULT_WEIGHTS, { wanted: limit, judges: true, signal });
    const { ranked, vectors } = ranking;
    const loaded = await markLaterChanges(await this.#load(actor, ranked, ranked.length), this.#store.inbox);
    const rows = new Set(ranked.map(({ row }) => row));
    const [first, more] = await Promise.all([
      this.#verdicts.order(loaded, ranking, DEFAULT_WEIGHTS, signal),
      countUnranked(this.#store.search, { question, vectors, filter, leastSimilarity }, rows),
    ]);
    const [best] = first.found;
    const { confidence, weak, note } = await certaintyOf(this.#store, actor, ranking, first, filter);
    const scored = loaded
      .map((each): Relevant => {
        const { memory, parts, changedBy, later, stale } = each;
        const isAnswer = !weak && memory.content === best?.memory.content;
        // The answer is no less similar and near than what it may have changed.
        const replaced = isAnswer ? loaded.filter((other) => other.changedBy === memory.id) : [];
        const { similarity: own, nearness } = standingOf([each, ...replaced]);
        const similarity = isAnswer ? Math.max(own, confidence) : own;
        const standing = { similarity, nearness, now: this.#clock.now() };
        const known = { parts, changedBy, later, stale };
        return { memory, similarity, relevance: relevance(memory, standing), excerpt: null, ...known };
      })
      .filter(({ similarity }) => similarity >= leastSimilarity)
      .sort((a, b) => b.relevance - a.relevance || b.memory.eventTime - a.memory.eventTime);
    // Again: by relevance, others may be among the first.
    const marked = await markLaterChanges(scored, this.#store.inbox);
    const shows = weak ? ONE_EACH : oneFarBelow(marked, (each) => each.relevance);
    const found = await withExcerpts(marked.slice(0, limit), this.#store.search, vectors, ranking.words, shows);
    // None of the weak results is similar enough to be shown.
    const isLeftOut = weak && scored.length === 0 && loaded.length > 0;
    return { found, total: scored.length + more, weak, note: isLeftOut ? NOTHING_ANSWERS : note };
  }

  async #rank(
    whole: Question,
    filter: SearchFilter,
    weights: Weights,
    { wanted, judges, signal }: { wanted: number; judges: boolean; signal: AbortSignal | undefined },
  ): Promise<RankedQuestion> {
    const timing = readTiming(whole.text, filter.validAt);
    const embed = async (text: string) => (await this.#embedding.questionIfAvailable([text], signal)).vectors;
    const time = timing && (await wantedTime(timing, this.#store, filter, embed));
    // The question without its time, if it asks for anything else; what an event changed may be told with the event.
    const rest =
      time && timing && (timing.anchor === null || asksMore(timing.rest)) ? readQuestion(timing.rest) : whole;
    const question = rest.terms.length > 0 ? rest : whole;
    const pieces = await questionPieces(this.#store.search, question, filter.within);
    const [{ vectors, isUnreadable }, statistics] = await Promise.all([
      this.#embedding.questionIfAvailable(pieces, signal),
      wordsOf(this.#store.search, question, filter.within, timeWords(time)),
    ]);
    const timeAlone = timing !== null && !asksMoreThanEvents(timing.rest);
    const asked = { asked: whole.text, vectors, isUnreadable, timeAlone };
    const begun = new Map<number, Promise<Verdict | null>>();
    const onLikely = (row: number, known: Pick<Ranking, 'words' | 'nearer'>) => {
      if (judges) begun.set(row, this.#verdictOn(row, { ...asked, ...known }, signal));
    };
    const ranking = await rank(
      this.#store,
      { question, vectors, statistics, time },
      time ? { ...filter, ended: true } : filter,
      weights,
      { wanted, onLikely },
    );
    signal?.throwIfAborted();
    return { ...ranking, ...asked, question, begun };
  }

  /** Null if it fails: whoever needs it asks again. */
  async #verdictOn(row: number, question: AskedQuestion, signal: AbortSignal | undefined): Promise<Verdict | null> {
    try {
      const [memory] = await this.#store.memories.byRows([row]);
      return memory ? await this.#verdicts.on(memory, question, signal) : null;
    } catch {
      return null;
    }
  }

  #load(actor: Actor, ranked: readonly Ranked[], limit: number): Promise<Found[]> {
    return this.#loading.load(actor, ranked, limit, this.#clock.now());
  }

  #filter(actor: Actor): SearchFilter {
    return { within: reach(actor), validAt: this.#clock.now() };
  }
}
