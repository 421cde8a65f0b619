// Grades how well the words of a note match a question.
import { groupBy } from '../group.ts';
import type { SearchStore } from '../retrieval/ports.ts';
import { termWeight, type WeightedTerms } from '../text/bm25.ts';

const STANDINGS = ['none', 'some', 'most', 'answers', 'exact'] as const;
/** The note holds no word of the question, some, most (with a rare one among them), answers it, or is the question itself. */
export type Standing = (typeof STANDINGS)[number];

export const rankOf = (standing: Standing): number => STANDINGS.indexOf(standing);

/** A note with this share of the words, by weight, is about the question, however distant its vector. */
const MIN_SHARE_FOR_MOST = 0.6;
/** A rare word has at least this share of the weight of a word that occurs in a single passage. */
const RARE = 0.5;

/** The standings of notes that hold any of the words. Words that none of them holds do not count. */
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
    return hasRare && weightOf(terms) >= MIN_SHARE_FOR_MOST * all ? 'most' : 'some';
  };
  return new Map(held.filter(({ terms }) => terms.length > 0).map(({ row, terms }) => [row, standing(terms)]));
}
