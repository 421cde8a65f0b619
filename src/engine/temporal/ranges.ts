// Ranges of times, such as "between March and May", and all the times that a text names.
import { YEAR_MS } from '../clock.ts';
import { before, blanked, type Dated, readSingle } from './calendar.ts';

/** The first time that a text names, `between March and May` as one; null when it names none, or a range that ends before it begins. */
export function readSpan(text: string, now: number): Dated | null {
  const first = readSingle(text, now);
  const end = first && endOfRange(first, text, now);
  return end ? rangeOf(first, end, text) : first;
}

const OPENS_RANGE = /\b(?:between|from)\s+$/i;
const JOINS_RANGE = /^\s+(?:and|to|until|till|through)\s+/i;

/** The time to which a range leads that begins with this one, if the text says so. */
function endOfRange(first: Dated, text: string, now: number): Dated | null {
  const begin = first.at + first.text.length;
  const [joint] = JOINS_RANGE.exec(text.slice(begin)) ?? [];
  if (joint === undefined || !OPENS_RANGE.test(before(text, first.at))) return null;
  const rest = text.slice(begin + joint.length);
  const named = readSingle(rest, now, true);
  // In `from October 2024 to January`, and in `between May and September`: the next after the first.
  const last = named?.recurs ? readSingle(rest, first.from + YEAR_MS - 1, true) : named;
  return last?.at === 0 ? { ...last, at: begin + joint.length } : null;
}

/** In `between March and May 2024`: the last March before the second time. */
const beginOfRange = (first: Dated, last: Dated, text: string): Dated =>
  first.recurs && !last.recurs ? { ...(readSingle(text, last.from) ?? first), recurs: false } : first;

/** From the beginning of one time to the end of another. */
function rangeOf(first: Dated, last: Dated, text: string): Dated | null {
  const begin = beginOfRange(first, last, text);
  if (last.until <= begin.until) return null;
  return { ...begin, until: last.until, text: text.slice(first.at, last.at + last.text.length) };
}

/** The times that a text names, at most so many; of a range, both ends and what lies between, in pieces like the first. */
export function readSpans(text: string, now: number, most: number): Dated[] {
  const found: Dated[] = [];
  let rest = text;
  for (let next = readSingle(rest, now); next && found.length < most; next = readSingle(rest, now)) {
    const last = endOfRange(next, rest, now);
    found.push(...(last ? piecesOf(beginOfRange(next, last, rest), last, most) : [next]));
    const end = (last ?? next).at + (last ?? next).text.length;
    rest = blanked(rest, next.at, end);
  }
  return found.slice(0, most);
}

function piecesOf(first: Dated, last: Dated, most: number): Dated[] {
  const pieces = [first];
  const length = first.until - first.from;
  for (let from = first.until; from < last.from && pieces.length < most; from += length)
    pieces.push({ ...first, from, until: Math.min(from + length, last.from) });
  return [...pieces, last];
}
