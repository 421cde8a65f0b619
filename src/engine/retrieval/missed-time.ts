// Whether the first results are of other times than the question asks about.
import { DAY_MS, YEAR_MS } from '../clock.ts';
import { monthsIn, type Span } from '../temporal/calendar.ts';
import { isAlike, isOfOtherTime, spansInLines } from '../temporal/told-spans.ts';
import { terms } from '../text/terms.ts';
import type { Ranking } from './recall.ts';
import type { Found } from './results.ts';
import type { AskedQuestion } from './verdicts.ts';

/** How many of the first results may tell of the time that is asked for. */
const LOOKED_AT = 3;
/** A month tells of none of its days, but roughly named weeks overlap. */
const [LEAST_TOLD_MS, LONGER_TOLD] = [7 * DAY_MS, 1.5];
const YEARS = /\b(?:19|20)\d\d\b/g;

/** A result further off is not about what the question asks, whatever time it tells of. */
const NEAR = 0.35;

type Timed = Pick<Ranking, 'time' | 'missedTime'> & Pick<AskedQuestion, 'vectors' | 'timeAlone'>;

export function missesTime({ time, missedTime, vectors, timeAlone }: Timed, first: readonly Found[]): boolean {
  const span = time?.span;
  const [best] = first;
  if (!span || !best || time.sense === 'former') return false;
  const hasVectors = vectors.length > 0;
  const looked = first.slice(0, LOOKED_AT);
  const near = looked.filter((found) => found === best || timeAlone || !hasVectors || found.parts.vector >= NEAR);
  if (near.some((found) => tellsOf(found, span))) return false;
  const { content, eventTime } = best.memory;
  if (time.strength === 1) {
    const noneFits = hasVectors && looked.every(({ parts }) => (parts.time ?? 0) === 0);
    return missedTime !== null || noneFits || isOfOtherTime(content, eventTime, span);
  }
  // A present fact or a plan seldom says of when it is, so it misses the time only if it names another.
  return namesOther(best, span) && !near.some((found) => namesMonths(found, span));
}

const spansIn = ({ memory }: Found): Span[] => spansInLines(memory.content, memory.eventTime);

const overlap = (a: Span, b: Span): boolean => a.from < b.until && a.until > b.from;
const lengthOf = ({ from, until }: Span): number => until - from;
const isYear = (span: Span): boolean => lengthOf(span) >= YEAR_MS;

const yearsIn = ({ memory }: Found): number[] => [...memory.content.matchAll(YEARS)].map(([year]) => Number(year));
const isIn = (year: number, span: Span): boolean =>
  overlap({ from: Date.UTC(year, 0), until: Date.UTC(year + 1, 0) }, span);

/** A memory may tell of that time without being dated in it. */
function tellsOf(found: Found, span: Span): boolean {
  const longest = Math.max(LEAST_TOLD_MS, LONGER_TOLD * lengthOf(span));
  return (
    spansIn(found).some((named) => overlap(named, span) && lengthOf(named) <= longest) ||
    (isYear(span) && yearsIn(found).some((year) => isIn(year, span)))
  );
}

const namesOther = (found: Found, span: Span): boolean =>
  isYear(span) ? yearsIn(found).length > 0 : spansIn(found).some((named) => isAlike(named, span));

/** The same months, of whatever year. */
function namesMonths({ memory }: Found, span: Span): boolean {
  if (isYear(span)) return false;
  const held = new Set(terms(memory.content));
  return monthsIn(span)
    .flatMap(terms)
    .some((month) => held.has(month));
}
