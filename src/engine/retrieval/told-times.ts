// Memories that tell of a time without being dated in it: `The export failed on 12 August`, imported in November.
import { DAY_MS } from '../clock.ts';
import type { MemoryStore } from '../memories/ports.ts';
import { monthsIn } from '../temporal/calendar.ts';
import { isOfOtherTime } from '../temporal/told-spans.ts';
import { terms } from '../text/terms.ts';
import { namesTime, type WantedTime } from './time-scores.ts';

/** Too many memories name a moment in a longer time. */
const LONGEST_MS = 100 * DAY_MS;

/** The words by which to search for memories that may tell of this time. */
export function timeWords(time: WantedTime | null): string[] {
  if (!time?.span || time.sense === 'former') return [];
  return time.span.until - time.span.from > LONGEST_MS ? [] : monthsIn(time.span).flatMap(terms);
}

export interface Tellers {
  /** Memories whose text tells of the time. */
  readonly tell: ReadonlySet<number>;
  /** Memories whose text says how it is at other times alone. */
  readonly other: ReadonlySet<number>;
}

/** What these memories tell of the time. */
export async function tellersOf(
  time: WantedTime | null,
  rows: readonly number[],
  memories: Pick<MemoryStore, 'byRows'>,
): Promise<Tellers> {
  const span = time?.span;
  if (!span || rows.length === 0) return { tell: new Set(), other: new Set() };
  const read = await memories.byRows(rows);
  const where = (is: typeof namesTime) =>
    new Set(read.filter(({ content, eventTime }) => is(content, eventTime, span)).map(({ row }) => row));
  return { tell: where(namesTime), other: where(isOfOtherTime) };
}
