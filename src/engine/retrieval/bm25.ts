// BM25 over passages, computed here so that every candidate is scored alike, whichever list it came from.
import type { TermStatistics } from '../ports.ts';

const K1 = 1.2;
const B = 0.75;
/** Terms in more passages than this tell nothing apart. */
const COMMON_SHARE = 0.05;
const COMMON_LEAST = 50;
/** A pasted prompt is asked by its rarest words. */
const MOST_TERMS = 32;

export interface WeightedTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** What a passage with all the terms, many times over, would come near to. */
  readonly best: number;
  readonly averageLength: number;
}

/** The terms worth asking for, with their weights: the rare ones, or the rarest where all are common. */
export function weighTerms(terms: readonly string[], { passages, frequency, averageLength }: TermStatistics): WeightedTerms {
  const frequencyOf = (term: string) => frequency.get(term) ?? 0;
  const byRarity = terms.toSorted((a, b) => frequencyOf(a) - frequencyOf(b));
  const common = Math.max(COMMON_LEAST, COMMON_SHARE * passages);
  let kept = byRarity.filter((term) => frequencyOf(term) <= common);
  if (!kept.some((term) => frequencyOf(term) > 0)) kept = byRarity.filter((term) => frequencyOf(term) > 0).slice(0, 1);
  const known = kept.filter((term) => frequencyOf(term) > 0).slice(0, MOST_TERMS);
  const unknown = kept.filter((term) => frequencyOf(term) === 0).slice(0, MOST_TERMS - known.length);
  const weights = new Map(
    [...known, ...unknown].map((term) => {
      const n = frequencyOf(term);
      return [term, Math.log(1 + (passages - n + 0.5) / (n + 0.5))];
    }),
  );
  const best = [...weights.values()].reduce((sum, weight) => sum + weight * (K1 + 1), 0);
  return { weights, best, averageLength };
}

export function bm25(passage: readonly string[], { weights, averageLength }: WeightedTerms): number {
  const counts = new Map<string, number>();
  for (const term of passage) {
    if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const length = K1 * (1 - B + (B * passage.length) / (averageLength || 1));
  let score = 0;
  for (const [term, count] of counts) score += ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + length);
  return score;
}
