const CRLF = '\r\n';

/** The line end that most lines of the file have: a stray one must not change those of our entry. */
export function lineEndOf(text: string): string {
  const windows = text.split(CRLF).length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? CRLF : '\n';
}
