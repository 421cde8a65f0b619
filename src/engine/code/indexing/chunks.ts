// Divides code into chunks that a search can show: each function or method, each class without its members, and the
// lines between them. Merges small neighbours and divides large definitions.
import type { CodeSymbol } from '../symbols.ts';

export interface Chunk {
  /** Lines start at 1; both are inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** The kind of its main definition, such as `function`; null for lines between definitions. */
  readonly kind: CodeSymbol['kind'] | null;
  readonly name: string | null;
  /** The qualified name of the enclosing symbol. */
  readonly container: string | null;
  /** The names of all definitions that start in it. */
  readonly defines: readonly string[];
}

/** In characters, about as much as the model reads at once. */
const MAX_CHARACTERS = 1500;
/** The factor by which a definition may exceed the limit before it is divided. */
const TOLERANCE = 1.3;
/** Neighbours smaller than this are merged. */
const SMALL = 300;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly owner: CodeSymbol | null;
}

/** Internally, line numbers start at 0 and the end is exclusive. */
export function chunkCode(text: string, symbols: readonly CodeSymbol[]): Chunk[] {
  const lines = text.split('\n');
  // A final line break does not start another line.
  if (lines.at(-1) === '') lines.pop();
  const pieces = merge(piecesOf(lines, symbols), lines).flatMap((piece) => divide(piece, lines));
  return pieces
    .filter(({ start, end }) => lines.slice(start, end).some((line) => line.trim() !== ''))
    .map((piece) => toChunk(piece, lines, symbols));
}

/** Runs of lines that belong to the same definition. Nested functions belong to the outer function. */
function piecesOf(lines: readonly string[], symbols: readonly CodeSymbol[]): Piece[] {
  const count = lines.length;
  const owners = new Array<CodeSymbol | null>(count).fill(null);
  const outermostFirst = symbols.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  for (const symbol of outermostFirst) {
    const around = owners[symbol.startLine - 1];
    if (around && (around.kind === 'function' || around.kind === 'method') && around.endLine >= symbol.endLine)
      continue;
    let start = symbol.startLine - 1;
    for (const above = commentAbove(lines, symbol); start > above && (owners[start - 1] ?? null) === (around ?? null); )
      start--;
    owners.fill(symbol, start, Math.min(symbol.endLine, count));
  }
  const pieces: Piece[] = [];
  for (let start = 0; start < count; ) {
    const owner = owners[start] ?? null;
    let end = start + 1;
    while (end < count && (owners[end] ?? null) === owner) end++;
    pieces.push({ start, end, owner });
    start = end;
  }
  return pieces;
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|--|#(?!\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b))/;

/** The start of the comment about a definition: directly above it, or a block comment one blank line further up. */
export function commentAbove(
  lines: readonly string[],
  { kind, startLine }: Pick<CodeSymbol, 'kind' | 'startLine'>,
): number {
  // In prose such lines are headings and lists.
  if (kind === 'section') return startLine - 1;
  let start = startLine - 1;
  if (lines[start - 1]?.trim() === '' && lines[start - 2]?.trimEnd().endsWith('*/')) start--;
  const nearest = start;
  while (start > 0 && COMMENT.test(lines[start - 1] ?? '')) start--;
  return start < nearest ? start : startLine - 1;
}

function merge(pieces: readonly Piece[], lines: readonly string[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const together = last ? size(lines, last.start, piece.end) : 0;
    const isSmall = last && Math.min(size(lines, last.start, last.end), size(lines, piece.start, piece.end)) < SMALL;
    if (!last || !isSmall || together > MAX_CHARACTERS) merged.push(piece);
    else merged[merged.length - 1] = { start: last.start, end: piece.end, owner: larger(last, piece, lines) };
  }
  return merged;
}

/** The owner with more text names the whole; a definition wins over lines between definitions. */
function larger(a: Piece, b: Piece, lines: readonly string[]): CodeSymbol | null {
  if (!a.owner || !b.owner) return a.owner ?? b.owner;
  return size(lines, a.start, a.end) >= size(lines, b.start, b.end) ? a.owner : b.owner;
}

/** Divides at a blank line if there is one in the second half of what fits. */
function divide(piece: Piece, lines: readonly string[]): Piece[] {
  if (size(lines, piece.start, piece.end) <= MAX_CHARACTERS * TOLERANCE) return [piece];
  const parts: Piece[] = [];
  for (let start = piece.start; start < piece.end; ) {
    let end = start + 1;
    while (end < piece.end && size(lines, start, end + 1) <= MAX_CHARACTERS) end++;
    if (end < piece.end) {
      const blank = lines.slice(start, end).findLastIndex((line) => line.trim() === '');
      if (blank > (end - start) / 2) end = start + blank + 1;
    }
    parts.push({ start, end, owner: piece.owner });
    start = end;
  }
  return parts;
}

const size = (lines: readonly string[], start: number, end: number): number => {
  let sum = 0;
  for (let i = start; i < end; i++) sum += (lines[i]?.length ?? 0) + 1;
  return sum;
};

function toChunk({ start, end, owner }: Piece, lines: readonly string[], symbols: readonly CodeSymbol[]): Chunk {
  const begins = symbols.filter(({ line }) => line - 1 >= start && line - 1 < end);
  return {
    startLine: start + 1,
    endLine: end,
    text: lines.slice(start, end).join('\n'),
    kind: owner?.kind ?? null,
    name: owner?.name ?? null,
    container: owner?.container ?? null,
    defines: [...new Set(begins.map(({ name }) => name))],
  };
}
