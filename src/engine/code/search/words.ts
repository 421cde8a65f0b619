// How far a chunk has the words of a question, whichever way code spells them.
import { bm25, type TermStatistics, type WeightedTerms, weighTerms } from '../../text/bm25.ts';
import type { CodeQuery } from './query.ts';

type Spelled = Pick<CodeQuery, 'spellings'>;

/** Code repeats its names: that a word is there tells nearly all, how often it is there nearly nothing. */
const SATURATION = 0.2;

/** The question's terms with their weights. The statistics are those of every spelling. */
export function weighWords({ spellings }: Spelled, statistics: TermStatistics): WeightedTerms {
  const frequency = new Map<string, number>();
  for (const [spelling, term] of spellings) {
    const sum = (frequency.get(term) ?? 0) + (statistics.frequency.get(spelling) ?? 0);
    frequency.set(term, Math.min(statistics.passages, sum));
  }
  return weighTerms([...frequency.keys()], { ...statistics, frequency }, SATURATION).all;
}

/** `terms` as they are indexed, with spaces between. */
export const wordScore = (terms: string, { spellings }: Spelled, asked: WeightedTerms): number =>
  bm25(
    terms.split(' ').map((term) => spellings.get(term) ?? term),
    asked,
  );
