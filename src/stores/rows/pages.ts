import { yieldToEventLoop } from '../../engine/waiting.ts';
import type { Row } from './row.ts';

/** The `seq` of every row that matches, found page by page. */
export async function findMatching(
  size: number,
  read: (after: number) => readonly Row[] | Promise<readonly Row[]>,
  isMeant: (row: Row) => boolean,
): Promise<number[]> {
  const meant: number[] = [];
  for (let last = 0; ; ) {
    const page = await read(last);
    meant.push(...page.filter(isMeant).map(({ seq }) => Number(seq)));
    if (page.length < size) return meant;
    last = Number(page.at(-1)?.seq);
    await yieldToEventLoop();
  }
}
