// Recognises a name that is written a little differently.

const MAX_TYPED = 60;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether only case and signs differ, or at most one letter in four is different, missing, too many or swapped with the next. */
export function isMisspelt(given: string, meant: string): boolean {
  const [a, b] = [plain(given), plain(meant)];
  const most = Math.floor(Math.min(a.length, b.length) / 4);
  if (a === b) return a !== '';
  return Math.abs(a.length - b.length) <= most && Math.max(a.length, b.length) <= MAX_TYPED && distance(a, b) <= most;
}

/** How many letters have to be changed, added, removed or swapped with the next. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      const isSwapped = j > 1 && letter === b[j - 2] && a[i - 1] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
