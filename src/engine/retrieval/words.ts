// Search by words: candidates come from the store's text index, scores from our own BM25.
import type { ScopeFilter } from '../access/actor.ts';
import { groupBy } from '../group.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { bm25, type TermStatistics, type WeightedTerms, weighTerms } from '../text/bm25.ts';
import type { Question } from '../text/question.ts';
import { memoryBm25, passagesOfMany, turnsAmong } from './passage-scores.ts';
import type { Hit, PassageTerms, SearchStore } from './ports.ts';

/** Ranking matches takes time, so candidates are found by the rarest terms, up to this many matches. */
const MAX_MATCHES = 10_000;
/** Fewer hits than this within a scope trigger a second try. */
const FEW = 10;

/** One BM25 score per memory, from the words of all its passages. */
export async function wordScores(
  search: SearchStore,
  rows: readonly number[],
  terms: WeightedTerms,
): Promise<Map<number, number>> {
  return passageScores(
    groupBy(await search.passageTerms(rows), ({ row }) => row),
    terms,
  );
}

export function passageScores(
  passages: ReadonlyMap<number, readonly PassageTerms[]>,
  terms: WeightedTerms,
): Map<number, number> {
  const scores = [...passages].map(([row, each]): [number, number[]] => [
    row,
    each.map((passage) => bm25(passage.terms.split(' '), terms)),
  ]);
  return memoryBm25(new Map(scores), turnsAmong([...passages.values()].flat()));
}

/** How common the words and literals of a question are, and those of its time. */
export function wordsOf(
  search: SearchStore,
  question: Question,
  within: ScopeFilter,
  ofTime: readonly string[] = [],
): Promise<TermStatistics> {
  const quoted = question.literals.flatMap(({ terms }) => terms);
  return search.statistics([...new Set([...question.terms, ...quoted, ...ofTime])], within);
}

export interface MatchedWords {
  readonly hits: readonly Hit[];
  /** The terms that were searched for. */
  readonly terms: WeightedTerms;
  /** All terms of the question. */
  readonly all: WeightedTerms;
  /** The number of passages in reach. */
  readonly passages: number;
}

/** The best passages by words. */
export async function matchWords(
  search: SearchStore,
  asked: readonly string[],
  filter: SearchFilter,
  limit: number,
  memories = 0,
): Promise<MatchedWords> {
  return matchKnown(search, asked, await search.statistics(asked, filter.within), filter, limit, memories);
}

/** The same with known statistics. When the telling terms find too little within a scope, all terms are used. */
export async function matchKnown(
  search: SearchStore,
  asked: readonly string[],
  statistics: TermStatistics,
  filter: SearchFilter,
  limit: number,
  memories = 0,
): Promise<MatchedWords> {
  const { telling, all } = weighTerms(asked, statistics);
  const look = (terms: WeightedTerms) =>
    passagesOfMany(memories, limit, (passages) => search.matching(rarest(terms, statistics), filter, passages));
  const hits = await look(telling);
  if (isEnough(hits.length, telling, all, filter)) return { hits, terms: telling, all, passages: statistics.passages };
  return { hits: await look(all), terms: all, all, passages: statistics.passages };
}

/** Memories that hold any of the terms a search for these words would use; at most `limit`, in no particular order. */
export async function memoriesWithWords(
  search: SearchStore,
  asked: readonly string[],
  filter: SearchFilter,
  limit: number,
): Promise<number[]> {
  const statistics = await search.statistics(asked, filter.within);
  const { telling, all } = weighTerms(asked, statistics);
  const look = (terms: WeightedTerms) => search.withAny([...rarest(terms, statistics).weights.keys()], filter, limit);
  const rows = await look(telling);
  return isEnough(rows.length, telling, all, filter) ? rows : look(all);
}

/** Whether the telling terms found enough, or there is nothing else to look for. */
const isEnough = (found: number, telling: WeightedTerms, all: WeightedTerms, { within }: SearchFilter): boolean =>
  found >= FEW || Object.keys(within).length === 0 || all.weights.size === telling.weights.size;

function rarest(terms: WeightedTerms, { frequency }: TermStatistics): WeightedTerms {
  const chosen = new Map<string, number>();
  let matches = 0;
  for (const [term, weight] of terms.weights) {
    matches += frequency.get(term) ?? 0;
    if (chosen.size > 0 && matches > MAX_MATCHES) break;
    chosen.set(term, weight);
  }
  return { ...terms, weights: chosen };
}
