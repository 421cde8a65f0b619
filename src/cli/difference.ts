// One change to a text: what differs between the prefix and the suffix that both versions share.

export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

export function spliceBetween(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  let end = 0;
  while (end < most - at && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { at, removed: before.slice(at, before.length - end), inserted: after.slice(at, after.length - end) };
}

/** Recovers the text before a change from the text after it. */
export const undo = (after: string, { at, removed, inserted }: Splice): string =>
  after.slice(0, at) + removed + after.slice(at + inserted.length);

/** The lines that change, as a patch shows them. */
export function difference(before: string, after: string): string[] {
  const [old, young] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const most = Math.min(old.length, young.length);
  let head = 0;
  while (head < most && old[head] === young[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === young.at(-1 - tail)) tail++;
  return [
    `@@ line ${head + 1} @@`,
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...young.slice(head, young.length - tail).map((line) => `+${line}`),
  ];
}
