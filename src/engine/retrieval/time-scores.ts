// How well the time of a memory fits what a question says about time.
import { DAY_MS, type Span } from '../temporal/calendar.ts';
import type { Sense } from '../temporal/timing.ts';

/** When something was noted, and how long it held. */
export interface Times {
  readonly eventTime: number;
  readonly ingestionTime: number;
  readonly validFrom: number;
  readonly validUntil: number | null;
}

/** What a question is after, with the event found that it counts from. */
export interface WantedTime {
  readonly sense: Sense;
  readonly span: Span | null;
  readonly strength: number;
}

/** How much the time alone tells: all of what was noted then, while what held then must also be about the question. */
const TELLS: Readonly<Record<Sense, number>> = { noted: 1, held: 0.4, former: 0.6 };
/** It held then, and still holds. */
const STILL_HOLDS = 0.5;
/** It holds no longer, but held at another time. */
const OTHER_TIME = 0.6;
/** Whoever replaces a fact notes that within days. */
const SLACK_MS = 3 * DAY_MS;
/** From here on a memory is about the question, and from there on wholly so. */
const ABOUT = { from: 0.2, wholly: 0.6 };

/** 0..1; `cosine` is how near the memory is to the question. */
export function timeScore(wanted: WantedTime, times: Times, now: number, cosine: number): number {
  const about = wanted.sense === 'noted' ? 1 : clamp((cosine - ABOUT.from) / (ABOUT.wholly - ABOUT.from));
  return wanted.strength * TELLS[wanted.sense] * about * howWell(wanted, times, now);
}

function howWell({ sense, span }: WantedTime, times: Times, now: number): number {
  const hasEnded = times.validUntil !== null && times.validUntil <= now;
  const isNoted = span !== null && isIn(span, times);
  const didHold = span === null || overlaps(span, times);
  switch (sense) {
    case 'noted':
      return isNoted ? 1 : 0;
    case 'held':
      return didHold && (hasEnded || isNoted) ? 1 : didHold || isNoted ? STILL_HOLDS : 0;
    case 'former':
      return !hasEnded ? 0 : didHold || endsAt(span, times) ? 1 : OTHER_TIME;
  }
}

const endsAt = (span: Span | null, { validUntil }: Times): boolean =>
  span !== null && validUntil !== null && Math.abs(validUntil - span.until) <= SLACK_MS;

const isIn = ({ from, until }: Span, { eventTime, ingestionTime }: Times): boolean =>
  [eventTime, ingestionTime].some((time) => from <= time && time < until);

const overlaps = ({ from, until }: Span, { validFrom, validUntil }: Times): boolean =>
  validFrom < until && (validUntil === null || validUntil > from);

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
