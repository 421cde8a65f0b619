// The times that a text of any length names, line by line.
import { DAY_MS } from '../clock.ts';
import type { Dated, Span } from './calendar.ts';
import { PAST } from './phrases.ts';
import { readSpans } from './ranges.ts';

/** Reads at most this many times in a line, in at most this many lines: a log of years is about none of its times. */
const [TIMES_IN_LINE, MOST_LINES] = [10, 1000];

/** Every time is named with one of these; trying all forms on each line of a long memory would take seconds. */
const MAY_NAME =
  /\d-\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4]|spring|summer|autumn|fall|winter|day|ago|night|morning|afternoon|evening|last|past|previous|this|recently|lately|(?:in|during|since|before|until|after) (?:19|20)\d/i;

export const spansInLines = (text: string, writtenAt: number): Dated[] =>
  text
    .split('\n')
    .filter((line) => MAY_NAME.test(line))
    .slice(0, MOST_LINES)
    .flatMap((line) => {
      const spans = readSpans(line, writtenAt, TIMES_IN_LINE);
      return PAST.test(line) ? spans : spans.flatMap((named) => [named, ...comingAgain(named, writtenAt)]);
    });

/** A note that tells nothing past may look ahead: in a roster that is written in May, July is the next one. */
const AHEAD_MS = 184 * DAY_MS;

function comingAgain({ from, until, ...named }: Dated, writtenAt: number): Dated[] {
  if (!named.recurs) return [];
  const next = { ...named, from: yearAfter(from), until: yearAfter(until) };
  return next.from <= writtenAt + AHEAD_MS ? [next] : [];
}

const yearAfter = (moment: number): number => new Date(moment).setUTCFullYear(new Date(moment).getUTCFullYear() + 1);

/** What began or ended at a time may hold in another one, too. */
const HOLDS_ON = /\b(?:since|from|starting|as of|until|till|by|before|after)\b/i;
/** Named times of about the same length are of one kind: months, years. */
const ALIKE = 2;

const lengthOf = ({ from, until }: Span): number => until - from;

/** Whether two times are of one kind. */
export const isAlike = (a: Span, b: Span): boolean =>
  lengthOf(a) < ALIKE * lengthOf(b) && lengthOf(b) < ALIKE * lengthOf(a);

/** Whether a text says how it is at other times of the same kind, and not at this one: a roster for March, asked for April. */
export function isOfOtherTime(text: string, writtenAt: number, asked: Span): boolean {
  const lines = text.split('\n').filter((line) => !PAST.test(line) && !HOLDS_ON.test(line));
  const named = spansInLines(lines.join('\n'), writtenAt);
  return (
    named.some((span) => isAlike(span, asked)) &&
    !named.some(({ from, until }) => from < asked.until && until > asked.from)
  );
}
