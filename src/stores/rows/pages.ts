import { yieldToEventLoop } from '../../engine/waiting.ts';
import type { Row } from './row.ts';

/** How long rows are compared before other requests are answered. */
const STRETCH_MS = 10;

/** The `seq` of every row that matches, found page by page. */
export async function findMatching(
  size: number,
  read: (after: number) => readonly Row[] | Promise<readonly Row[]>,
  matches: (row: Row) => boolean,
): Promise<number[]> {
  const found: number[] = [];
  for (let last = 0; ; ) {
    const page = await read(last);
    let since = performance.now();
    for (const row of page) {
      if (matches(row)) found.push(Number(row.seq));
      if (performance.now() - since < STRETCH_MS) continue;
      await yieldToEventLoop();
      since = performance.now();
    }
    if (page.length < size) return found;
    last = Number(page.at(-1)?.seq);
    await yieldToEventLoop();
  }
}

/** A full page of what can be read, from pages of rows that each start after a key: a shorter one is the last. */
export async function fullPage<Key, Item>(
  { after, limit }: { readonly after: Key | null; readonly limit: number },
  rowsAfter: (after: Key | null) => readonly Row[] | Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  read: (rows: readonly Row[]) => readonly Item[] | Promise<readonly Item[]>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let last = after; ; ) {
    const rows = await rowsAfter(last);
    found.push(...(await read(rows)));
    const end = rows.at(-1);
    if (rows.length < limit || found.length >= limit || !end) return found.slice(0, limit);
    last = keyOf(end);
  }
}
