import { fold } from '../../engine/text/terms.ts';
import type { Row } from './row.ts';

/**
 * Which words each text holds, without regard to accents and capitals. The words are folded; what a database calls
 * lower case depends on its locale and keeps accents, so it compares only plain ASCII itself.
 */
export function heldWords(words: readonly string[], texts: readonly Row[]): { row: number; word: string }[] {
  return texts.flatMap(({ row, text }) => {
    const folded = fold(String(text)).toLowerCase();
    return words.filter((word) => folded.includes(word)).map((word) => ({ row: Number(row), word }));
  });
}
