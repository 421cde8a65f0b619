// Parsing blocks the process: sixteen megabytes of empty objects take seconds, of text a few milliseconds. So the
// number of values in a message is limited, too.

const MAX_DEPTH = 500;
const MAX_VALUES = 500_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Why this text is too complex to parse, or null. Whether it is JSON at all is left to the parser. */
export function jsonProblem(bytes: Buffer): string | null {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case QUOTE:
        i = endOfString(bytes, i);
        break;
      case COMMA:
        values++;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        values++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
    }
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
    if (values > MAX_VALUES) return `it holds more than ${MAX_VALUES} values`;
  }
  return null;
}

/** Where the string that opens at `start` ends. Uses native search, since most of a large message is text. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}
