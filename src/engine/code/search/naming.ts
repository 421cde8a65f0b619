// How well the names that a chunk defines say what a question asks for in words: `maxSatisfying` for the highest version
// that satisfies a range, and `parseChangesetFile` for a half-remembered `parseChangeset`.
import type { WeightedTerms } from '../../text/bm25.ts';
import { nameWords, type WordMatch } from './matching.ts';

/** How many of the best fitting names are the crowd. */
const CROWD = 20;

/** 0..1: the share of the question that the best of the names says, and the share of that name that the question says. */
export function nameMatch(names: readonly string[], match: WordMatch, { weights }: WeightedTerms): number {
  const weightOf = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const asked = weightOf(weights.keys());
  const fits = names.map((name) => {
    const words = nameWords(name);
    const said = words.flatMap((word) => match(word) ?? []);
    if (said.length === 0 || asked === 0) return 0;
    const ofName = said.length / words.length;
    const ofQuestion = weightOf(new Set(said)) / asked;
    return (2 * ofName * ofQuestion) / (ofName + ofQuestion);
  });
  return Math.max(0, ...fits);
}

/** What each name fits better than a crowd of others: many functions that are called alike tell nothing by their names. */
export function aboveCrowd(matches: readonly number[]): number[] {
  const crowd = matches.toSorted((a, b) => b - a).slice(0, CROWD);
  const level = crowd.reduce((sum, match) => sum + match, 0) / CROWD;
  return matches.map((match) => Math.max(0, match - level));
}
