// The sections of a Markdown document, read by lines: only headings are needed, and the grammar would take half of the
// time to read a repository with much documentation.
import type { CodeSymbol, Extraction } from '../../engine/code/symbols.ts';
import { collapse } from './paths.ts';

interface Heading {
  readonly level: number;
  readonly name: string;
  /** Offsets in the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly row: number;
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const CLOSING_MARKS = /(?:^| )#+$/;
const UNDERLINE = /^ {0,3}(?:(=+)|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
/** Rules, lists, quotes, tables and indented code, which an underline does not turn into a heading. */
const NO_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:[>|<]|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|(?:[-*_][ \t]*){3,}$))/;
const HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];
const FRONT_MATTER = /^\uFEFF?(?:(---|\+\+\+)[ \t]*\r?\n(?:[\s\S]*?\n)?(?:\1|\.\.\.)[ \t]*(?:\r?\n|$))?/;
const MAX_LENGTH = 300;

export function readSections(text: string): Extraction {
  const symbols = nest(findHeadings(text), text);
  return { symbols, references: [], fingerprints: symbols.map(() => null) };
}

function findHeadings(text: string): Heading[] {
  const headings: Heading[] = [];
  /** The end of the current block without headings, such as a code fence. */
  let ending: RegExp | null = null;
  let paragraph: Line | null = null;
  for (const line of linesOf(text)) {
    if (ending) {
      if (ending.test(line.text)) ending = null;
      continue;
    }
    const atx = ATX.exec(line.text);
    const underline = paragraph && UNDERLINE.exec(line.text);
    const end = line.start + line.text.length;
    if (atx) {
      const name = collapse(atx[2] ?? '').replace(CLOSING_MARKS, '');
      headings.push({ level: atx[1]?.length ?? 1, name, start: line.start, end, row: line.row });
    } else if (underline && paragraph) {
      const { start, row } = paragraph;
      headings.push({ level: underline[1] ? 1 : 2, name: collapse(text.slice(start, line.start)), start, end, row });
    } else {
      ending = blockEnd(line.text);
    }
    const isText = !atx && !underline && !ending && line.text.trim() !== '';
    if (!isText) paragraph = null;
    else if (!paragraph && !NO_PARAGRAPH.test(line.text)) paragraph = line;
  }
  return headings
    .filter(({ name }) => name !== '')
    .map((heading) => ({ ...heading, name: heading.name.slice(0, MAX_LENGTH) }));
}

/** Skips YAML or TOML metadata before the document. */
function* linesOf(text: string): Generator<Line> {
  const before = FRONT_MATTER.exec(text)?.[0] ?? '';
  let row = before.split('\n').length - 1;
  for (let start = before.length; start < text.length; row++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield { text: text.slice(start, text[end - 1] === '\r' ? end - 1 : end), start, row };
    start = end + 1;
  }
}

/** The end of the block without headings that this line begins; null when it begins none. */
function blockEnd(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[1];
  if (fence) return new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  const html = HTML.find(([begin]) => begin.test(line));
  return html && !html[1].test(line) ? html[1] : null;
}

/** Each section extends to the next heading of its level or above. */
function nest(headings: readonly Heading[], text: string): CodeSymbol[] {
  const bottom = text.split('\n').length - (text.endsWith('\n') ? 2 : 1);
  const ends = sectionEnds(headings);
  const open: { readonly level: number; readonly path: string }[] = [];
  return headings.map((heading, i) => {
    const { level, name, start, end, row } = heading;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const container = open.at(-1)?.path ?? null;
    open.push({ level, path: container === null ? name : `${container} > ${name}` });
    const next = ends[i];
    return {
      kind: 'section',
      name,
      container,
      signature: collapse(text.slice(start, end)).slice(0, MAX_LENGTH),
      docstring: null,
      line: row + 1,
      startLine: row + 1,
      endLine: (next ? next.row - 1 : bottom) + 1,
      startIndex: start,
      endIndex: next?.start ?? text.length,
    };
  });
}

/** For each heading, the one that ends its section; undefined when the section extends to the end of the document. */
function sectionEnds(headings: readonly Heading[]): readonly (Heading | undefined)[] {
  const ends = new Array<Heading | undefined>(headings.length);
  const open: number[] = [];
  for (const [i, heading] of headings.entries()) {
    for (
      let last = open.at(-1);
      last !== undefined && (headings[last]?.level ?? 0) >= heading.level;
      last = open.at(-1)
    ) {
      ends[last] = heading;
      open.pop();
    }
    open.push(i);
  }
  return ends;
}
