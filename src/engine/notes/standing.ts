// How well the words of a note answer a question.
import { groupBy } from '../group.ts';
import type { SearchStore } from '../retrieval/ports.ts';
import { termWeight, type WeightedTerms } from '../text/bm25.ts';

const STANDINGS = ['none', 'some', 'most', 'exact'] as const;
/** It holds none of the words, some of them, most of them with a rare one among them, or it is the question itself. */
export type Standing = (typeof STANDINGS)[number];

export const rankOf = (standing: Standing): number => STANDINGS.indexOf(standing);

/** A note that holds so much of the words, by their weight, is about the question, however far its meaning seems. */
const MOST = 0.6;
/** A rare word weighs at least so much of what a word of one passage alone does. */
const RARE = 0.5;

/** Of those that hold any of the words. Words that none of them holds tell nothing apart and do not count. */
export async function standings(
  search: SearchStore,
  rows: readonly number[],
  { weights }: WeightedTerms,
  passages: number,
): Promise<Map<number, Standing>> {
  const words = groupBy(await search.passageTerms(rows), ({ row }) => row);
  const held = [...words].map(([row, each]) => {
    const own = new Set(each.flatMap(({ terms }) => terms.split(' ')));
    return { row, terms: [...weights.keys()].filter((term) => own.has(term)) };
  });
  const weightOf = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const all = weightOf(new Set(held.flatMap(({ terms }) => terms)));
  const rare = RARE * termWeight('', { passages, averageLength: 0, frequency: new Map([['', 1]]) });
  const standing = (terms: readonly string[]): Standing => {
    const hasRare = terms.some((term) => (weights.get(term) ?? 0) >= rare);
    return hasRare && weightOf(terms) >= MOST * all ? 'most' : 'some';
  };
  return new Map(held.filter(({ terms }) => terms.length > 0).map(({ row, terms }) => [row, standing(terms)]));
}
