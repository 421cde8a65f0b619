// Scores how well the time of a memory fits the time in a question.
import { DAY_MS } from '../clock.ts';
import type { Span } from '../temporal/calendar.ts';
import type { Sense } from '../temporal/timing.ts';
import { spansInLines } from '../temporal/told-spans.ts';
import { clamp } from './parts.ts';

/** When a memory was noted, and how long it held. */
export interface Times {
  readonly eventTime: number;
  readonly ingestionTime: number;
  readonly validFrom: number;
  readonly validUntil: number | null;
}

/** The time a question asks about, with its anchor event resolved. */
export interface WantedTime {
  readonly sense: Sense;
  readonly span: Span | null;
  readonly strength: number;
  /** Of several former values, the first is asked for. */
  readonly isFirst: boolean;
  /** What the named thing superseded, if that is asked for. */
  readonly replaced?: ReadonlySet<number>;
}

/** The weight of time alone: full for what was noted then; what held then must also be about the question. */
const TELLS: Readonly<Record<Sense, number>> = { noted: 1, held: 0.4, former: 0.6 };
/** The memory held then and still holds. */
const STILL_HOLDS = 0.5;
/** The memory is of another time, but names the one in question. */
const TOLD: Readonly<Record<Sense, number>> = { noted: 0.8, held: 1.2, former: 0 };
/** The memory held in the weeks before the event in question, but did not end with it. */
const HELD_BEFORE = 0.8;
/** The memory has ended, but held at another time, or was not the first. */
const OTHER_TIME = 0.6;
/** The memory held before the event, and nobody has said that it ended with it. */
const PERHAPS_ENDED = 0.3;
/** People record a replaced fact within days. */
const SLACK_MS = 3 * DAY_MS;
const MONTH_MS = 31 * DAY_MS;
/** The cosines at which a memory begins to be about the question, and at which it is fully. */
const ABOUT = { from: 0.2, wholly: 0.6 };
/** The same for a memory that names the time itself. */
const ABOUT_IF_TOLD = { from: 0.15, wholly: 0.5 };

/** What is known of a memory besides its times. */
export interface Telling {
  readonly cosine: number;
  /** The share of the question's words. */
  readonly words: number;
  /** Its text names the time in question. */
  readonly isTold: boolean;
  /** Its text says how it is at other times alone. */
  readonly isOfOther: boolean;
  /** It superseded another memory. */
  readonly isSuccessor: boolean;
  /** It was superseded by what the question names. */
  readonly isReplaced: boolean;
}

/** 0..1 */
export function timeScore(wanted: WantedTime, times: Times, now: number, telling: Telling): number {
  const { isTold, isOfOther, isSuccessor, isReplaced } = telling;
  if (isReplaced) return wanted.strength;
  if (wanted.sense === 'held' && isOfOther) return 0;
  const about = wanted.sense === 'noted' ? 1 : aboutness(telling);
  const fit = Math.max(howWell(wanted, times, now), isTold ? TOLD[wanted.sense] : 0);
  const place = wanted.isFirst && isSuccessor ? OTHER_TIME : 1;
  return wanted.strength * TELLS[wanted.sense] * about * fit * place;
}

/** How much a memory is about the question: one that names the time itself, also by its words. */
function aboutness({ cosine, words, isTold }: Telling): number {
  const { from, wholly } = isTold ? ABOUT_IF_TOLD : ABOUT;
  return Math.max(clamp((cosine - from) / (wholly - from)), isTold ? words : 0);
}

/** Whether the memory was noted, or held, at the time in question. */
export const isOfTime = (wanted: WantedTime, times: Times, now: number): boolean => howWell(wanted, times, now) > 0;

/** Whether a text written at some moment names a time that overlaps this one, and is not much longer: a year names no day. */
export function namesTime(text: string, writtenAt: number, { from, until }: Span): boolean {
  const longest = Math.max(MONTH_MS, until - from);
  return spansInLines(text, writtenAt).some(
    (named) => named.from < until && named.until > from && named.until - named.from <= longest,
  );
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
      if (!hasEnded) return span !== null && times.validFrom < span.until - DAY_MS ? PERHAPS_ENDED : 0;
      return span === null || endsAt(span, times) ? 1 : didHold ? HELD_BEFORE : OTHER_TIME;
  }
}

const endsAt = (span: Span, { validUntil }: Times): boolean =>
  validUntil !== null && Math.abs(validUntil - span.until) <= SLACK_MS;

const isIn = ({ from, until }: Span, { eventTime, ingestionTime }: Times): boolean =>
  [eventTime, ingestionTime].some((time) => from <= time && time < until);

const overlaps = ({ from, until }: Span, { validFrom, validUntil }: Times): boolean =>
  validFrom < until && (validUntil === null || validUntil > from);
