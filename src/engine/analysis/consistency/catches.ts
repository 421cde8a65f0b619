// What code does with the errors it catches: the bodies of its catch blocks, in the languages that have them.

const BRACED = /\bcatch\b\s*(?:\([^)]*\)|[\w.:\s]*?)?\s*\{|\.catch\(\s*(?:\(?\w*\)?\s*=>|function\s*\(\w*\))\s*\{/g;
const INDENTED = /^([ \t]*)except\b[^\n]*:[ \t]*([^\n]*)$/gm;
const UNTIL_END = /^([ \t]*)rescue\b[^\n]*\n([\s\S]*?)^[ \t]*(?:end|ensure|rescue|else)\b/gm;

export function bodiesOfCatches(plain: string, language: string): string[] {
  if (/^python$/i.test(language)) return [...plain.matchAll(INDENTED)].map((match) => indented(plain, match));
  if (/^ruby$/i.test(language)) return [...plain.matchAll(UNTIL_END)].map(([, , body = '']) => body);
  return [...plain.matchAll(BRACED)].map(({ 0: opened, index }) => closed(plain, index + opened.length));
}

/** On the line of the `except`, or on all that stand deeper. */
function indented(plain: string, { 0: line, 1: indent = '', 2: inline = '', index }: RegExpExecArray): string {
  if (inline.trim() !== '') return inline;
  const body: string[] = [];
  for (const next of plain.slice(index + line.length + 1).split('\n')) {
    if (next.trim() !== '' && (/^[ \t]*/.exec(next)?.[0].length ?? 0) <= indent.length) break;
    body.push(next);
  }
  return body.join('\n');
}

/** Up to the brace that closes it. */
function closed(plain: string, start: number): string {
  let depth = 1;
  for (let at = start; at < plain.length; at++) {
    if (plain[at] === '{') depth++;
    else if (plain[at] === '}' && --depth === 0) return plain.slice(start, at);
  }
  return plain.slice(start);
}
