/** Far above any record: a memory holds at most 100 KB of text and as much of a summary, which escapes make longer. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;
const NEWLINE = 10;

/** Some editors begin a file with a byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** The lines of a file of any size; null for a line that is too long, which is discarded. */
export async function* splitLines(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const line = (): string | null => {
    const text = size > MAX_LINE_BYTES ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    parts = [];
    size = 0;
    return text;
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
