// Reads what a question says about time: when something was noted, what held then, or what held before it was replaced.
import { DAY_MS } from '../clock.ts';
import { countOf, type Dated, daysOf, type Span } from './calendar.ts';
import {
  ADVICE,
  ANCHOR,
  ASKS_NOW,
  FIRST,
  FORMER,
  HAPPENED,
  HAPPENING,
  IN_USE,
  LEADING,
  MOVING,
  NEAR,
  NOT_FORMER,
  NOTED,
  NOTING,
  PAST,
  PERHAPS,
  PRESENTLY,
  REPLACED,
  SEASON,
  WENT_WRONG,
} from './phrases.ts';
import { readSpan } from './ranges.ts';

/** What a question asks for: what was noted then, what held then, or what no longer holds. */
export type Sense = 'noted' | 'held' | 'former';

type Side = 'before' | 'after' | 'since' | 'around';

/** An event that a question refers to: `since the upgrade`. */
export interface Anchor {
  readonly text: string;
  readonly side: Side;
  readonly days: number;
}

export interface Timing {
  readonly sense: Sense;
  /** Null when no time is named, or when `anchor` gives it. */
  readonly span: Span | null;
  readonly anchor: Anchor | null;
  /** The question without the words about time. */
  readonly rest: string;
  /** How much the question is about time, 0..1. */
  readonly strength: number;
  /** Of several former values, it asks for the first: `the original port`. */
  readonly isFirst?: boolean;
  /** It asks for what the anchor replaced, and for nothing else: `what did pg-boss replace?` */
  readonly isReplaced?: boolean;
}

const GENERIC =
  /^(?:what|which|anything|something|everything|summary|recap|overview|notes?|noted|changes?|changed|happen(?:ed|s)?|events?|decisions?|decided?|took|taken|done|new|session|put|down|wr(?:ite|ote|itten)|agreed?|going|on|please|did|do|have|has|had|been|we|i|you|they|us|me|my|our|was|were|is|are|the|in|of|for|from|with|about|there|all)$/i;

/** What happens, of whatever kind: a memory of it hardly says so. */
const EVENT =
  /^(?:occurr(?:ed)?|incidents?|outages?|crash(?:ed|es)?|failures?|failed|problems?|troubles?|regressions?|postmortems?|broke|went|wrong|upgraded?|updated|deployed|released?|shipped|fix(?:ed|es)?|hotfix(?:ed)?)$/i;

const wordsOf = (rest: string): readonly string[] => rest.replace(NOTING, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a question asks for more than the time. */
export const asksMore = (rest: string): boolean => wordsOf(rest).some((word) => !GENERIC.test(word));

/** The same of more than the time and that something happened: `incidents in April`, `what broke last week`. */
export const asksMoreThanEvents = (rest: string): boolean =>
  wordsOf(rest).some((word) => !GENERIC.test(word) && !EVENT.test(word));

/** The times in a longer text are its own, not the question's. */
const LONGEST_QUESTION = 4000;

/** Null for a question that does not mention time. */
export function readTiming(asked: string, now: number): Timing | null {
  if (asked.length > LONGEST_QUESTION) return null;
  const question = asked.replace(/\bprior to\b/gi, 'before');
  const span = readSpan(question, now);
  if (span) return dated(question, span, now);
  const anchor = readAnchor(question);
  if (anchor) return anchor;
  const replaced = REPLACED.exec(question)?.groups;
  if (replaced) {
    const text = Object.values(replaced).join('').trim();
    // A name replaces; a person may, too.
    const strength = /[\p{Lu}\d-]/u.test(text) ? 1 : UNSURE;
    const anchor = { text, side: 'before', days: USUAL_DAYS } as const;
    return { sense: 'former', span: null, anchor, rest: question, strength, isReplaced: true };
  }
  const cue = FORMER.test(question) ? FORMER : PERHAPS.test(question) ? PERHAPS : null;
  if (cue === null || NOT_FORMER.test(question) || isPresent(question)) return null;
  const isSure =
    cue === FORMER && (PAST.test(question) || isBare(question)) && !/\band (?:now|new|present)\b/i.test(question);
  const rest = tidy(question.replace(cue, ' '));
  const strength = isSure ? 1 : UNSURE;
  return {
    sense: 'former',
    span: null,
    anchor: null,
    rest,
    strength,
    isFirst: FIRST.test(cue.exec(question)?.[0] ?? ''),
  };
}

function dated(question: string, { from, until, text, at }: Dated, now: number): Timing | null {
  const before = question.slice(0, at);
  const rest = tidy(`${before.replace(LEADING, '')} ${question.slice(at + text.length)}`);
  const led = /\b(since|until|till|before|after)\s*(?:the )?$/i.exec(before)?.[1]?.toLowerCase();
  const direct = /\b(since|until|till|before|after)\b/i.exec(text)?.[1]?.toLowerCase();
  const noted = isNoted(question, rest);
  if (!noted && NEAR.test(text) && (!PAST.test(rest) || ASKS_NOW.test(rest))) return null;
  const isSure =
    noted || ((PAST.test(rest) || !ADVICE.test(rest)) && !SEASON.test(text) && readSpan(rest, now) === null);
  const common = { anchor: null, rest, strength: isSure ? 1 : UNSURE };
  switch (led ?? direct) {
    case 'since':
      // What has held since then holds now.
      if (!noted) return null;
      return { ...common, sense: 'noted', span: { from, until: Math.max(now + 1, until) } };
    case 'after':
      return { ...common, sense: 'noted', span: { from: until, until: Math.max(now + 1, until) } };
    case 'before':
    case 'until':
    case 'till':
      return { ...common, sense: 'held', span: { from: from - DAY_MS, until: from } };
    default:
      return { ...common, sense: noted ? 'noted' : 'held', span: { from, until } };
  }
}

/** A question about what happened, or about nothing but the time, asks for what was noted then. */
const isNoted = (question: string, rest: string): boolean =>
  NOTED.test(question) || WENT_WRONG.test(question) || asksForNotes(rest) || rest.split(' ').length < 2;

/** `what was recorded`, but not `what was recorded in Redis`. */
const asksForNotes = (rest: string): boolean => NOTING.test(rest) && !asksMore(rest);

function readAnchor(question: string): Timing | null {
  const match = ANCHOR.exec(question);
  const [whole = '', many, unit, word = '', text = ''] = match ?? [];
  const isSpan = unit !== undefined;
  if (!match || !isEvent(whole, text)) return null;
  const side = SIDES[word.toLowerCase()] ?? 'around';
  const rest = tidy(question.replace(whole, ' '));
  const tells = NOTED.test(rest) || PAST.test(rest);
  if (side === 'around' && !(isSpan && tells && /^(?:in|on|during) the\b/i.test(whole))) return null;
  const namesMoment = !MOVING.test(text) && !comesAgain(whole, text);
  const looksBack = !ADVICE.test(rest) && (PAST.test(rest) || (isBare(rest) && namesMoment));
  const wasInUse = side === 'before' && PAST.test(rest) && IN_USE.test(rest) && isThing(whole, text);
  const isNoted = isSpan || ((NOTED.test(rest) || asksForNotes(rest)) && !wasInUse) || (side === 'since' && looksBack);
  const asksFormer =
    side === 'before' &&
    !/^and\b/i.test(text) &&
    !PRESENTLY.test(rest) &&
    (looksBack || (NOTED.test(rest) && wasInUse));
  if (!isNoted && !asksFormer) return null;
  const days = isSpan ? countOf(many) * daysOf(unit) : USUAL_DAYS;
  // The thing is all that the question says about its answer: `what did we use before Typst?`
  const isReplaced = !isNoted && !asksMore(rest.replace(IN_USE, ' '));
  return {
    sense: isNoted ? 'noted' : 'former',
    span: null,
    // What `it` is, the rest says.
    anchor: /^it\b/i.test(text) ? null : { text: text.trim(), side, days },
    rest: isReplaced ? question : rest,
    strength: 1,
    isReplaced,
  };
}

/** `the upgrade`, `we moved` and `pg-boss`, but not `printing`, `each run`, `they are sent` or `his report was shut`. */
const isEvent = (whole: string, text: string): boolean =>
  !/^(?:an?|any|each|every|you|i|it(?! (?:was|got|became|changed|moved)\b)|when|and|he|she|his|her|their|my)\b/i.test(
    text,
  ) &&
  !(/\b(?:before|after|since|until|till)\s+(?:we|they)\s/i.test(whole) && !HAPPENED.test(text)) &&
  (/\b(?:the|that|our|we|they)\s/i.test(whole) || !/^\p{L}+ing\b/iu.test(text) || MOVING.test(text));

/** `Typst` and `pg-boss`, which replaced something, but not `the migration` or `launch`. */
const isThing = (whole: string, text: string): boolean =>
  !/\b(?:before|until|till)\s+(?:the|that|our|we|they)\s/i.test(whole) && !HAPPENING.test(text);

/** `before Easter` and `before release`, but not `before the release`. */
const comesAgain = (whole: string, text: string): boolean =>
  HAPPENING.test(text) && !/\b(?:the|that|our)\s/i.test(whole);

const SIDES: Readonly<Record<string, Side>> = {
  before: 'before',
  until: 'before',
  till: 'before',
  after: 'after',
  since: 'since',
};
/** Strength when the words about time may mean something else. */
const UNSURE = 0.5;
/** How many days `after the crash` covers when no number is given. */
const USUAL_DAYS = 30;

/** The time meant, given when the event happened. */
export function spanAround({ side, days }: Anchor, event: number, now: number): Span {
  const reach = days * DAY_MS;
  switch (side) {
    case 'before':
      return { from: event - reach, until: event };
    case 'after':
      return { from: event, until: event + reach };
    case 'since':
      return { from: event, until: Math.max(now, event) + 1 };
    case 'around':
      return { from: event - reach / 2, until: event + reach };
  }
}

/** `hosting before the move`: no verb at all. */
const isBare = (question: string): boolean =>
  !PAST.test(question) && !ADVICE.test(question) && !/\b(?:how|why)\b/i.test(question);

/** `where are previous invoices stored`, which asks for the present place, but not `what is the previous name`. */
const isPresent = (question: string): boolean =>
  /\b(?:is|are|do|does|can|should|must|may|will)\b/i.test(question) &&
  !/\b(?:did|was|were|had|used to)\b/i.test(question) &&
  !/\b(?:what|which|who)(?:'s| is| are)(?: the| our| my)? (?:former|previous|original|initial|earlier|old|predecessor)/i.test(
    question,
  );

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s+([?.,!])/g, '$1')
    .trim();
