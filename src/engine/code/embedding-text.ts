// What the model and the text index see of a chunk. The model was taught on prose: brackets and operators are half of the
// tokens of code and tell it nothing, and it reads `applyMiddleware` only in parts. Measured on eight repositories, words
// alone find more than the code itself at a third of the cost.
import { identifierParts, terms } from '../text/terms.ts';
import type { Chunk } from './chunks.ts';

/** Characters of the chunk's own words; more of them gain less than they cost. */
const MOST = 400;
/** Longer ones are hashes or data. */
const LONGEST = 40;
const WORD = /[\p{L}\p{N}_]+/gu;

type Described = Pick<Chunk, 'text' | 'name' | 'container'>;

/** Where it is, what it is called, then its words in their order, each once. */
export function embeddingText(path: string, chunk: Described): string {
  const place = path
    .replace(/(?<=[^/])\.[^./]+$/, '')
    .split('/')
    .map(spoken)
    .join(' / ');
  const name = [chunk.container, chunk.name]
    .map((part) => spoken(part ?? ''))
    .join(' ')
    .trim();
  return `${place}: ${name}\n${distinctWords(chunk.text)}`;
}

/** The terms that are indexed: those of the text, and those of its path. */
export const chunkTerms = (path: string, chunk: Pick<Chunk, 'text'>): string[] => [
  ...terms(chunk.text),
  ...terms(path),
];

const spokenWords = (text: string): string[] => (text.match(WORD) ?? []).flatMap(identifierParts);

const spoken = (text: string): string => spokenWords(text).join(' ');

function distinctWords(text: string): string {
  const seen = new Set<string>();
  const words: string[] = [];
  let room = MOST;
  for (const word of spokenWords(text)) {
    const key = word.toLowerCase();
    if (seen.has(key) || word.length > LONGEST) continue;
    room -= word.length + 1;
    if (room < 0) break;
    seen.add(key);
    words.push(word);
  }
  return words.join(' ');
}
