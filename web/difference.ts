// What changed between two texts, word by word.

export interface Piece {
  readonly text: string;
  readonly is: 'same' | 'gone' | 'new';
}

/** With a larger table than this, the whole text is shown as replaced. */
const MAX_CELLS = 1_000_000;

export function difference(before: string, after: string): Piece[] {
  const [a, b] = [tokens(before), tokens(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ text, is: 'same' })),
    ...middle,
    ...a.slice(a.length - end).map((text): Piece => ({ text, is: 'same' })),
  ]);
}

const tokens = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function between(a: readonly string[], b: readonly string[]): Piece[] {
  if (a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0) {
    return [...a.map((text): Piece => ({ text, is: 'gone' })), ...b.map((text): Piece => ({ text, is: 'new' }))];
  }
  const longest = commonLengths(a, b);
  const width = b.length + 1;
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i] ?? '', b[j] ?? ''];
    if (left === right) {
      pieces.push({ text: left, is: 'same' });
      i++;
      j++;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) {
      pieces.push({ text: left, is: 'gone' });
      i++;
    } else {
      pieces.push({ text: right, is: 'new' });
      j++;
    }
  }
  for (; i < a.length; i++) pieces.push({ text: a[i] ?? '', is: 'gone' });
  for (; j < b.length; j++) pieces.push({ text: b[j] ?? '', is: 'new' });
  return pieces;
}

/** The length of the longest common subsequence of the suffixes from each pair of positions. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const down = table[(i + 1) * width + j] ?? 0;
      const right = table[i * width + j + 1] ?? 0;
      table[i * width + j] = a[i] === b[j] ? (table[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(down, right);
    }
  }
  return table;
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.is === piece.is) all[all.length - 1] = { text: last.text + piece.text, is: piece.is };
    else all.push(piece);
  }
  return all;
}
