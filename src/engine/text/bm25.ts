// BM25 over passages, computed here so that every candidate is scored alike, whichever list it came from.

const K1 = 1.2;
export const LENGTH_SHARE = 0.75;
/** Terms in more passages than this tell nothing apart. */
const COMMON_SHARE = 0.05;
const COMMON_LEAST = 50;
/** A pasted prompt is asked by its rarest words. */
const MOST_TERMS = 32;

export interface TermStatistics {
  readonly passages: number;
  readonly averageLength: number;
  readonly frequency: ReadonlyMap<string, number>;
}

export interface WeightedTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** What a passage with all the terms, many times over, would come near to. */
  readonly best: number;
  readonly averageLength: number;
  /** BM25's k1: how much more a term says when it is there more often. */
  readonly saturation: number;
}

/** The terms of a question with their weights: first the telling ones alone, and all of them as a second try. */
export function weighTerms(
  terms: readonly string[],
  statistics: TermStatistics,
  saturation = K1,
): { telling: WeightedTerms; all: WeightedTerms } {
  const frequencyOf = (term: string) => statistics.frequency.get(term) ?? 0;
  const common = Math.max(COMMON_LEAST, COMMON_SHARE * statistics.passages);
  const known = terms.filter((term) => frequencyOf(term) > 0).toSorted((a, b) => frequencyOf(a) - frequencyOf(b));
  const unknown = terms.filter((term) => frequencyOf(term) === 0);
  const telling = known.filter((term) => frequencyOf(term) <= common);
  return {
    telling: weigh([...(telling.length > 0 ? telling : known.slice(0, 1)), ...unknown], statistics, saturation),
    all: weigh([...known, ...unknown], statistics, saturation),
  };
}

function weigh(terms: readonly string[], statistics: TermStatistics, saturation: number): WeightedTerms {
  const weights = new Map(terms.slice(0, MOST_TERMS).map((term) => [term, termWeight(term, statistics)]));
  const best = [...weights.values()].reduce((sum, weight) => sum + weight * (saturation + 1), 0);
  return { weights, best, averageLength: statistics.averageLength, saturation };
}

/** How much a term tells: the fewer passages hold it, the more. */
export function termWeight(term: string, { passages, frequency }: TermStatistics): number {
  const n = frequency.get(term) ?? 0;
  return Math.log(1 + (passages - n + 0.5) / (n + 0.5));
}

export function bm25(passage: readonly string[], { weights, averageLength, saturation }: WeightedTerms): number {
  const counts = new Map<string, number>();
  for (const term of passage) {
    if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  let score = 0;
  for (const [term, count] of counts)
    score += termScore(weights.get(term) ?? 0, count, passage.length, averageLength, saturation);
  return score;
}

/** What one term, so often in a passage of that length, is worth. */
export function termScore(
  weight: number,
  count: number,
  length: number,
  averageLength: number,
  saturation = K1,
): number {
  const longer = saturation * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / (averageLength || 1));
  return (weight * count * (saturation + 1)) / (count + longer);
}
