import { type Actor, reach } from '../access/actor.ts';
import type { Code } from '../code/code.ts';
import type { CodeSearchOptions } from '../code/search.ts';
import { type Fact, factsFor } from '../graph/facts.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Predecessor, SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { readTiming } from '../temporal/timing.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { questionTerms } from '../text/terms.ts';
import { type ScoredCode, scoreCode } from './code-scores.ts';
import { confidence, FLOOR } from './confidence.ts';
import { excerptsOf } from './excerpts.ts';
import { type Overlapping, searchByOverlap } from './overlap-search.ts';
import { checkWeights, DEFAULT_WEIGHTS, NO_PARTS, type Weights } from './parts.ts';
import { memoryCosines } from './passage-scores.ts';
import { questionPieces } from './question.ts';
import { type Ranked, type Ranking, rank } from './recall.ts';
import { relevance, similarityOf } from './relevance.ts';
import { countUnranked } from './total.ts';
import { wantedTime } from './wanted-time.ts';
import { matchWords, wordScores } from './words.ts';

export interface Found {
  readonly memory: Memory;
  readonly score: number;
  readonly parts: Ranked['parts'];
  readonly cosine: Ranked['cosine'];
  readonly coverage: number;
  /** Of a long memory what matched, with what is left out marked; null where all of it is worth showing. */
  readonly excerpt: string | null;
  /** What it took the place of. */
  readonly replaces: Predecessor | null;
  /** Why it may no longer be true: the code that it names has changed since. */
  readonly stale: string | null;
}

type RecalledItem =
  | ({ readonly source: 'memory' } & Found)
  | ({ readonly source: 'code'; readonly weak: boolean } & ScoredCode);

export interface RecallOptions {
  readonly limit: number;
  readonly weights?: Weights;
  /** What was valid at this moment, by default now. */
  readonly at?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which memories of a project are asked for. */
export interface RelevantOptions extends Pick<SearchFilter, 'types' | 'since' | 'until'> {
  readonly limit: number;
  readonly leastSimilarity: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Relevant {
  readonly memory: Memory;
  /** 0..1, by meaning or by words. */
  readonly similarity: number;
  readonly relevance: number;
  readonly parts: Ranked['parts'];
  readonly excerpt: string | null;
  readonly stale: string | null;
}

/** What is asked: memories, code of all projects or of one, or both. */
export interface Sources {
  readonly memories: boolean;
  readonly code: Pick<CodeSearchOptions, 'project' | 'language'> | null;
}

export interface Recalled<T = Found> {
  readonly found: readonly T[];
  /** Nodes of the graph that were looked at. */
  readonly walked: number;
  /** How sure that anything relevant was found, about 0..1. */
  readonly confidence: number;
  /** Nothing that was found is probably about the question. */
  readonly weak: boolean;
  /** What the caller should know about the results as a whole. */
  readonly note: string | null;
}

type Judged = Pick<Recalled, 'confidence' | 'weak' | 'note'>;

/** Beside what is found, what somebody declared about the entities that the question speaks of. */
export interface RecalledFrom extends Recalled<RecalledItem> {
  readonly facts: readonly Fact[];
}

/** Far more than a prompt; what comes behind it is not looked at. */
const LONGEST_QUESTION = 20_000;
const LOOKED_AT = 3;
const NO_WORDS: WeightedTerms = { weights: new Map(), best: 0, averageLength: 0, saturation: 1 };
const NOTHING: Recalled = { found: [], walked: 0, confidence: 0, weak: false, note: null };
const NOTHING_CLEAR = 'Nothing stored is clearly about this; the results are weak.';
const FACTS_ALONE =
  'No memory is clearly about this, and those found are weak; the facts are from the knowledge graph.';
const WITHOUT_MODEL = 'The embedding model is not available: found by words and graph only.';

export class Retrieval {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #code: Code;
  readonly #clock: Clock;

  constructor(store: Store, embedding: Embedding, code: Code, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#code = code;
    this.#clock = clock;
  }

  /** Nearest in meaning. */
  async byMeaning(actor: Actor, question: string, limit: number, signal?: AbortSignal): Promise<Found[]> {
    if (question.trim() === '') return [];
    const best = new Map<number, number>();
    const pieces = await questionPieces(this.#store.search, question.slice(0, LONGEST_QUESTION), reach(actor));
    const vectors = await this.#embedding.question(pieces, signal);
    for (const vector of vectors) {
      const hits = await this.#store.search.nearest(vector, this.#filter(actor), limit * 2 + 20);
      for (const [row, cosine] of memoryCosines(hits)) best.set(row, Math.max(cosine, best.get(row) ?? -1));
    }
    const ranked = [...best].map(([row, score]) => ({
      row,
      score,
      parts: { ...NO_PARTS, vector: score },
      cosine: score,
      coverage: 0,
    }));
    return this.#excerpted(await this.#load(actor, ranked, limit), vectors, NO_WORDS);
  }

  /** Holding the most telling words. Needs no model. */
  async byWords(
    actor: Actor,
    question: string,
    limit: number,
    only: Pick<SearchFilter, 'validity'> = {},
  ): Promise<Found[]> {
    const asked = questionTerms(question.slice(0, LONGEST_QUESTION));
    const { hits, terms } = await matchWords(
      this.#store.search,
      asked,
      { ...this.#filter(actor), ...only },
      limit * 2 + 20,
    );
    const scores = await wordScores(this.#store.search, [...new Set(hits.map((hit) => hit.row))], terms);
    const ranked = [...scores].map(([row, bm25]) => {
      const score = bm25 / (terms.best || 1);
      return { row, score, parts: { ...NO_PARTS, lexical: score }, cosine: null, coverage: score };
    });
    return this.#excerpted(await this.#load(actor, ranked, limit), [], terms);
  }

  /** By the words they share with the question or their nearness to it, by age and by importance. */
  async byOverlap(actor: Actor, whole: string, limit: number, signal?: AbortSignal): Promise<Overlapping[]> {
    const question = whole.slice(0, LONGEST_QUESTION);
    if (question.trim() === '' || limit === 0) return [];
    const filter = this.#filter(actor);
    const pieces = await questionPieces(this.#store.search, question, filter.within);
    const vectors = await this.#embedding.questionIfAble(pieces, signal);
    return searchByOverlap(this.#store, question, vectors, filter, limit);
  }

  /** From several sources, in one list. */
  async recallFrom(
    { memories, code }: Sources,
    actor: Actor,
    question: string,
    options: RecallOptions,
  ): Promise<RecalledFrom> {
    checkWeights(options.weights ?? DEFAULT_WEIGHTS);
    const recalled = memories ? await this.#recallWithFacts(actor, question, options) : { ...NOTHING, facts: [] };
    const remembered = recalled.found.map((each) => ({ source: 'memory' as const, ...each }));
    if (!code) return { ...recalled, found: remembered };
    const { limit, signal } = options;
    const { found, weak, note } = await this.#code.search(actor, question, { ...code, limit, signal });
    const rows = recalled.found.map(({ memory }) => memory.row);
    const scored = await scoreCode(
      found,
      recalled.found,
      await this.#code.links.ties(actor, rows),
      options.weights ?? DEFAULT_WEIGHTS,
    );
    const chunks = scored.map((each) => ({ source: 'code' as const, ...each, weak }));
    return {
      ...recalled,
      found: [...remembered, ...chunks].toSorted((a, b) => b.score - a.score).slice(0, limit),
      note: recalled.note ?? note,
    };
  }

  async #recallWithFacts(actor: Actor, question: string, options: RecallOptions) {
    const recalled = await this.recall(actor, question, options);
    const facts = await factsFor(this.#store, actor, question.slice(0, LONGEST_QUESTION), this.#clock.now());
    return { ...recalled, facts, note: recalled.weak && facts.length > 0 ? FACTS_ALONE : recalled.note };
  }

  /** Memories by meaning, by words and by connection. */
  async recall(actor: Actor, whole: string, options: RecallOptions): Promise<Recalled> {
    const { limit, weights = DEFAULT_WEIGHTS, at = this.#clock.now(), signal } = options;
    checkWeights(weights);
    const question = whole.slice(0, LONGEST_QUESTION);
    if (question.trim() === '' || limit === 0) return NOTHING;
    const filter = { within: reach(actor), validAt: at };
    const ranking = await this.#rank(question, filter, weights, signal);
    // What is looked at to judge the answer does not depend on how much of it is shown.
    const first = await this.#load(actor, ranking.ranked, Math.max(limit, LOOKED_AT));
    const judged = this.#judge(ranking.text, ranking, first, ranking.vectors.length > 0);
    const found = await this.#excerpted(first.slice(0, limit), ranking.vectors, ranking.words);
    return { found, walked: ranking.walked, ...judged };
  }

  /** Memories of some types and times, by how much they matter to the question. */
  async relevant(
    actor: Actor,
    whole: string,
    { types, since, until, limit, leastSimilarity, signal }: RelevantOptions,
  ): Promise<{ found: Relevant[]; total: number; weak: boolean; note: string | null }> {
    const question = whole.slice(0, LONGEST_QUESTION);
    const filter = { ...this.#filter(actor), types, since, until };
    const ranking = await this.#rank(question, filter, DEFAULT_WEIGHTS, signal);
    const { ranked, vectors } = ranking;
    const loaded = await this.#load(actor, ranked, ranked.length);
    const byRow = new Map(ranked.map((each) => [each.row, each]));
    const scored = loaded
      .map(({ memory, parts, coverage, stale }): Relevant => {
        const similarity = similarityOf(byRow.get(memory.row)?.cosine ?? null, coverage);
        const standing = { similarity, nearness: parts.graph, now: this.#clock.now() };
        return { memory, similarity, relevance: relevance(memory, standing), parts, excerpt: null, stale };
      })
      .filter(({ similarity }) => similarity >= leastSimilarity)
      .sort((a, b) => b.relevance - a.relevance);
    const { weak, note } = this.#judge(ranking.text, ranking, loaded, vectors.length > 0);
    const rows = new Set(ranked.map(({ row }) => row));
    const more = await countUnranked(this.#store.search, { question, vectors, filter, leastSimilarity }, rows);
    const found = await this.#excerpted(scored.slice(0, limit), vectors, ranking.words);
    return { found, total: scored.length + more, weak, note };
  }

  async #rank(question: string, filter: SearchFilter, weights: Weights, signal: AbortSignal | undefined) {
    const timing = readTiming(question, filter.validAt);
    const embed = (text: string) => this.#embedding.questionIfAble([text], signal);
    const time = timing && (await wantedTime(timing, this.#store, filter, embed));
    // What is asked beside the time, if anything is.
    const text = time && timing && questionTerms(timing.rest).length > 0 ? timing.rest : question;
    const pieces = await questionPieces(this.#store.search, text, filter.within);
    const vectors = await this.#embedding.questionIfAble(pieces, signal);
    const ranking = await rank(
      this.#store,
      { text, vectors, time },
      time ? { ...filter, ended: true } : filter,
      weights,
    );
    signal?.throwIfAborted();
    return { ...ranking, text, vectors };
  }

  /** Is any of it about the question? What is shown of it does not matter. */
  #judge(question: string, { words }: Ranking, first: readonly Found[], hasVectors: boolean): Judged {
    if (!hasVectors) return { confidence: 0, weak: false, note: WITHOUT_MODEL };
    const parts = first[0]?.parts;
    if (!parts) return { confidence: 0, weak: false, note: null };
    const contents = first.slice(0, LOOKED_AT).map(({ memory }) => memory.content);
    const sure = confidence(question, { contents, parts, words: words.weights });
    return { confidence: sure, weak: sure < FLOOR, note: sure < FLOOR ? NOTHING_CLEAR : null };
  }

  async #excerpted<T extends { readonly memory: Memory }>(
    found: readonly T[],
    vectors: readonly Float32Array[],
    words: WeightedTerms,
  ): Promise<(T & { readonly excerpt: string | null })[]> {
    const memories = found.map(({ memory }) => memory);
    const excerpts = await excerptsOf(memories, this.#store.search, vectors, words);
    return found.map((each) => ({ ...each, excerpt: excerpts.get(each.memory.row) ?? null }));
  }

  #filter(actor: Actor): SearchFilter {
    return { within: reach(actor), validAt: this.#clock.now() };
  }

  /** The memories of a ranking, the best first. */
  async #load(actor: Actor, ranked: readonly Ranked[], limit: number): Promise<Found[]> {
    const best = ranked.toSorted((a, b) => b.score - a.score).slice(0, limit);
    const rows = best.map(({ row }) => row);
    const memories = new Map((await this.#store.memories.byRows(rows)).map((memory) => [memory.row, memory]));
    const stale = await this.#code.links.stale(actor, rows);
    const replaced = await this.#store.memories.replacedBy([...memories.values()].map(({ id }) => id));
    return best.flatMap(({ row, ...ranking }) => {
      const memory = memories.get(row);
      if (!memory) return [];
      const own = { replaces: replaced.get(memory.id) ?? null, stale: stale.get(row) ?? null };
      return [{ memory, ...ranking, excerpt: null, ...own }];
    });
  }
}
