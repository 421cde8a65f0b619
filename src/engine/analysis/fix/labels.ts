// Numbers that name one of a kind (`level 5`, `phases 2 and 3`, `P1`): they are not quantities; they limit what a rule
// or a fix is about.

export interface Label {
  /** `level` of `levels 3 to 5`. */
  readonly of: string;
  /** The first and the last that are meant. */
  readonly least: number;
  readonly most: number;
}

interface Found extends Label {
  /** Where its numbers are written. */
  readonly start: number;
  readonly end: number;
}

/** Kinds of things: what holds for one of them need not hold for another. */
const KINDS =
  'level|tier|priority|prio|severity|sev|category|class|type|phase|stage|step|grade|zone|group|port|layer|ring|channel|gate|station|room|shard|area|mode|option';
/** Parts of documents and editions: a rule may name one and still hold for all. */
const PLACES =
  'version|revision|chapter|section|article|paragraph|clause|appendix|annex|figure|sprint|milestone|rule|ticket';
const CODES = 'errors?|(?:error |status |exit )?codes?';
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const UNIT =
  'ms|milliseconds?|secs?|s|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|[kmg]i?b|kilobytes?|megabytes?|gigabytes?|percent|per|times|x';
const END = String.raw`(?![\w%]|\.\d|\s%|[\s-](?:${UNIT})\b)`;
const NUMBER = String.raw`(?:\d{1,5}|${WORDS.join('|')})${END}`;
/** `level 3`, `levels 2, 3 and 4`, `phases 2-4`, `error 503`. */
const NAMED = new RegExp(
  String.raw`(?<!\b(?:compress\w*|gzip|zstd|brotli|deflate|zoom|log|logging|optimi[sz]ation)[ -])\b(?:(${KINDS}|${PLACES})|(${KINDS}|${PLACES}|categorie|prioritie|severitie|classe)s|(${CODES})(?= \d{3}))[ -](?:no\.? |number )?(${NUMBER}(?:(?:,? (?:and|or|to|through) |, |[–/-])\d{1,5}${END})*)`,
  'gi',
);
/** `P1`, `SEV2`. */
const SHORT = /(?<![\w-])(?:(P)-?|(SEV))([0-5])(?![\w%]|\.\d)/g;
const NAMES: Readonly<Record<string, string>> = { p: 'priority', prio: 'priority', sev: 'severity' };
/** Of these, the first may be the highest or the lowest. */
const UNORDERED = /^(?:priority|severity|tier|code|error)$/;

const FROM =
  /\b(?:at least|from|since|as of|starting (?:at|with|in)|no (?:lower|less) than|not below)\s+(?:an? |the )?$/i;
const ABOVE = /\b(?:above|over|beyond|higher than|greater than|after)\s+(?:an? |the )?$/i;
const TO = /\b(?:up to|until|at most|no (?:higher|more) than|not above)\s+(?:an? |the )?$/i;
const BELOW = /\b(?:below|under|lower than|less than|before)\s+(?:an? |the )?$/i;
const OR_MORE = /^(?:\+|\s*(?:\w+\s+)?(?:and|or) (?:above|up|upwards?|higher|more|greater|later|newer|worse)\b)/i;
const OR_LESS = /^\s*(?:\w+\s+)?(?:and|or) (?:below|lower|less|fewer|earlier|older|under)\b/i;
/** What is excepted says nothing about which ones are meant. */
const EXCEPT = /\b(?:except|other than|apart from|unless|but|not|than)(?:\s+(?:for|of|with|at|in|on|the|an?|if))*\s+$/i;
/** A little beside a number: less than the step to the next. */
const BESIDE = 0.5;

function foundIn(text: string): Found[] {
  const named = [...text.matchAll(NAMED)].flatMap((match): Found[] => {
    const [whole, one, several, code, numbers = ''] = match;
    const of = singular(one ?? several ?? (code === undefined ? '' : 'code'));
    const isPlural = several !== undefined;
    const values = [...numbers.matchAll(/\w+/g)].map(([number]) => numberOf(number)).filter((value) => value >= 0);
    const start = match.index + whole.length - numbers.length;
    const end = match.index + whole.length;
    // `splits it into stages 3 times` names none.
    if (isPlural && values.length < 2) return [];
    const isRange = /[–-]| (?:to|through) /.test(numbers) && values.length === 2;
    const bound = boundOf(of, text.slice(Math.max(0, match.index - 40), match.index), text.slice(end, end + 40));
    const ends = isRange ? [[Math.min(...values), Math.max(...values)]] : values.map((value) => [value, value]);
    return ends.map(([least = 0, most = 0]) => ({ of, ...bound(least, most), start, end }));
  });
  const short = [...text.matchAll(SHORT)].map((match): Found => {
    const [whole, priority, severity = '', digit = ''] = match;
    const of = singular(priority ?? severity);
    const end = match.index + whole.length;
    const bound = boundOf(of, text.slice(Math.max(0, match.index - 40), match.index), text.slice(end, end + 40));
    return { of, ...bound(Number(digit), Number(digit)), start: match.index, end };
  });
  return [...named, ...short].sort((a, b) => a.start - b.start);
}

function singular(noun: string): string {
  const one = noun
    .toLowerCase()
    .replace(/ie$/, 'y')
    .replace(/^classe$/, 'class');
  return NAMES[one] ?? one;
}

function numberOf(number: string): number {
  const word = WORDS.indexOf(number.toLowerCase());
  return word >= 0 ? word + 1 : /^\d+$/.test(number) ? Number(number) : -1;
}

type Bounds = Pick<Label, 'least' | 'most'>;

function boundOf(of: string, before: string, after: string): (least: number, most: number) => Bounds {
  const everything = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  if (EXCEPT.test(before)) return () => everything;
  const [up, above] = [FROM.test(before) || OR_MORE.test(after), ABOVE.test(before)];
  const [down, below] = [TO.test(before) || OR_LESS.test(after), BELOW.test(before)];
  if ((up || above || down || below) && UNORDERED.test(of)) return () => everything;
  return (least, most) => ({
    least: down || below ? everything.least : above ? most + BESIDE : least,
    most: up || above ? everything.most : below ? least - BESIDE : most,
  });
}

/** Whether a number at that place of the text names a thing. */
export function namingIn(text: string): (at: number) => boolean {
  const found = foundIn(text);
  return (at) => found.some(({ start, end }) => at >= start && at < end);
}

/** A text with more is a table. */
const MOST_LABELS = 200;

/** The things that a text names by a number. */
export const labelsIn = (text: string): Label[] =>
  foundIn(text)
    .slice(0, MOST_LABELS)
    .map(({ of, least, most }) => ({ of, least, most }));

const KIND = new RegExp(`^(?:${KINDS}|code)$`);
const isKind = ({ of }: Label): boolean => KIND.test(of);
/** `only level 5` speaks of all others as well. */
const ONLY = /\b(?:only|alone|solely|exclusively|nothing else|no other|nobody else)\b/i;

/** Those that a rule is limited to: kinds that it names, and whatever is named in what it refuses. */
export const scopeOf = (rule: string, refused: readonly string[]): Label[] =>
  ONLY.test(rule) ? [] : [...labelsIn(rule).filter(isKind), ...refused.flatMap(labelsIn)];

/** Whether a fix names some of the same kind, and none that the rule is about: `level 4` where the rule names level 5. */
export function isOfOthers(scope: readonly Label[], named: readonly Label[]): boolean {
  return scope.some(({ of }) => {
    const [ours = [], theirs = []] = [scope, named].map((labels) => labels.filter((label) => label.of === of));
    return theirs.length > 0 && !ours.some((one) => theirs.some((other) => isOverlapping(one, other)));
  });
}

const isOverlapping = (one: Label, other: Label): boolean => one.least <= other.most && other.least <= one.most;
