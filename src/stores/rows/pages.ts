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
