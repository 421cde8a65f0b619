// The words by which the passages of a memory are found: those of its text, with its names and tags among the first.
import type { Memory } from '../model.ts';
import { terms } from '../text/terms.ts';
import { titled } from '../text/titles.ts';
import { type Named, namesOf } from './names.ts';

/** Words of the title, or of the first line, are indexed this many times: they identify the memory. */
const FIRST_AGAIN = 2;
const FIRST_LINE_MOST = 150;

export type Indexed = Named & Pick<Memory, 'tags'>;

const indexedNames = (memory: Indexed): string[] => [...namesOf(memory), ...memory.tags];

/** The words of each passage for the text index. */
export function wordsOf(memory: Indexed): (passage: string, i: number) => string {
  const names = indexedNames(memory);
  return (passage, i) => (i === 0 ? firstTerms(passage, names) : terms(passage).join(' '));
}

/** Whether two memories are found by the same words and vectors. */
export const isIndexedAlike = (a: Indexed, b: Indexed): boolean =>
  a.content === b.content && JSON.stringify(indexedNames(a)) === JSON.stringify(indexedNames(b));

/**
 * Whether passages are indexed with the memory's words and no others, wherever its text was cut. None is there more often
 * than in the text, the names and the repeated first line.
 */
export function holdWordsOf(memory: Indexed, passages: readonly string[]): boolean {
  const left = new Map<string, number>();
  const texts = [memory.content, ...indexedNames(memory), ...firstCut(memory.content)];
  for (const term of texts.flatMap((text) => terms(text))) {
    // A cut between two characters that are indexed as a pair leaves one of them.
    for (const each of isPair(term) ? [term, ...term] : [term]) left.set(each, (left.get(each) ?? 0) + 1 + FIRST_AGAIN);
  }
  return passages.every((words) =>
    (words === '' ? [] : words.split(' ')).every((word) => {
      const more = left.get(word) ?? 0;
      left.set(word, more - 1);
      return more > 0;
    }),
  );
}

const isPair = (term: string): boolean => /^[^\0-\x7f]{2}$/u.test(term);

/** The first line where it ends within a word; between the sentences of a passage stands one blank. */
const firstCut = (content: string): string[] =>
  [content, content.slice(0, 4 * FIRST_LINE_MOST).replace(/(?<=[.!?。！？])\s+/gu, ' ')].map((text) =>
    text.slice(0, FIRST_LINE_MOST),
  );

function firstTerms(passage: string, names: readonly string[]): string {
  const all = [...terms(passage), ...names.flatMap((name) => terms(name))];
  const first = titled(passage)?.title ?? firstLine(passage);
  return [...all, ...Array.from({ length: FIRST_AGAIN }, () => terms(first)).flat()].join(' ');
}

/** Empty when the passage is a single line. */
function firstLine(passage: string): string {
  const end = passage.indexOf('\n');
  return passage.slice(0, Math.min(Math.max(end, 0), FIRST_LINE_MOST));
}
