// Searching by words: candidates from the store's text index, scores from our own BM25.
import { groupBy } from '../group.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { bm25, type TermStatistics, type WeightedTerms, weighTerms } from '../text/bm25.ts';
import { memoryBm25 } from './passage-scores.ts';
import type { PassageTerms, SearchStore } from './ports.ts';

/** Ranking a match costs time: candidates are found by the rarest terms, up to so many matches. */
const MOST_MATCHES = 10_000;
/** So few hits inside a scope are a reason for a second try. */
const FEW = 10;

/** One BM25 for each of these memories, from the words of all their passages. */
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
  return memoryBm25(new Map(scores));
}

/** The best passages by words. Where the telling terms find too little in one corner of the store, all are asked. */
export async function matchWords(search: SearchStore, asked: readonly string[], filter: SearchFilter, limit: number) {
  const statistics = await search.statistics(asked, filter.within);
  const { telling, all } = weighTerms(asked, statistics);
  const corner = Object.keys(filter.within).length > 0 && all.weights.size > telling.weights.size;
  const hits = await search.matching(rarest(telling, statistics), filter, limit);
  if (!corner || hits.length >= FEW) return { hits, terms: telling, all, passages: statistics.passages };
  return {
    hits: await search.matching(rarest(all, statistics), filter, limit),
    terms: all,
    all,
    passages: statistics.passages,
  };
}

function rarest({ weights }: WeightedTerms, { frequency }: TermStatistics): string[] {
  const chosen: string[] = [];
  let matches = 0;
  for (const term of weights.keys()) {
    matches += frequency.get(term) ?? 0;
    if (chosen.length > 0 && matches > MOST_MATCHES) break;
    chosen.push(term);
  }
  return chosen;
}
