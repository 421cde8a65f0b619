// The rules that a fix shares words with although none of them could be judged: silence is not the same as unrelated.
import { titleOf } from '../../memories/names.ts';
import type { Judged } from './alignment.ts';
import { wordsOf } from './deeds.ts';

/** One shared word says little. */
const FEWEST_SHARED = 2;
const LONGEST_READ = 4000;

/** The rules of the component that were not judged and share significant words with the fix, most words first. */
export function touched(fix: string, judged: readonly Judged[]): Judged[] {
  const words = wordsOf(fix);
  const shared = ({ memory }: Judged): number =>
    [...wordsOf(`${titleOf(memory)} ${memory.content.slice(0, LONGEST_READ)}`)].filter((word) => words.has(word))
      .length;
  return judged
    .filter(({ tied, breaks, keeps }) => tied && breaks.length + keeps.length === 0)
    .map((rule) => ({ rule, words: shared(rule) }))
    .filter(({ words }) => words >= FEWEST_SHARED)
    .toSorted((a, b) => b.words - a.words)
    .map(({ rule }) => rule);
}
