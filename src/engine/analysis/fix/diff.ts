// Reads a fix given as a diff: what it removes, what it adds, and the prose around it.
import { terms } from '../../text/terms.ts';

export interface Diff {
  /** The text around the diff. */
  readonly prose: string;
  readonly removed: string;
  readonly added: string;
  /** Words that appear only in added lines. */
  readonly come: ReadonlySet<string>;
  /** Words that appear only in removed lines. */
  readonly gone: ReadonlySet<string>;
}

const HEADER = /^(?:diff --git |index [\da-f]+\.\.|--- |\+\+\+ |@@|new file|deleted file|similarity |rename |Binary )/;
const MARKED = /^(?:@@|diff --git |--- \S|\+\+\+ \S)/m;
const FENCED = /^```(?:diff|patch)\b/m;

/** Null for plain text: neither a list with dashes nor a single option such as `-x` is a diff. */
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

/** After `@@`, every line that starts with a sign or a space is code. */
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

/** A number in a line, and the one that replaces it. */
export interface Renumbered {
  readonly from: number;
  readonly to: number;
  readonly written: string;
}

const NUMBER = /(?<![\w.])\d+(?:_\d{3})*(?:\.\d+)?/g;

/** The number changes in lines that differ only in their numbers. */
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

/** Reads signed words on one line: `-argon2 +md5`. */
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

/** The identifiers in code that these words stand for, as written. */
export function writtenIn(code: string, words: readonly string[]): string {
  const names = [...code.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name);
  const isReadAs = (word: string) => (name: string) => name.toLowerCase() === word || terms(name).includes(word);
  return [...new Set(words.map((word) => names.find(isReadAs(word)) ?? word))].join(', ');
}

/** No name has more; all beginnings of a longer one would fill the memory. */
const MOST_PARTS = 20;

/** Identifiers in lower case: with their qualifiers, each of these alone and up to here, and split into terms. */
const wordsOf = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/%\w|[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*/g)].flatMap(([name]) => [
      name.toLowerCase(),
      ...[...name.matchAll(/\.|::|->/g)].slice(0, MOST_PARTS).map(({ index }) => name.slice(0, index).toLowerCase()),
      ...name.split(/\.|::|->/).flatMap((part) => [part.toLowerCase(), ...terms(part)]),
    ]),
  );
