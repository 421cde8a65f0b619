// Recall: scores what the searches found, and walks the graph from the best of it and from the named entities.
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import type { Span } from '../temporal/calendar.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { edgesFrom, HUB } from './edges.ts';
import { type Gathered, gather, type PreparedQuestion, timesOf } from './gather.ts';
import { isMemory, memoryNode, pageRank, rowOf } from './page-rank.ts';
import { clamp, type Parts, rootOf, scoreOf, type Weights } from './parts.ts';
import type { NamedEntity } from './question.ts';
import { hubAffinity, seedsOf } from './seeds.ts';
import { isOfTime, type Telling, type Times, timeScore, type WantedTime } from './time-scores.ts';

export interface Ranked {
  readonly row: number;
  /** The weighted mean of the parts. */
  readonly score: number;
  readonly parts: Parts;
  /** Nearness to the question; null without a model. */
  readonly cosine: number | null;
  /** The share of the best possible word score, 0..1. */
  readonly coverage: number;
}

export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** The number of graph nodes the walk visited. */
  readonly walked: number;
  /** The weight of every word of the question. */
  readonly words: WeightedTerms;
  /** The known entities in the question. */
  readonly named: readonly NamedEntity[];
  /** The time that the question clearly names, if nothing found was noted or held then. */
  readonly missedTime: Span | null;
  /** The time that the question asks about, if any. */
  readonly time: WantedTime | null;
  /** By row, the relative of a memory that is nearer to the question than itself. */
  readonly nearer: ReadonlyMap<number, number>;
}

/** Memories found only by the walk. */
const GRAPH_CANDIDATES = 100;
/** Scales word scores so that each word once, in a text of average length, gives 1; less when no word is a name. */
const ONCE = 2.2;
const WITHOUT_NAMES = 0.6;

/**
 * Ranks possible answers: at least `wanted` memories, if that many are similar at all. Tells early which will probably be
 * the first, so that it can be read during the walk.
 */
export async function rank(
  store: Store,
  prepared: PreparedQuestion,
  filter: SearchFilter,
  weights: Weights,
  {
    wanted,
    onLikely,
  }: {
    readonly wanted: number;
    onLikely?(row: number, known: Pick<Ranking, 'words' | 'nearer'>): void;
  },
): Promise<Ranking> {
  const gathered = await gather(store, prepared, filter, weights, wanted);
  const { words, named, evidence, found, candidates, times } = gathered;
  const { partsOf, coverage } = scorer(prepared, gathered, filter.validAt);
  const inForce = prepared.vectors.length > 0 ? weights : { ...weights, vector: 0 };
  const seedScore = (row: number) => scoreOf(partsOf(row, times.get(row), 0), { ...inForce, graph: 0 });
  const [likely] = candidates.toSorted((a, b) => seedScore(b) - seedScore(a));
  if (likely !== undefined) onLikely?.(likely, { words: words.all, nearer: evidence.nearer });
  const graph = weights.graph > 0 ? await walkFrom(store, named, candidates, seedScore, filter, words.passages) : null;
  const reached = graph?.reached(candidates) ?? [];
  const [permitted, later] = await Promise.all([
    reached.length > 0 ? store.search.permitted(reached, filter) : [],
    timesOf(store, prepared.time, reached),
    evidence.learn(reached),
  ]);
  // The walk starts only from the best, but everything a search found can be an answer.
  const alike = found.filter((row) => (evidence.cosines.get(row) ?? 0) > 0 || (evidence.bm25.get(row) ?? 0) > 0);
  const ranked = [...new Set([...candidates, ...permitted, ...alike])].map((row): Ranked => {
    const parts = partsOf(row, times.get(row) ?? later.get(row), graph?.share(row) ?? 0);
    const cosine = evidence.cosines.get(row) ?? null;
    return { row, score: scoreOf(parts, inForce), parts, cosine, coverage: coverage(row) };
  });
  const missedTime = missedBy(gathered, prepared, filter.validAt);
  const { time } = prepared;
  return { ranked, walked: graph?.size ?? 0, words: words.all, named, time, missedTime, nearer: evidence.nearer };
}

/** Scores a memory by what is known of it. */
function scorer(
  { question, time }: PreparedQuestion,
  { words, evidence, tellers, successors }: Gathered,
  validAt: number,
) {
  const { best } = words.terms;
  const wordShare = (row: number, factor: number) =>
    best > 0 ? clamp((factor * (evidence.bm25.get(row) ?? 0)) / best) : 0;
  const once = question.names.length > 0 ? ONCE : WITHOUT_NAMES;
  const tellingOf = (row: number, cosine: number, words: number): Telling => ({
    cosine,
    words,
    isTold: tellers.tell.has(row),
    isOfOther: tellers.other.has(row),
    isSuccessor: successors.has(row),
    isReplaced: time?.replaced?.has(row) ?? false,
  });
  const isQuoted = [...evidence.exact.values()].some((share) => share > 0);
  return {
    coverage: (row: number): number => wordShare(row, ONCE),
    partsOf: (row: number, times: Times | undefined, graph: number): Parts => {
      const cosine = clamp(evidence.cosines.get(row) ?? 0);
      const lexical = wordShare(row, once);
      return {
        vector: cosine,
        lexical,
        graph,
        exact: isQuoted ? (evidence.exact.get(row) ?? 0) : null,
        time: time && (times ? timeScore(time, times, validAt, tellingOf(row, cosine, lexical)) : 0),
        answer: null,
        current: null,
      };
    },
  };
}

/** The time that the question clearly names, if nothing found is of it. */
function missedBy({ times }: Gathered, { time }: PreparedQuestion, validAt: number): Span | null {
  if (time === null || time.sense === 'former' || time.strength !== 1) return null;
  return [...times.values()].some((each) => isOfTime(time, each, validAt)) ? null : time.span;
}

async function walkFrom(
  store: Store,
  named: readonly NamedEntity[],
  candidates: readonly number[],
  base: (row: number) => number,
  filter: SearchFilter,
  total: number,
) {
  const hubs = named.filter(({ mentions, trust }) => mentions > HUB && trust >= 1);
  const seeds = seedsOf(candidates, base, named, await hubAffinity(store, hubs, candidates, total), total);
  const settled = await pageRank(seeds, edgesFrom(store, total, filter));
  const memories = [...settled].filter(([node]) => isMemory(node)).toSorted((a, b) => b[1] - a[1]);
  const mass = [...settled.values()].reduce((sum, each) => sum + each, 0) || 1;
  return {
    size: settled.size,
    share: (row: number): number => rootOf((settled.get(memoryNode(row)) ?? 0) / mass),
    reached: (known: readonly number[]): number[] => {
      const skip = new Set(known);
      return memories
        .map(([node]) => rowOf(node))
        .filter((row) => !skip.has(row))
        .slice(0, GRAPH_CANDIDATES);
    },
  };
}
