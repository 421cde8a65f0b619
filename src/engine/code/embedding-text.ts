// What the indexes take in of a chunk.
import { terms } from '../text/terms.ts';
import type { Chunk } from './chunks.ts';

/** The words of a chunk, with those of its path. */
export const chunkTerms = (path: string, { text }: Pick<Chunk, 'text'>): string =>
  [...terms(path), ...terms(text)].join(' ');

/** What the model reads of a chunk. */
export const embeddingText = (path: string, { container, text }: Pick<Chunk, 'container' | 'text'>): string =>
  `${path}${container === null ? '' : ` ${container}`}\n${text}`.slice(0, 700);
