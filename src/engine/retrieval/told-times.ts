// Memories that tell of a time without being dated in it: `The export failed on 12 August`, imported in November.
import { DAY_MS } from '../clock.ts';
import type { MemoryStore } from '../memories/ports.ts';
import { monthsIn } from '../temporal/calendar.ts';
import { terms } from '../text/terms.ts';
import { namesTime, type WantedTime } from './time-scores.ts';

/** Too many memories name a moment in a longer time. */
const LONGEST_MS = 100 * DAY_MS;

/** The words by which to search for memories that may tell of this time. */
export function timeWords(time: WantedTime | null): string[] {
  if (!time?.span || time.sense === 'former') return [];
  return time.span.until - time.span.from > LONGEST_MS ? [] : monthsIn(time.span).flatMap(terms);
}

/** Those of these memories that name a moment in this time. */
export async function tellersOf(
  time: WantedTime | null,
  rows: readonly number[],
  memories: Pick<MemoryStore, 'byRows'>,
): Promise<ReadonlySet<number>> {
  const span = time?.span;
  if (!span || rows.length === 0) return new Set();
  const tell = (await memories.byRows(rows)).filter(({ content, eventTime }) => namesTime(content, eventTime, span));
  return new Set(tell.map(({ row }) => row));
}
