// Things of one kind that a word, number or letter tells apart: `db-1` and `db-2`, `revision C` and `revision D`, `the map
// service` and `the alert service`.
import { givesOtherMeasure } from './measures.ts';
import { MONTH } from './months.ts';
import { isVerb } from './ordinary.ts';
import { STOP_WORDS } from './terms.ts';

/** A number after it tells when, or how many. */
export const COUNTS_TIME = new RegExp(`^(?:${MONTH}|year|day|last|next|past|first|top)$`);

const KINDS =
  'barn|bay|board|boiler|building|camera|chamber|channel|conveyor|desk|door|floor|freezer|fridge|gate|greenhouse|group|hall|kiosk|lab|lane|line|machine|model|motor|plan|plot|printer|pump|rack|reactor|region|rev|revision|robot|room|scanner|sensor|shed|shelf|shift|silo|site|squad|station|tank|team|truck|turbine|unit|valve|variant|ward|warehouse|zone';

const NUMBERED = String.raw`(?<kind>\p{L}[\p{L}_]{0,40})-(?<which>\d{1,3})(?![\p{N}-]|\.\d)`;
const LABELLED = String.raw`(?<kind>${KINDS})\s(?<which>\p{Lu}|\d{1,3})(?![\p{L}\p{N}])`;
const FORMS = [NUMBERED, LABELLED];
const ANYWHERE = FORMS.map((form) => new RegExp(String.raw`(?<![\p{L}\p{N}_.-])${form}`, 'giu'));
/** What is spoken of stands at the beginning, or after `of`: `runs on node-1` says where, not of what. */
const LEADING = FORMS.map((form) => new RegExp(String.raw`^(?:[^\s:]+\s){0,2}?${form}`, 'iu'));
const QUALIFYING = FORMS.map((form) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:of|for)\s(?:the\s)?${form}`, 'iu'));
/** `The lamps in hall 1 are amber`, but not `backups run in hall 1`. */
const PLACING = FORMS.map(
  (form) =>
    new RegExp(
      String.raw`^(?:(?!(?:is|are|was|were|ha[sd]|have|now)\s)[^\s:]+\s){1,6}?(?:in|at|on)\s(?:the\s)?${form}(?=\s(?:is|are|was|were|ha[sd]|have|now)\s)`,
      'iu',
    ),
);

interface Member {
  readonly kind: string;
  readonly which: string;
  /** As it is written. */
  readonly name: string;
}

/** What a question asks about, if the text names only another of its kind: `db-1` for `db-2`. */
export function otherMember(question: string, text: string): { readonly asked: string; readonly told: string } | null {
  const told = everyMember(text);
  for (const asked of everyMember(question)) {
    const other = told.find(({ kind, which }) => kind === asked.kind && which !== asked.which);
    if (other && !holds(text, asked.name)) return { asked: asked.name, told: other.name };
  }
  return null;
}

const everyMember = (text: string): Member[] =>
  ANYWHERE.flatMap((form) => [...text.matchAll(form)].filter(isLabelled).map(memberOf));

/** `group a few rows` names no group. */
const isLabelled = ({ groups }: RegExpMatchArray): boolean => !/^[ai]$/.test(groups?.which ?? '');

/** Whether two texts speak of different things of one kind. */
export const areOthersOfAKind = (a: string, b: string): boolean =>
  haveOtherMembers(a, b) || openWithOthers(a, b) || haveOtherModifiers(a, b);

function haveOtherMembers(a: string, b: string): boolean {
  const others = membersIn(b);
  return membersIn(a).some(
    ({ kind, which, name }) =>
      !holds(b, name) && others.some((other) => other.kind === kind && other.which !== which && !holds(a, other.name)),
  );
}

/** What a text speaks of. */
const membersIn = (text: string): Member[] =>
  [...LEADING, ...QUALIFYING, ...PLACING].flatMap((form) => {
    const found = form.exec(text);
    return found && isLabelled(found) ? [memberOf(found)] : [];
  });

function memberOf({ 0: text, groups: { kind = '', which = '' } = {} }: RegExpExecArray): Member {
  const name = text.slice(text.toLowerCase().lastIndexOf(kind.toLowerCase()));
  return { kind: kind.toLowerCase().replace(/^rev$/, 'revision'), which: which.toLowerCase(), name };
}

/** A number before it is a value, not a name: `Timeout 30 seconds`, but `Customer 30 pays in May`. */
const UNIT =
  '%|per|and|[kKMGT]?i?B|[mnµ]?s|mins?|secs?|hrs?|h|d|w|kg|px|eur|usd|gbp|chf|photos|videos|(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|weeks|months|years|times|requests|users|people|items|rows|lines|bytes|bits|pixels|points|retries|attempts|connections|workers|threads|replicas|copies|pods|nodes|cores|cpus|euros|dollars|francs|pounds|cents|degrees|met(?:er|re)s|lit(?:er|re)s|tonnes|tons|grams|kilos|characters|tokens|words|pages|files|builds|jobs|messages|events|calls|percent';
/** `Lift 5 runs at 4 m/s`, `Meeting room 2.14 seats 8`, `Encoder A uses AAC`, `Printer P3 has toner`; a capital V is a version. */
const OPENS_NUMBERED = new RegExp(
  String.raw`^(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Yy]our)\s)?(?<modifier>\p{L}[\p{L}-]{1,40}\s)?(?<kind>\p{L}[\p{L}_]{2,40})\s#?(?<which>\d{1,12}(?:\.\d{1,3}){0,2}(?!\s?(?:${UNIT})(?!\p{L}))|[A-HJ-UW-Z]\d{0,3})(?![\p{L}\p{N}]|[.:/-]\p{N})`,
  'u',
);
/** A number after it is its version. */
const VERSIONED =
  /^(?:alpine|android|angular|bun|chrome|debian|deno|django|docker|dotnet|electron|eslint|fedora|firefox|gradle|ios|java|jdk|kafka|kotlin|laravel|macos|maria\w*|maven|mongo\w*|mysql|next|node\w*|npm|openjdk|php|pnpm|postgres\w*|python|rails|react|redis|ruby|rust|safari|scala|spring|svelte|swift|typescript|ubuntu|version|vite|vue|webpack|windows|xcode)$/;

/** Whether both begin with one of a kind, but with another; a number may count something else, so a value must differ too. */
function openWithOthers(a: string, b: string): boolean {
  const [first, second] = [openingOf(a), openingOf(b)];
  if (!first || !second || first.which === second.which || first.kind !== second.kind) return false;
  return (
    /[^\d.]/.test(first.which) || givesOtherMeasure(first.rest, second.rest) || otherNumbers(first.rest, second.rest)
  );
}

function openingOf(text: string): { readonly kind: string; readonly which: string; readonly rest: string } | null {
  const match = OPENS_NUMBERED.exec(text);
  if (match === null) return null;
  const { 0: opening, groups: { modifier = '', kind = '', which = '' } = {} } = match;
  // `The instance type M5` says which type, not which of several things.
  if (modifier !== '' && /[^\d.]/.test(which)) return null;
  if ([modifier.trim(), kind].some((word) => isNoKind(word.toLowerCase()))) return null;
  return { kind: `${modifier}${kind}`.toLowerCase(), which, rest: text.slice(opening.length) };
}

/** Whether each has a number that the other lacks: `was paid on 4 November`, `was paid on 5 November`. */
function otherNumbers(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => new Set(text.match(/\d+(?:[.:]\d+){0,5}/g)));
  const lacks =
    (those: ReadonlySet<string> = new Set()) =>
    (number: string) =>
      !those.has(number);
  return [...(first ?? [])].some(lacks(second)) && [...(second ?? [])].some(lacks(first));
}

/** A number after it is its value. */
const SET =
  /^(?:amount|budget|cap|capacity|count|fee|interval|limit|max|maximum|min|minimum|price|quota|rate|retention|size|threshold|timeout|ttl)$/;

const isNoKind = (kind: string): boolean =>
  COUNTS_TIME.test(kind) || SET.test(kind) || VERSIONED.test(kind) || STOP_WORDS.has(kind) || isVerb(kind);

const MODIFIED =
  /^(?:(?:the|our|my|your|a|an)\s)?(?<modifier>[\p{L}-]+)\s(?<head>app|api|bucket|builds?|cluster|database|gateway|hours|job|lab|office|pipeline|queue|repo|server|service|site|station|team|tests?|topic|traffic|worker)\s/iu;
/** These say nothing of which one is meant. */
export const LOOSE = /^(?:actual|current|default|main|new|official|old|own|present|primary|same|the|this|that|whole)$/i;

/** `The map service uses …`, `The alert service uses …` */
function haveOtherModifiers(a: string, b: string): boolean {
  const [first, second] = [MODIFIED.exec(a)?.groups, MODIFIED.exec(b)?.groups];
  if (!first || !second || first.head?.toLowerCase() !== second.head?.toLowerCase()) return false;
  const [one = '', other = ''] = [first.modifier, second.modifier];
  return !LOOSE.test(one) && !LOOSE.test(other) && !holds(b, one) && !holds(a, other);
}

const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());
