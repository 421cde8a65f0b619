// A fix that is given as a diff: what goes, what comes, and what only stands beside it.
import { terms } from '../../text/terms.ts';

export interface Diff {
  /** What is said around it. */
  readonly prose: string;
  readonly removed: string;
  readonly added: string;
  /** Words that come, and were not there. */
  readonly come: ReadonlySet<string>;
  /** Words that were there, and go. */
  readonly gone: ReadonlySet<string>;
}

const HEADER = /^(?:diff --git |index [\da-f]+\.\.|--- |\+\+\+ |@@|new file|deleted file|similarity |rename |Binary )/;
const MARKED = /^(?:@@|diff --git |--- \S|\+\+\+ \S)/m;
const FENCED = /^```(?:diff|patch)\b/m;

/** Null for plain words: a list with dashes is no diff, and neither is `-` before a single option. */
export function readDiff(text: string): Diff | null {
  const lines = text.split('\n');
  const changed = (sign: string) => lines.filter((line) => line.startsWith(sign) && !HEADER.test(line));
  const [minus, plus] = [changed('-'), changed('+')];
  const isDiff =
    MARKED.test(text) || FENCED.test(text) || (plus.length > 0 && (minus.length > 0 || lines.length === plus.length));
  if (!isDiff) return readWords(text);
  if (minus.length + plus.length === 0) return null;
  const inHunk = hunkLines(lines);
  const prose = lines.filter(
    (line, i) => !inHunk.has(i) && !/^[+-]/.test(line) && !HEADER.test(line) && !line.startsWith('```'),
  );
  return between(
    prose.join('\n'),
    minus.map((line) => line.slice(1)).join('\n'),
    plus.map((line) => line.slice(1)).join('\n'),
  );
}

/** After `@@` everything that is indented by the sign's place is code. */
function hunkLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let isOpen = false;
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('@@')) isOpen = true;
    else if (!/^[ +\-\\]/.test(line)) isOpen = false;
    if (isOpen) inside.add(i);
  }
  return inside;
}

/** A number of one line, and the one that stands in its place. */
export interface Renumbered {
  readonly from: number;
  readonly to: number;
  readonly written: string;
}

const NUMBER = /(?<![\w.])\d+(?:_\d{3})*(?:\.\d+)?/g;

/** Lines that differ in their numbers only. */
export function renumberedIn({ removed, added }: Diff): Renumbered[] {
  const shapeOf = (line: string) => line.trim().replace(NUMBER, '#');
  const numbersOf = (line: string) => [...line.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll('_', '')));
  const after = new Map(added.split('\n').map((line) => [shapeOf(line), line]));
  return removed.split('\n').flatMap((line) => {
    const other = after.get(shapeOf(line));
    if (other === undefined) return [];
    const to = numbersOf(other);
    return numbersOf(line).flatMap((from, i) => {
      const put = to[i];
      return put === undefined || put === from ? [] : [{ from, to: put, written: other.trim() }];
    });
  });
}

/** `-argon2 +md5` in one line. */
function readWords(text: string): Diff | null {
  const signed = (sign: RegExp) => [...text.matchAll(sign)].map(([, word = '']) => word).join('\n');
  const removed = signed(/(?:^|\s)-([A-Za-z_][^\s]*)/g);
  const added = signed(/(?:^|\s)\+([A-Za-z_][^\s]*)/g);
  if (removed === '' || added === '') return null;
  return between(text.replace(/(?:^|\s)[+-][A-Za-z_][^\s]*/g, ' '), removed, added);
}

function between(prose: string, removed: string, added: string): Diff {
  const [before, after] = [wordsOf(removed), wordsOf(added)];
  const without = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
    new Set([...words].filter((word) => !others.has(word)));
  return { prose, removed, added, come: without(after, before), gone: without(before, after) };
}

/** Identifiers, in lower case, whole, with what they are called on, and by their parts. */
const wordsOf = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/%\w|[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*/g)].flatMap(([name]) => [
      name.toLowerCase(),
      ...name.split(/\.|::|->/).flatMap((part) => [part.toLowerCase(), ...terms(part)]),
    ]),
  );
