// Tokenises code without a grammar: recognises comments and strings by the usual marks, and treats each line as a
// statement. Comparable with the result of a grammar, but less reliable.
import type { FunctionTokens } from './fingerprint.ts';
import { type Region, settled, tokenize } from './tokens.ts';

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|(?<![:\w])\/\/[^\n]*|(?<=^|\s)#(?![{!\[])[^\n]*|(?<=^|\s)--\s[^\n]*`;
const STRING = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`;
const REGION = new RegExp(`(${COMMENT})|${STRING}`, 'gm');

export function plainTokens(text: string): FunctionTokens {
  const regions = [...text.matchAll(REGION)].map(
    ({ index, 0: whole, 1: comment }): Region => ({
      start: index,
      end: index + whole.length,
      kind: comment === undefined ? 'string' : 'skipped',
    }),
  );
  const tokens = settled(tokenize({ text, regions, called: new Set() }, 0, text.length), '');
  const lines = lineStarts(text);
  let line = 0;
  const statements = tokens.map(({ start }) => {
    while ((lines[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line++;
    return line + 1;
  });
  return { tokens, statements, parents: [] };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
