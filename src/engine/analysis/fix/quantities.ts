// Numbers in prose: what they measure, and whether they are a minimum, a maximum or an exact value.
import { questionTerms, terms } from '../../text/terms.ts';
import { type Counted, countedIn } from './counted.ts';
import { namingIn } from './labels.ts';
import { rangesIn, withDashes } from './ranges.ts';
import { telling } from './stretches.ts';

type Direction = 'at least' | 'at most' | 'exactly';

export interface Quantity {
  readonly value: number;
  /** Its unit: time, bytes, share, or a plain count. */
  readonly dimension: 'time' | 'bytes' | 'share' | 'count';
  readonly direction: Direction;
  /** The nouns next to it: `cost` of `cost 12`, `retri` of `3 retries`. */
  readonly labels: ReadonlySet<string>;
  /** The words of its clause; a number in another clause measures something else. */
  readonly context: ReadonlySet<string>;
  /** What it counts, if that follows it: the stations of `two stations`. */
  readonly counted: Counted | null;
  /** `one`, which is often no number: compared only with a number that counts the same. */
  readonly isOne: boolean;
  /** The status of a response, which is not an amount. */
  readonly isStatus: boolean;
  /** `60 per minute`: the minute, in seconds. */
  readonly per: number | null;
  /** Where the range begins that it bounds with another: `between 30 and 60 seconds`. */
  readonly range: number | null;
  /** As written, with its unit. */
  readonly written: string;
}

const UNITS: readonly (readonly [RegExp, Quantity['dimension'], number])[] = [
  [/^(?:ms|milliseconds?|millis)\b/i, 'time', 0.001],
  [/^(?:s|secs?|seconds?)\b/i, 'time', 1],
  [/^(?:mins?|minutes?)\b/i, 'time', 60],
  [/^(?:h|hrs?|hours?)\b/i, 'time', 3600],
  [/^(?:d|days?)\b/i, 'time', 86_400],
  [/^weeks?\b/i, 'time', 604_800],
  [/^months?\b/i, 'time', 2_592_000],
  [/^years?\b/i, 'time', 31_536_000],
  [/^(?:kb|kib|ki|kilobytes?)\b/i, 'bytes', 1e3],
  [/^(?:mb|mib|mi|megabytes?)\b/i, 'bytes', 1e6],
  [/^(?:gb|gib|gi|gigabytes?)\b/i, 'bytes', 1e9],
  [/^(?:%|percent\b|per cent\b)/i, 'share', 1],
];
/** `60 requests per minute`, `5/s`. */
const PER =
  /^(?:[ -]?\b\w+\b){0,2}? ?(?:\/ ?|\b(?:per|an?|each|every) )(s|m|h|d|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|years?)\b/i;
/** The minutes of `09:00`. */
const CLOCK = /^:\d\d/;
/** `answers with 502`. */
const STATUS = /^[45]\d\d$/;
const ANSWERS = /\b(?:answer|return|respon|repl|send|give|never)\w*(?: with)?(?: an?)? $/i;
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** `up to an hour`, `within a day`. */
const ONE = String.raw`(?<=\b(?:to|within|after|most|least|than|every|under) )an?(?= (?:minute|hour|day|week|month|year)\b)`;
const NUMBER = new RegExp(
  String.raw`(?<![\w.#-]|\d:)(?:v(?=\d))?(\d+(?:[,_]\d{3})*(?:\.\d+)?|${ONE}|(?:${WORDS.join('|')})(?!\w|-(?!second|minute|hour|day|week|month|year)[a-z]))[ -]?`,
  'gi',
);
const FLOOR =
  /\b(?:at least (?:\w+ ){1,3}and|(?:need|require)s?|at least|minimum(?: of)?|min\.?|(?:no|not|never) (?:less|fewer|shorter|lower|smaller) than|(?:not|never) (?:below|under)|more than|longer than|greater than|above|over|or higher than)\W*$|(?:>=?|≥)\s*$/i;
const CEILING =
  /\b(?:at most (?:\w+ ){1,3}and|at most|maximum(?: of)?|max\.?|up to|(?:no|not|never) (?:more|later|longer|larger|greater|higher|bigger|older) than|(?:not|never) (?:exceed|above|over|beyond)|exceeds?|within|in under|under|below|less than|fewer than|(?:limit|cap)(?:ed|ped|s)? (?:to|of|at)|only)\W*$|(?:<=?|≤)\s*$/i;
const FLOOR_AFTER =
  /^\W*\w*\W*(?:or (?:more|longer|higher|above|greater|larger|newer|later|up)|and (?:above|more|newer|later|up)|(?:(?:is|as) (?:the|a|an|our) )?(?:(?:absolute |lower )?(?:minimum|floor|bound)|at (?:the )?(?:very )?least)(?! (?:of )?\d))\b/i;
const CEILING_AFTER =
  /^\W*\w*\W*(?:or (?:less|fewer|shorter|lower|below|smaller|older|earlier|under)|and (?:no|not|never) (?:more|longer|later|larger|higher)|(?:(?:is|as) (?:the|a|an|our) )?(?:(?:absolute |hard |upper )?(?:maximum|max|limit|ceiling|cap)|at (?:the )?(?:very )?most)(?! (?:of )?\d)|tops)\b/i;

/** Different names for the same setting. */
const SAME: Readonly<Record<string, string>> = {
  round: 'cost',
  factor: 'cost',
  iter: 'cost',
  work: 'cost',
  attempt: 'retri',
  cancel: 'timeout',
  abort: 'timeout',
  statement: 'queri',
  tri: 'retri',
  time: 'retri',
  char: 'charact',
  length: 'charact',
  letter: 'charact',
  ttl: 'expir',
  live: 'expir',
  age: 'expir',
  concurr: 'parallel',
  lifetim: 'expir',
  item: 'row',
  record: 'row',
  entri: 'row',
};
/** One name for what sets the same. */
export const canonical = (term: string): string => SAME[term] ?? term;

const TIMES_OUT = /\btim(?:e|es|ed|ing)[ -]out\b/gi;

/** `half an hour`, `a quarter of an hour`. */
const FRACTION = /\b(half|(?:an? )?quarter of|three[ -]quarters of) an? (second|minute|hour|day)\b/gi;
const SMALLER: Readonly<Record<string, readonly [count: number, unit: string]>> = {
  second: [1000, 'ms'],
  minute: [60, 'seconds'],
  hour: [60, 'minutes'],
  day: [24, 'hours'],
};

function inWhole(written: string, share: string, unit: string): string {
  const [count, smaller] = SMALLER[unit.toLowerCase()] ?? [];
  if (count === undefined) return written;
  return `${count * (/^half/i.test(share) ? 0.5 : /^three/i.test(share) ? 0.75 : 0.25)} ${smaller}`;
}

export function quantitiesIn(text: string): Quantity[] {
  const plain = text.replace(FRACTION, inWhole).replace(TIMES_OUT, 'timeout');
  const found = eachIn(plain.replace(/\bin parallel\b/gi, 'parallel'));
  // The second bound of `at least 60 seconds and at most 10 minutes` measures the same as the first.
  return found.map((each, i) => {
    const before = found[i - 1];
    const isSecond = each.labels.size === 0 && each.direction !== 'exactly' && before?.dimension === each.dimension;
    return isSecond ? { ...each, labels: before.labels, context: before.context } : each;
  });
}

/** A text with more numbers is a table, which sets nothing that a rule asks for. */
export const MOST_QUANTITIES = 200;

function eachIn(text: string): Quantity[] {
  const clauseAt = clausesOf(text);
  const isNameAt = namingIn(text);
  const ranges = rangesIn(text);
  return [...withDashes(text, ranges).matchAll(NUMBER)].slice(0, MOST_QUANTITIES).flatMap((match): Quantity[] => {
    const [whole, digits = ''] = match;
    const value = readNumber(digits);
    const range = ranges.find(({ from, to }) => match.index === from || match.index === to);
    // Both bounds have what stands before the first and after the last.
    const start = range?.from ?? match.index;
    const end = range && !range.isApart ? range.end : match.index + whole.length;
    const before = text.slice(Math.max(0, start - 60), start);
    const after = text.slice(end, end + 60);
    const unit = UNITS.find(([pattern]) => pattern.test(after));
    const isOne = value === 1 && /one/i.test(digits);
    const counted = unit === undefined ? countedIn(after, isOne, canonical) : null;
    const rest = unit ? after.replace(unit[0], '') : after;
    if (
      Number.isNaN(value) ||
      (unit === undefined && range === undefined && /\d$/.test(whole) && /^[a-z]/i.test(after)) ||
      (isOne && counted === null) ||
      isNameAt(match.index) ||
      CLOCK.test(after) ||
      /(?:\bhttp|\bstatus|\bversion|\bnode|\bpython|\badr|\breq|\butf|\bsha|\bport)\s*[- ]?$/i.test(before)
    )
      return [];
    const period = unit === undefined ? periodOf(after) : null;
    return [
      {
        value: value * (unit?.[2] ?? 1),
        dimension: unit?.[1] ?? 'count',
        direction: range ? (match.index === range.from ? 'at least' : 'at most') : directionOf(before, rest),
        labels: new Set([...nounsBefore(before), ...(unit ? [] : nounsAfter(after))].map(canonical)),
        context: clauseAt(start),
        counted,
        isOne,
        isStatus: unit === undefined && STATUS.test(digits) && ANSWERS.test(before),
        per: period?.seconds ?? null,
        range: range?.from ?? null,
        written: `${digits}${unit ? ` ${unit[0].exec(after)?.[0] ?? ''}` : (period?.written ?? '')}`.replace(' %', '%'),
      },
    ];
  });
}

function periodOf(after: string): { readonly seconds: number; readonly written: string } | null {
  const [, name = ''] = PER.exec(after) ?? [];
  const spelled = name.toLowerCase() === 'm' ? 'min' : name;
  const seconds = UNITS.find(([pattern, dimension]) => dimension === 'time' && pattern.test(spelled))?.[2];
  return seconds === undefined ? null : { seconds, written: ` per ${name}` };
}

const CLAUSE = /[,;]\s|\s(?:and|but|while|whereas)\s/gi;

/** A clause with only a bound takes its subject from the rest: `at least 60 seconds and at most 10 minutes`. */
function clausesOf(text: string): (at: number) => ReadonlySet<string> {
  const cuts = [...text.matchAll(CLAUSE)].map(({ index }) => index);
  const known = new Map<number, ReadonlySet<string>>();
  let whole: ReadonlySet<string> | undefined;
  return (at) => {
    const start = cuts.findLast((cut) => cut < at) ?? 0;
    const own =
      known.get(start) ??
      topical(
        text.slice(
          start,
          cuts.find((cut) => cut > at),
        ),
      );
    known.set(start, own);
    if (own.size > 0) return own;
    whole ??= topical(text);
    return whole;
  };
}

const topical = (text: string): ReadonlySet<string> =>
  new Set(
    questionTerms(text)
      .map(canonical)
      .filter((term) => !EMPTY.has(term) && !/^\d+$/.test(term)),
  );

function readNumber(digits: string): number {
  if (/^an?$/i.test(digits)) return 1;
  const word = WORDS.indexOf(digits.toLowerCase());
  return word >= 0 ? word : Number(digits.replace(/[,_]/g, ''));
}

/** `up to 24 hours before it begins` is a minimum. */
const AHEAD = /^\W*(?:before|prior to|ahead of|in advance)\b/i;

/** `at most every 15 minutes` is a minimum interval. */
const OFTEN = /\bat (most|least) (?:once )?every\W*$/i;
/** `cancelled after 30 seconds` is a maximum. */
const ENDS =
  /\b(?:cancel|abort|expir|time|kill|terminat|clos|end|invalidat|log(?:ged)? out|discard|lock|shut(?:s| down| off)?|die|stop|sleep)\w*(?: \w+)? after\W*$/i;
/** `wait seven days` is a minimum. */
const WAITS = /\b(?:waits?|waiting|pauses?|delay(?:s|ed)?)(?: for| by)?\W*$/i;

/** `never below 4` is a minimum, although `below` alone is a maximum. */
const NOT_BELOW = /\b(?:not|never) (?:(?:be|go|drop|fall|sink) )?(?:below|under)\W*$/i;

function directionOf(before: string, after: string): Direction {
  if (/\b(?:up to|until)\W*$/i.test(before) && AHEAD.test(after)) return 'at least';
  const [, often] = OFTEN.exec(before) ?? [];
  if (often !== undefined) return /most/i.test(often) ? 'at least' : 'at most';
  if (ENDS.test(before)) return 'at most';
  if (WAITS.test(before)) return 'at least';
  if (NOT_BELOW.test(before)) return 'at least';
  if (CEILING.test(before) || CEILING_AFTER.test(after)) return 'at most';
  return FLOOR.test(before) || FLOOR_AFTER.test(after) ? 'at least' : 'exactly';
}

/** `cost factor of 12`, `rounds=12`, `page size: 50`. */
function nounsBefore(before: string): string[] {
  const clause = before.split(/[,;.]|\band\b/).at(-1) ?? '';
  return telling(questionTerms(clause)).slice(-3);
}

/** `3 retries`, `12 characters`. */
const nounsAfter = (after: string): string[] =>
  questionTerms(
    after.split(/[,;.)]|\b(?:and|for|per|in|of|with|instead|rather|before|after|to|when|if|while)\b/)[0] ?? '',
  )
    .filter((term) => term.length > 1 && !/^\d+$/.test(term))
    .slice(0, 2);

/** Words that occur next to any number, and units. */
const EMPTY: ReadonlySet<string> = new Set(
  terms(
    'use set add change fix let make take up most least second seconds minute minutes hour hours day days ms mb gb kb percent limit time system service',
  ),
);
