// Which messages of a conversation repeat a memory.
import { readId } from '../ids.ts';

type Meant = (content: string) => boolean;

const CITED = /\b(?:mem_)?[0-9a-z]{20}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** A shorter text may stand in a message by chance. */
const SHORTEST = 16;

/** Names one of these memories by its id, as every answer does that rests on them. */
export const citing =
  (ids: ReadonlySet<string>): Meant =>
  (content) =>
    (content.match(CITED) ?? []).some((cited) => ids.has(readId(cited) ?? ''));

/** Names this memory, or repeats its words. */
export function quoting(id: string, text: string): Meant {
  const cites = citing(new Set([id]));
  const words = [text, text.replace(/\s+/g, ' ').trim()].filter(({ length }) => length >= SHORTEST);
  return (content) => cites(content) || words.some((each) => content.includes(each));
}
