// The text index has no signs, so a search for `C++` matches every `C`: what is found is put in order by its text.
import { entityKey } from '../text/names.ts';
import type { Found } from './results.ts';

/** How many memories with the words of such a question are read. */
export const SIGNED_LOOKED_AT = 200;

/** Whether a memory holds the words with their signs counts as much as the words themselves. */
export function bySigns(found: readonly Found[], signed: readonly string[]): Found[] {
  const scored = found.map((each) => {
    const written = ` ${entityKey(each.memory.content)} `;
    const held = signed.filter((word) => written.includes(` ${word} `)).length / signed.length;
    const score = (each.score + held) / 2;
    return { ...each, score, coverage: score, parts: { ...each.parts, lexical: score } };
  });
  return scored.toSorted((a, b) => b.score - a.score);
}
