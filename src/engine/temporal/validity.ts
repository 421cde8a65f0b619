import { invalid } from '../../errors.ts';

interface Times {
  readonly validFrom: number;
  readonly validUntil: number | null;
  readonly ingestionTime: number;
}

/** Now: what was known when it was learned holds from then on, even if the clock that noted it was ahead of this one. */
export const isValidNow = (memory: Times, now: number): boolean =>
  memory.validFrom <= Math.max(now, memory.ingestionTime) && (memory.validUntil === null || now < memory.validUntil);

/** The period of a memory that ends now, or has ended: it never ends before it began. */
export function endedBy({ validFrom, validUntil, ingestionTime }: Times, now: number) {
  // Of a clock that was ahead, only the memory itself is known: it began at the latest when it ended.
  const from = validFrom <= ingestionTime ? Math.min(validFrom, now) : validFrom;
  return { validFrom: from, validUntil: Math.max(from, Math.min(validUntil ?? now, now)) };
}

/** Half open: what ends at `t` is no longer valid at `t`. */
export function isValidAt(memory: { validFrom: number; validUntil: number | null }, at: number): boolean {
  return memory.validFrom <= at && (memory.validUntil === null || at < memory.validUntil);
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads an ISO 8601 time; UTC if it names no zone. */
export function readTime(text: string): number {
  const trimmed = text.trim();
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(trimmed) || !/[T ]/.test(trimmed) ? trimmed : `${trimmed}Z`;
  const time = ISO.test(trimmed) ? Date.parse(zoned.replace(' ', 'T').replace(',', '.')) : Number.NaN;
  if (Number.isNaN(time) || !isCalendarDay(trimmed)) {
    throw invalid(`Invalid timestamp: ${text.slice(0, 60)}.`, 'Use ISO 8601, for example 2026-01-06T12:00:00Z.');
  }
  return time;
}

const DAY_MS = 86_400_000;

/** The same for the end of a period: a bare date means the whole day. */
export const readEnd = (text: string): number => readTime(text) + (text.includes(':') ? 0 : DAY_MS - 1);

/** The same, but a future time counts as now. */
export const readPastTime = (text: string, now: number): number => Math.min(readTime(text), now);

/** Rejects days that Date.parse would shift, such as 30 February to 2 March. */
function isCalendarDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** `2026-01-06T12:00:00Z`; with milliseconds only if there are any. */
export function printTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}
