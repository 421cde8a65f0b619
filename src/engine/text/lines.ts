/** Far above any record: a memory holds at most 100 KB of text and as much of a summary, which escapes make longer. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;
const NEWLINE = 10;

/** Some editors begin a file with a byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** In place of a line whose bytes are no UTF-8. */
export const NOT_UTF8 = Symbol('not UTF-8');

/** A line as it was read; null for one that is too long, which is discarded. */
export type ReadLine = string | typeof NOT_UTF8 | null;

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\r$/, '');

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textIfUtf8(bytes: Buffer): string | typeof NOT_UTF8 {
  try {
    return strict.decode(bytes).replace(/\r$/, '');
  } catch {
    return NOT_UTF8;
  }
}

/** The lines of a file of any size, whatever is in them: bytes that are no UTF-8 are replaced. */
export async function* splitLines(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  for await (const line of splitBytes(chunks)) yield line && textOf(line);
}

/** The same, but what was not written as UTF-8 is not guessed. */
export async function* splitText(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<ReadLine> {
  for await (const line of splitBytes(chunks)) yield line && textIfUtf8(line);
}

async function* splitBytes(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const line = (): Buffer | null => {
    const whole = size > MAX_LINE_BYTES ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return whole;
  };
  const keep = (piece: Buffer) => {
    size += piece.length;
    if (size > MAX_LINE_BYTES) parts = [];
    else parts.push(piece);
  };
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      keep(bytes.subarray(start, end));
      yield line();
      start = end + 1;
    }
    keep(bytes.subarray(start));
  }
  if (size > 0) yield line();
}
