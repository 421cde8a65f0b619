// Two numbers that bound one value: `between 30 and 60 seconds`, `from 2 to 10 s`, `100–500 rows`.

interface Range {
  /** Where each of its numbers begins. */
  readonly from: number;
  readonly to: number;
  /** Where its unit or its noun begins. */
  readonly end: number;
  /** Whether the first has a unit of its own: `between 30 seconds and 2 minutes`. */
  readonly isApart: boolean;
}

const DIGITS = String.raw`\d{1,12}(?:\.\d{1,6})?`;
const UNIT = String.raw`(\s?(?:%|[a-z]{1,12}))?`;
/** A number alone is no range: `12-64` may be an address, and `10 to 1` a ratio, unless a noun or a unit follows. */
const RANGE = new RegExp(
  String.raw`(?<![\w.:/#-])(?:(between|range[sd]? from|ranging from|lasts? from|var(?:y|ies) from|anywhere from)\s{1,3})?(${DIGITS})${UNIT}(\s(?:and|to)\s|\s?[–—-]\s?)(?:(?:at most|up to)\s)?(${DIGITS})(?![\w.:/-]*\d)(?=(\s?(?:%|[a-z]))?)`,
  'gid',
);
/** `from 3 to 10 retries` is a change. */
const CHANGE = /\bfrom\s+$/i;

const MEASURE = /^\s?(?:%|ms|s|secs?|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|[kmg]i?b)$/i;
const BLANK = /^[ -]/;
/** A text with more is a table. */
const MOST_RANGES = 200;

export function rangesIn(text: string): Range[] {
  return [...text.matchAll(RANGE)].slice(0, MOST_RANGES).flatMap((match): Range[] => {
    const { 1: opens, 2: low = '', 3: unit, 4: joint = '', 5: high = '', 6: noun, indices, index } = match;
    const [from, to] = [indices?.[2]?.[0], indices?.[5]?.[0]];
    const isApart = unit !== undefined;
    if (from === undefined || to === undefined || (!isApart && Number(low) >= Number(high))) return [];
    // `5 messages to 10 hosts` counts two things.
    const isOfTwo = opens === undefined && isApart && !MEASURE.test(unit);
    const isSaid = opens !== undefined ? joint.trim() !== 'to' || !/^between/i.test(opens) : joint.trim() !== 'and';
    const isMeant =
      opens !== undefined || (noun !== undefined && !CHANGE.test(text.slice(Math.max(0, index - 8), index)));
    return isSaid && isMeant && !isOfTwo
      ? [{ from, to, end: to + high.length + (BLANK.test(text[to + high.length] ?? '') ? 1 : 0), isApart }]
      : [];
  });
}

/** The hyphen of `12-64` begins no negative number. */
export const withDashes = (text: string, ranges: readonly Range[]): string =>
  ranges.reduce((read, { to }) => (read[to - 1] === '-' ? `${read.slice(0, to - 1)}–${read.slice(to)}` : read), text);
