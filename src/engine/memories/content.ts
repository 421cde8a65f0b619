// What a memory may hold. Anything else is refused, with the reason, before it reaches the store.
import { invalid } from '../../errors.ts';
import type { Metadata } from '../model.ts';
import { isBlank } from '../text/blank.ts';

const MAX_CONTENT_BYTES = 100 * 1024;
/** The limit for scripts whose characters take several bytes. */
const MAX_CONTENT_CHARACTERS = 100_000;
const MAX_METADATA_BYTES = 16 * 1024;
const MAX_METADATA_DEPTH = 100;

// PostgreSQL stores neither, and its memory-row.ts cleans older rows with these same patterns.
/** Half of a surrogate pair, as JSON escapes it. */
export const HALF_PAIR = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;
/** A NUL character, as JSON escapes it; `\\u0000` is a text about one. */
export const NUL = /(?<!\\)((?:\\\\)*)\\u0000/;

export function checkContent(content: string, field = 'content'): string {
  checkNoNul(content, field);
  if (isBlank(content)) throw invalid(`${field} must not be empty.`, 'Pass the text to remember.');
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_CONTENT_BYTES && content.length > MAX_CONTENT_CHARACTERS) {
    throw invalid(
      `${field} has ${bytes} bytes and ${content.length} characters; the limit is 100 KB (${MAX_CONTENT_BYTES} bytes), or ${MAX_CONTENT_CHARACTERS} characters where those need more bytes.`,
      'Split it into several memories, one fact or section each.',
    );
  }
  // Half of a surrogate pair cannot be written as UTF-8.
  return content.toWellFormed();
}

export function checkNoNul(text: string, field: string): void {
  if (text.includes('\u0000'))
    throw invalid(`${field} holds a NUL character, so it is not text.`, 'Store a description of binary data instead.');
}

export function checkMetadata(metadata: Metadata): Metadata {
  if (depth(metadata) > MAX_METADATA_DEPTH) {
    throw invalid(`metadata is nested deeper than ${MAX_METADATA_DEPTH} levels.`, 'Store a flatter object.');
  }
  const text = JSON.stringify(metadata).replace(HALF_PAIR, '$1\uFFFD');
  if (NUL.test(text)) throw invalid('metadata holds a NUL character.', 'Leave binary data out of the metadata.');
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) {
    throw invalid(`metadata is larger than ${MAX_METADATA_BYTES} bytes.`, 'Put long text into the content.');
  }
  return JSON.parse(text);
}

/** Level by level, so that deep nesting cannot exhaust the stack. */
function depth(value: unknown): number {
  let levels = 0;
  for (let level: unknown[] = [value]; level.length > 0 && levels <= MAX_METADATA_DEPTH; levels++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return levels;
}
