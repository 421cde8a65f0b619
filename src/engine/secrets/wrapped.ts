// Tokens that a mail or a terminal broke into lines: a line that goes on with token characters alone is read as one with
// the line before.
import type { Span } from './assignments.ts';
import { tokens } from './tokens/tokens.ts';
import { isRandom } from './values.ts';

/** Where texts are wrapped at the earliest. */
const WIDTH = 60;
const isTokenCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  '+-./_'.includes(String.fromCharCode(code));
/** Behind the mark of a quotation or comment, up to the sign that closes it. */
const GOES_ON = /^[ \t>#*|]{0,40}(?<word>[\w.+/-]{4,})=*["'\x60.,;)\]]{0,3}[ \t]{0,40}\r?$/;

/** What may stand behind a token at the end of a line. */
const ENDS: ReadonlySet<string | undefined> = new Set(['\\', '\r', '\t', ' ']);
const UNLIKE_WORDS = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]|^.{16}/;

interface Join {
  /** Where the break is in the joined text. */
  readonly at: number;
  readonly isWide: boolean;
  readonly next: string;
}

/** Whether a line ends with what may be the first part of a token. */
function endsInToken(line: string): boolean {
  let at = line.length;
  while (at > 0 && isTokenCode(line.charCodeAt(at - 1))) at--;
  return line.length - at >= 4 && /[\d_-]/.test(line.slice(at));
}

export function wrappedTokens(text: string, whole: readonly Span[]): Span[] {
  const joins: Join[] = [];
  /** The joined text in parts, and how many characters of the original are left out before each. */
  const parts: string[] = [];
  const places: { from: number; skipped: number }[] = [];
  let length = 0;
  let from = 0;
  let isJoined = false;
  let before = { hasToken: false, width: 0 };
  for (const line of text.split('\n')) {
    const word = before.hasToken && line.length <= 4096 ? GOES_ON.exec(line)?.groups?.word : undefined;
    isJoined = word !== undefined && UNLIKE_WORDS.test(word);
    const begin = isJoined && word !== undefined ? line.indexOf(word) : 0;
    if (isJoined) joins.push({ at: length, isWide: before.width >= WIDTH, next: word ?? '' });
    else if (places.length > 0) {
      parts.push('\n');
      length++;
    }
    const shown = ENDS.has(line.at(-1)) ? line.slice(begin).replace(/[\\\r\t ]{1,8}$/, '') : line.slice(begin);
    places.push({ from: length, skipped: from + begin - length });
    parts.push(shown);
    length += shown.length;
    from += line.length + 1;
    before = { hasToken: endsInToken(shown), width: line.length };
  }
  if (joins.length === 0) return [];
  return crossing(parts.join(''), joins, places, whole);
}

function crossing(
  joined: string,
  joins: readonly Join[],
  places: readonly { from: number; skipped: number }[],
  whole: readonly Span[],
): Span[] {
  const spans: Span[] = [];
  let place = 0;
  let join = 0;
  let known = 0;
  const original = (at: number): number => {
    while ((places[place + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) place++;
    while (place > 0 && (places[place]?.from ?? 0) > at) place--;
    return at + (places[place]?.skipped ?? 0);
  };
  for (const span of [...tokens(joined)].toSorted((a, b) => a.start - b.start)) {
    while ((joins[join]?.at ?? Number.POSITIVE_INFINITY) <= span.start) join++;
    const first = joins[join];
    if (first === undefined || first.at >= span.end) continue;
    const start = original(span.start);
    const end = original(span.end - 1) + 1;
    while ((whole[known]?.end ?? Number.POSITIVE_INFINITY) <= start) known++;
    const isWhole = (whole[known]?.start ?? Number.POSITIVE_INFINITY) <= start;
    // Behind a token that is whole by itself may follow anything.
    if (!isWhole || first.isWide || (isRandom(first.next, 16) && !/^[\da-f-]+$/.test(first.next)))
      spans.push({ start, end, kind: span.kind });
  }
  return spans;
}
