// The telling words that no other memory has: a question with one of them tells of that memory.
import type { Store } from '../ports.ts';
import { questionTerms } from '../text/terms.ts';

/** Each is looked up. */
const MOST = 500;
const isTelling = (word: string): boolean => word.length >= 5 && !/^\d+$/.test(word);

/** Of texts about to be removed; their memory is null where only the bin holds it. */
export async function ownWords(
  search: Store['search'],
  memory: { readonly row: number } | null,
  texts: readonly string[],
): Promise<string[]> {
  const words = questionTerms(texts.join('\n')).filter(isTelling).slice(0, MOST);
  const [{ frequency }, passages] = await Promise.all([
    search.statistics(words, {}),
    memory ? search.passageTerms([memory.row]) : [],
  ]);
  const own = new Map<string, number>();
  for (const { terms } of passages) {
    for (const term of new Set(terms.split(' '))) own.set(term, (own.get(term) ?? 0) + 1);
  }
  return words.filter((word) => (frequency.get(word) ?? 0) <= (own.get(word) ?? 0));
}
