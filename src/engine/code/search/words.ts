// How well a chunk matches the words of a question, in any spelling that code uses.
import { bm25, type TermStatistics, type WeightedTerms, weighTerms } from '../../text/bm25.ts';
import type { CodeQuery } from './query.ts';

type Spelled = Pick<CodeQuery, 'spellings'>;

/** Code repeats its names: whether a word occurs matters much more than how often. */
const SATURATION = 0.2;

/** The question's terms with their weights. The statistics cover every spelling. */
export function weighWords({ spellings }: Spelled, statistics: TermStatistics): WeightedTerms {
  const frequency = new Map<string, number>();
  for (const [spelling, term] of spellings) {
    const sum = (frequency.get(term) ?? 0) + (statistics.frequency.get(spelling) ?? 0);
    frequency.set(term, Math.min(statistics.passages, sum));
  }
  return weighTerms([...frequency.keys()], { ...statistics, frequency }, SATURATION).all;
}

/** `terms` are as indexed, separated by spaces. */
export const wordScore = (terms: string, { spellings }: Spelled, asked: WeightedTerms): number =>
  bm25(
    terms.split(' ').map((term) => spellings.get(term) ?? term),
    asked,
  );

/** 0..1: how much a term tells, relative to the rarest of the question. */
export function tellingOf({ weights }: WeightedTerms): (term: string) => number {
  const most = Math.max(0, ...weights.values());
  return (term) => (most > 0 ? (weights.get(term) ?? 0) / most : 1);
}
