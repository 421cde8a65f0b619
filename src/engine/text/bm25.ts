// BM25 over passages, computed here so that all candidates are scored alike, whatever search found them.

const K1 = 1.2;
export const LENGTH_SHARE = 0.75;
/** Terms in a larger share of passages do not discriminate. */
const COMMON_SHARE = 0.05;
const COMMON_LEAST = 50;
/** A pasted prompt is searched by its rarest words. */
const MAX_TERMS = 32;

export interface TermStatistics {
  readonly passages: number;
  readonly averageLength: number;
  readonly frequency: ReadonlyMap<string, number>;
}

export interface WeightedTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** The upper bound: the score of a passage with all terms, many times over. */
  readonly best: number;
  readonly averageLength: number;
  /** BM25's k1: how much repeated occurrences of a term add. */
  readonly saturation: number;
}

export const NO_WORDS: WeightedTerms = { weights: new Map(), best: 0, averageLength: 0, saturation: K1 };

/** The weighted terms of a question: the telling ones first, and all of them for a second try. */
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
  const weights = new Map(terms.slice(0, MAX_TERMS).map((term) => [term, termWeight(term, statistics)]));
  const best = [...weights.values()].reduce((sum, weight) => sum + weight * (saturation + 1), 0);
  return { weights, best, averageLength: statistics.averageLength, saturation };
}

/** The weight of a term: the fewer passages hold it, the higher. */
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

/** The score of one term, given its count in a passage of that length. */
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
