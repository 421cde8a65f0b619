// Reads days, months, seasons and spans of time as people write them. Days are in UTC.
import { DAY_MS } from '../clock.ts';

/** Half open, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

interface Read extends Span {
  /** Read as the last of those in every year. */
  readonly recurs?: boolean;
}

export interface Dated extends Read {
  /** The words that name the time, and where they begin. */
  readonly text: string;
  readonly at: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** The first month of each season; winter begins in December. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

const MONTH = `(?:${MONTHS.map((month) => (month.length > 4 ? `${month.slice(0, 3)}(?:${month.slice(3)})?` : month)).join('|')}|sept)`;
const YEAR = String.raw`(?:19|20)\d\d`;
/** A month of an earlier century is none of a memory's times. */
const NOT_LONG_AGO = String.raw`(?!(?: \d{1,2}(?:st|nd|rd|th)?)?,? (?:of )?1[0-8]\d\d\b(?! [a-z]))`;
const COUNT = `(?:\\d+|an?|few|couple of|${NUMBERS.slice(1).join('|')})`;
const UNIT = '(day|week|fortnight|month|quarter|year)s?';
const PART =
  '(?:(early|mid|middle of|late|beginning of|start of|end of|first half of|second half of|first week of|first days of|last week of)[ -](?:the )?)?';
/** `may` and `march` are months only when the sentence has no other use for them. */
const AMBIGUOUS = /^(?:\d{1,2} )?(?:may|march|mar|dec|sep|oct)(?: \d{1,2})?$/i;

/** Null when the words mean something else; `never` for a day that no year has. */
type Reader = (match: RegExpExecArray, now: number) => Read | 'never' | null;

/** ASCII boundaries; with those of Unicode a pattern would take a millisecond to compile, so `isBounded` checks them. */
const form = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})\b`, 'gi');

/** From the most specific to the least: the first match counts. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [form(String.raw`(${YEAR})-(\d\d)-(\d\d)`), ([, y, m, d]) => day(Number(y), Number(m) - 1, Number(d))],
  [
    form(String.raw`(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?:,? (${YEAR}))?${NOT_LONG_AGO}`),
    ([, d, m, y], now) => dayOf(d, m, y, now),
  ],
  [
    form(String.raw`(${MONTH}) (\d{1,2})(?:st|nd|rd|th)?(?!\d|:)(?:,? (${YEAR}))?${NOT_LONG_AGO}`),
    ([, m, d, y], now) => dayOf(d, m, y, now),
  ],
  [form(`${PART}(${MONTH})(?:,? (?:of )?(${YEAR}))?${NOT_LONG_AGO}`), readMonth],
  [
    form(`(?:q([1-4]))(?:[ /-](${YEAR}))?`),
    ([, q, y], now) => latest((year) => months(year, (Number(q) - 1) * 3, 3), y, now),
  ],
  [
    form(
      `(?:(?:in|during|over|since|until|before|after|of)(?: the)? |(last|this|past) )(spring(?! (?:boot|framework|cloud|data|security|mvc|beans?)\\b)|(?:summer|winter)(?! ?time)|autumn|fall)(?: (?:of )?(${YEAR}))?`,
    ),
    readSeason,
  ],
  [form(`(?:in|during|since|before|until|after) (${YEAR})`), ([, y]) => months(Number(y), 0, 12)],
  [form('(?:the day before )?yesterday'), ([text], now) => daysAgo(now, text.includes('before') ? 2 : 1, 1)],
  [form('today|tonight|this (?:morning|afternoon|evening)'), (_, now) => daysAgo(now, 0, 1)],
  [form('last night'), (_, now) => daysAgo(now, 1, 2)],
  [
    form(`(?:in |over |during )?(?:the )?(?:last|past) (${COUNT}) ${UNIT}`),
    ([, n, unit], now) => back(now, countOf(n), unit),
  ],
  [form(`(${COUNT}) ${UNIT} ago`), ([, n, unit], now) => ago(now, countOf(n), unit)],
  [
    form(`(?:(?:in|over|during|within) the (?:last|past)|(?:the )?past) ${UNIT}`),
    ([, unit], now) => back(now, 1, unit),
  ],
  [
    form(`(last|previous|this) ${UNIT}(?! of)`),
    ([, which, unit], now) => calendarSpan(now, unit, /this/i.test(which ?? '') ? 0 : 1),
  ],
  [form(`(?:last |since )(${WEEKDAYS.join('|')})`), ([, name], now) => weekday(now, name)],
  [form('recently|lately'), (_, now) => ({ from: now - 14 * DAY_MS, until: now + 1 })],
];

/** Days that no year has, such as 30 February, are passed over; a text with more of them tells no time. */
const MAX_IMPOSSIBLE = 20;

/** `isLed`: words before the text, such as `between March and`, announce a time. */
export function readSingle(text: string, now: number, isLed = false): Dated | null {
  let rest = text;
  let impossible = 0;
  for (const [pattern, read] of FORMS) {
    for (const match of rest.matchAll(pattern)) {
      if (!isBounded(text, match) || (!isLed && isOtherWord(text, match))) continue;
      const span = read(match, now);
      if (span !== 'never') {
        if (span) return { ...span, text: match[0], at: match.index };
        break;
      }
      if (++impossible > MAX_IMPOSSIBLE) return null;
      rest = blanked(rest, match.index, match.index + match[0].length);
    }
  }
  return null;
}

export const blanked = (text: string, from: number, until: number): string =>
  text.slice(0, from) + ' '.repeat(until - from) + text.slice(until);

/** Enough of a text to judge a word by; all of it, at each word, would take time quadratic in its length. */
const AROUND = 30;
export const before = (text: string, at: number): string => text.slice(Math.max(0, at - AROUND), at);

/** Whether no letter or digit of any language stands directly before or after it. */
const isBounded = (text: string, { 0: words, index }: RegExpExecArray): boolean =>
  !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index)) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(index + words.length));

function isOtherWord(text: string, match: RegExpExecArray): boolean {
  const word = match[0].trim();
  if (!AMBIGUOUS.test(word)) return false;
  const end = match.index + match[0].length;
  const after = text.slice(end, end + AROUND);
  const isAlone = text.length < word.length + AROUND && text.trim().length === word.length;
  const isLed = /\b(?:in|on|of|since|until|till|before|after|by|during|last|from|between|this)\s*$/i.test(
    before(text, match.index),
  );
  const isName =
    /\p{Lu}/u.test(word) && match.index > 0 && !/^\s+(?:i|we|you|they|he|she|it|the|an?|this|that)\b/i.test(after);
  // `Postmortem 14 may: …`, but not `14 may fail`.
  const isDay = /\d/.test(word) && /^\s*(?:$|[.,;:!?)–-])/.test(after);
  return !isAlone && !isLed && !isName && !isDay && !/^\s*(?:notes|changes|events)/i.test(after);
}

/** Of the longest unit, more would lead out of the range of dates. */
const MAX_COUNT = 200_000;

export function countOf(words: string | undefined): number {
  const text = (words ?? '').toLowerCase();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_COUNT);
  return text === 'few' || text === 'couple of' ? 3 : Math.max(1, NUMBERS.indexOf(text));
}

const monthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((month) => month.startsWith((name ?? '').toLowerCase().slice(0, 3)));

/** Null for a day that does not exist. */
const day = (year: number, month: number, date: number): Span | null => {
  const from = Date.UTC(year, month, date);
  return new Date(from).getUTCDate() === date && month < 12 ? { from, until: from + DAY_MS } : null;
};

const months = (year: number, month: number, many: number): Span => ({
  from: Date.UTC(year, month, 1),
  until: Date.UTC(year, month + many, 1),
});

/** The years without a leap day around 1900 and 2100. */
const LEAP_YEARS_APART = 8;

/** In the given year, or else in the last one in which it has begun: questions about the future are not read. */
function latest(inYear: (year: number) => Span | null, given: string | undefined, now: number): Read | null {
  if (given !== undefined) return inYear(Number(given));
  const thisYear = new Date(now).getUTCFullYear();
  for (let year = thisYear; year >= thisYear - LEAP_YEARS_APART; year--) {
    const span = inYear(year);
    if (span && span.from <= now) return { ...span, recurs: true };
  }
  return null;
}

function dayOf(
  date: string | undefined,
  month: string | undefined,
  year: string | undefined,
  now: number,
): Read | 'never' | null {
  const number = Number(date);
  if (number < 1 || number > 31) return null;
  return latest((inYear) => day(inYear, monthNumber(month), number), year, now) ?? 'never';
}

function readMonth([, part = '', name, year]: RegExpExecArray, now: number): Read | null {
  const month = latest((inYear) => months(inYear, monthNumber(name), 1), year, now);
  const [first, last] = PARTS[part.toLowerCase()] ?? [0, 32];
  return (
    month && {
      ...month,
      from: month.from + first * DAY_MS,
      until: Math.min(month.until, month.from + last * DAY_MS),
    }
  );
}

/** Days of a month, counted from the first. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  early: [0, 11],
  'beginning of': [0, 11],
  'start of': [0, 11],
  'first days of': [0, 8],
  'first week of': [0, 8],
  'first half of': [0, 16],
  mid: [8, 22],
  'middle of': [8, 22],
  'second half of': [14, 32],
  'last week of': [21, 32],
  late: [18, 32],
  'end of': [18, 32],
};

function readSeason([, which = '', name = '', year]: RegExpExecArray, now: number): Read | null {
  const first = SEASONS[name.toLowerCase()] ?? 0;
  const span = latest((inYear) => months(inYear, first, 3), year, now);
  // In the middle of a summer, "last summer" means the one before.
  const isNow = span !== null && span.until > now && which.toLowerCase() === 'last';
  return isNow ? months(new Date(span.from).getUTCFullYear() - 1, first, 3) : span;
}

const startOfDay = (time: number): number => time - (((time % DAY_MS) + DAY_MS) % DAY_MS);

function daysAgo(now: number, first: number, many: number): Span {
  const from = startOfDay(now) - first * DAY_MS;
  return { from, until: from + many * DAY_MS };
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 31, quarter: 92, year: 366 };
export const daysOf = (unit: string | undefined): number => DAYS[(unit ?? '').toLowerCase()] ?? 1;

const back = (now: number, many: number, unit: string | undefined): Span => ({
  from: startOfDay(now) - many * daysOf(unit) * DAY_MS,
  until: now + 1,
});

/** An approximate span: the longer ago, the less exact people are. */
function ago(now: number, many: number, unit: string | undefined): Span {
  const days = daysOf(unit);
  const middle = startOfDay(now) - many * days * DAY_MS;
  const slack = days === 1 ? 0 : Math.ceil(days / 2);
  return { from: middle - slack * DAY_MS, until: middle + (slack + 1) * DAY_MS };
}

/** The current unit, or an earlier one; weeks begin on Monday. */
function calendarSpan(now: number, unit: string | undefined, before: number): Span {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch ((unit ?? '').toLowerCase()) {
    case 'day':
      return daysAgo(now, before, 1);
    case 'month':
      return months(year, month - before, 1);
    case 'quarter':
      return months(year, month - (month % 3) - 3 * before, 3);
    case 'year':
      return months(year - before, 0, 12);
    default: {
      const days = daysOf(unit);
      const monday = startOfDay(now) - ((date.getUTCDay() + 6) % 7) * DAY_MS;
      const from = monday - (days - 7) * DAY_MS - before * days * DAY_MS;
      return { from, until: from + days * DAY_MS };
    }
  }
}

/** The last day of that name before today. */
function weekday(now: number, name: string | undefined): Span {
  const wanted = WEEKDAYS.indexOf((name ?? '').toLowerCase());
  const since = (new Date(now).getUTCDay() - wanted + 7) % 7 || 7;
  return daysAgo(now, since, 1);
}

/** The words for the months of a time, as in sentences and dates: `August`, `Aug`, `08`. */
export function monthsIn({ from, until }: Span): string[] {
  const found: string[] = [];
  const [year, first] = [new Date(from).getUTCFullYear(), new Date(from).getUTCMonth()];
  for (let month = first; month < first + MONTHS.length && Date.UTC(year, month) < until; month++) {
    const name = MONTHS[month % MONTHS.length] ?? '';
    found.push(name, name.slice(0, 3), String((month % MONTHS.length) + 1).padStart(2, '0'));
  }
  return found.includes('september') ? [...found, 'sept'] : found;
}
