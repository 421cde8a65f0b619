// What code does with the errors it catches: the bodies of its catch blocks, in the languages that have them.

// Comments become blanks, so there may be any number of them: no two parts of a pattern may take the same ones.
const BRACED =
  /\bcatch\b(?:\s*\([^()]*\)\s*|(?:(?!\bcatch\b)[\w.:\s])*)\{|\.catch\(\s*(?:(?:\(\w*\)|\w+)\s*=>|function\s*\(\w*\))\s*\{/g;
const INDENTED = /^([ \t]*)except\b[^\n]*:[ \t]*([^\n]*)$/gm;
const UNTIL_END = /^([ \t]*)rescue\b[^\n]*\n([\s\S]*?)^[ \t]*(?:end|ensure|rescue|else)\b/gm;

export function bodiesOfCatches(plain: string, language: string): string[] {
  if (/^python$/i.test(language)) return [...plain.matchAll(INDENTED)].map((match) => indented(plain, match));
  if (/^ruby$/i.test(language)) return [...plain.matchAll(UNTIL_END)].map(([, , body = '']) => body);
  const closings = closingBraces(plain);
  return [...plain.matchAll(BRACED)].map(({ 0: opened, index }) => {
    const start = index + opened.length;
    return plain.slice(start, closings.get(start - 1));
  });
}

/** On the line of the `except`, or on all that stand deeper. */
function indented(plain: string, { 0: line, 1: indent = '', 2: inline = '', index }: RegExpExecArray): string {
  if (inline.trim() !== '') return inline;
  const start = index + line.length + 1;
  let end = start;
  while (end < plain.length) {
    const newline = plain.indexOf('\n', end);
    const next = newline < 0 ? plain.length : newline + 1;
    const written = plain.slice(end, next);
    if (written.trim() !== '' && (/^[ \t]*/.exec(written)?.[0].length ?? 0) <= indent.length) break;
    end = next;
  }
  return plain.slice(start, end);
}

/** Where each brace is closed, by where it is opened; a brace that stays open is not among them. */
function closingBraces(plain: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of plain.matchAll(/[{}]/g)) {
    const opened = brace === '}' ? open.pop() : undefined;
    if (opened !== undefined) closings.set(opened, index);
    if (brace === '{') open.push(index);
  }
  return closings;
}
