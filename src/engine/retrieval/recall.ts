// Recall: finds candidates by meaning, words and time, then walks the graph from the best and from the named entities.
import { entityReach } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import type { Span } from '../temporal/calendar.ts';
import type { TermStatistics, WeightedTerms } from '../text/bm25.ts';
import type { Question } from '../text/question.ts';
import { edgesFrom, HUB } from './edges.ts';
import { Evidence, quotedIn } from './evidence.ts';
import { isMemory, memoryNode, pageRank, rowOf } from './page-rank.ts';
import { type Parts, rootOf, scoreOf, type Weights } from './parts.ts';
import { passagesOfMany } from './passage-scores.ts';
import type { Hit } from './ports.ts';
import { entitiesIn, type NamedEntity } from './question.ts';
import { hubAffinity, seedsOf } from './seeds.ts';
import { isOfTime, type Times, timeScore, type WantedTime } from './time-scores.ts';
import { tellersOf, timeWords } from './told-times.ts';
import { matchKnown } from './words.ts';

/** A question with all that is needed to search for answers. */
export interface PreparedQuestion {
  /** The question without words about time. */
  readonly question: Question;
  readonly vectors: readonly Float32Array[];
  /** How common its words and those of the time are, as counted by `wordsOf`. */
  readonly statistics: TermStatistics;
  readonly time: WantedTime | null;
}

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
}

const CANDIDATES = 50;
/** Passages examined to find that many candidates. */
const PASSAGES = 120;
/** Memories considered for their time alone. */
const NOTED_THEN = 100;
/** Memories found only by the walk. */
const GRAPH_CANDIDATES = 100;
/** Scales word scores so that each word once, in a text of average length, gives 1; less when no word is a name. */
const ONCE = 2.2;
const WITHOUT_NAMES = 0.6;
const NO_TIMES: ReadonlyMap<number, Times> = new Map();

/**
 * Ranks possible answers: at least `wanted` memories, if that many are similar at all. Tells early which will probably be
 * the first, so that it can be read during the walk.
 */
export async function rank(
  store: Store,
  prepared: PreparedQuestion,
  filter: SearchFilter,
  weights: Weights,
  { wanted, onLikely }: { readonly wanted: number; onLikely?(row: number, words: WeightedTerms): void },
): Promise<Ranking> {
  const { question, vectors, statistics, time } = prepared;
  // Seeds are needed even when only the graph has weight.
  const wants = (weight: number) => weight > 0 || weights.vector + weights.lexical === 0;
  const nearest = (vector: Float32Array) =>
    passagesOfMany(wanted, PASSAGES, (passages) => store.search.nearest(vector, filter, passages));
  const match = (terms: readonly string[]) => matchKnown(store.search, terms, statistics, filter, PASSAGES);
  const months = timeWords(time);
  const [words, dated, near, noted, named] = await Promise.all([
    match(question.terms),
    months.length > 0 ? match([...new Set([...question.terms, ...months])]) : null,
    Promise.all(wants(weights.vector) ? vectors.map(nearest) : []),
    time?.span && time.sense !== 'former' ? store.search.notedIn(time.span, filter, NOTED_THEN) : [],
    weights.graph > 0 ? entitiesIn(question, store.graph, entityReach(filter.within)) : [],
  ]);
  const { terms, all, passages } = words;
  const quoted = weights.lexical > 0 ? quotedIn(question, statistics) : [];
  const evidence = new Evidence(store, vectors, terms, quoted);
  for (const [i, hits] of near.entries()) evidence.note(i, hits);
  const lists = { near: rowsOf(near.flat()), matching: wants(weights.lexical) ? rowsOf(words.hits) : [] };
  const mayTell = rowsOf(dated?.hits ?? []);
  const looked = [...new Set([...lists.near, ...lists.matching, ...noted])];
  const known = [...new Set([...looked, ...mayTell])];
  const timesOf = (rows: readonly number[]) => (time && rows.length > 0 ? store.search.times(rows) : NO_TIMES);
  const [times, tellers] = await Promise.all([
    timesOf(known),
    tellersOf(time, mayTell, store.memories),
    evidence.learn(known),
  ]);
  const candidates = candidatesAmong({ ...lists, ofTime: [...noted, ...tellers] }, evidence);

  const inForce = vectors.length > 0 ? weights : { ...weights, vector: 0 };
  const isQuoted = [...evidence.exact.values()].some((share) => share > 0);
  const once = question.names.length > 0 ? ONCE : WITHOUT_NAMES;
  const share = (row: number, factor: number) =>
    terms.best > 0 ? clamp((factor * (evidence.bm25.get(row) ?? 0)) / terms.best) : 0;
  const partsOf = (row: number, times: Times | undefined, graph: number): Parts => {
    const cosine = clamp(evidence.cosines.get(row) ?? 0);
    return {
      vector: cosine,
      lexical: share(row, once),
      graph,
      exact: isQuoted ? (evidence.exact.get(row) ?? 0) : null,
      time: time && (times ? timeScore(time, times, filter.validAt, { cosine, isTold: tellers.has(row) }) : 0),
      answer: null,
      current: null,
    };
  };
  const seedScore = (row: number) => scoreOf(partsOf(row, times.get(row), 0), { ...inForce, graph: 0 });
  const [likely] = candidates.toSorted((a, b) => seedScore(b) - seedScore(a));
  if (likely !== undefined) onLikely?.(likely, all);
  const graph = weights.graph > 0 ? await walkFrom(store, named, candidates, seedScore, filter, passages) : null;
  const reached = graph?.reached(candidates) ?? [];
  const [permitted, later] = await Promise.all([
    reached.length > 0 ? store.search.permitted(reached, filter) : [],
    timesOf(reached),
    evidence.learn(reached),
  ]);

  // The walk starts only from the best, but everything a search found can be an answer.
  const alike = looked.filter((row) => (evidence.cosines.get(row) ?? 0) > 0 || (evidence.bm25.get(row) ?? 0) > 0);
  const ranked = [...new Set([...candidates, ...permitted, ...alike])].map((row): Ranked => {
    const parts = partsOf(row, times.get(row) ?? later.get(row), graph?.share(row) ?? 0);
    const cosine = evidence.cosines.get(row) ?? null;
    return { row, score: scoreOf(parts, inForce), parts, cosine, coverage: share(row, ONCE) };
  });
  const isDated = time !== null && time.sense !== 'former' && time.strength === 1;
  const isMissed = isDated && ![...times.values()].some((each) => isOfTime(time, each, filter.validAt));
  return { ranked, walked: graph?.size ?? 0, words: all, named, missedTime: isMissed ? time.span : null };
}

/** The best by vector and by words, corrected for length, plus those with quoted literals and those of the time. */
function candidatesAmong(
  { near, matching, ofTime }: Readonly<Record<'near' | 'matching' | 'ofTime', readonly number[]>>,
  evidence: Evidence,
): number[] {
  const best = (rows: readonly number[], scores: ReadonlyMap<number, number>) =>
    rows
      .filter((row) => (scores.get(row) ?? 0) > 0)
      .toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
      .slice(0, CANDIDATES);
  const exact = [...evidence.exact].filter(([, share]) => share > 0).map(([row]) => row);
  return [...new Set([...best(near, evidence.cosines), ...best(matching, evidence.bm25), ...exact, ...ofTime])];
}

const rowsOf = (hits: readonly Hit[]): number[] => [...new Set(hits.map((hit) => hit.row))];

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

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
