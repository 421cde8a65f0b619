// Where one text contains another. For a long part the built-in search can take the product of both lengths, so that one
// is searched for with Knuth-Morris-Pratt.
import type { Budget } from '../budget.ts';

/** V8 prepares its search for this many characters of a part; a longer one may cost it the product. */
const LONG_PART = 250;

export function contains(text: string, part: string, budget: Budget): boolean {
  if (part.length > LONG_PART) return !occurrences(text, part, budget).next().done;
  budget.read(text.length);
  return text.includes(part);
}

/** What stands between the occurrences of a separator, as of `split`. */
export function piecesOf(text: string, separator: string, budget: Budget): string[] {
  if (separator.length <= LONG_PART) {
    budget.read(text.length);
    const pieces = text.split(separator);
    budget.step(pieces.length);
    return pieces;
  }
  const pieces: string[] = [];
  let from = 0;
  for (const at of occurrences(text, separator, budget)) {
    pieces.push(text.slice(from, at));
    from = at + separator.length;
  }
  return [...pieces, text.slice(from)];
}

/** Where a part begins, from left to right and without overlaps. */
function* occurrences(text: string, part: string, budget: Budget): Generator<number> {
  budget.step(text.length + part.length);
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = extended(part, borders, matched, text.charCodeAt(at));
    if (matched < part.length) continue;
    yield at - part.length + 1;
    matched = 0;
  }
}

/** For each beginning of a part, the length of the longest shorter one that it ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let at = 1; at < part.length; at++) {
    borders[at] = extended(part, borders, borders[at - 1] ?? 0, part.charCodeAt(at));
  }
  return borders;
}

/** How much of a part is matched after one more character. */
function extended(part: string, borders: Uint32Array, matched: number, character: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== character) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === character ? length + 1 : length;
}
