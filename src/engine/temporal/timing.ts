// Reads what a question says about time: when something was noted, what held then, or what held before it was replaced.
import { DAY_MS } from '../clock.ts';
import { countOf, type Dated, daysOf, readSpan, type Span } from './calendar.ts';

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
}

/** Asks what happened, not what was the case. */
const NOTED =
  /\b(?:what|which|anything|something)(?:\s\S+){0,4}?\s(?:chang|happened|happening|decid|done\b|agreed|new\b|going on|settled|noted|put in place|replaced|introduced|went live)|\bwhat (?:did|have|had) (?:we|i|you|they)\b|\bdid \p{L}+ (?:do|chang|decid|agree|note|ship|merg|write|settle|tighten|learn|record|work|add|fix|remove)|\b(?:notes?|changes|events|decisions|session|everything|summary|recap|overview|standup|digest)\b/iu;
/** Asks for what was noted, too, if it names a date. */
const WENT_WRONG = /\bwhat went wrong\b|\b(?:what|which|any) (?:incidents|outages)\b/i;
/** Clearly asks for a former value. */
const FORMER =
  /\b(?:former(?:ly)?|previous(?:ly)?|original(?:ly)?|initial(?:ly)?|earlier|at first|(?<!\b(?:be|been|being|is|are|was|were|not|get)(?: [^\s?]+){0,3} )used to|back then|in the (?:past(?!\s+(?:\d|few|couple|hour|minute))|beginning|early days|old days)|back in the day|at the (?:very )?(?:start|beginning|outset)(?: of the (?:year|project))?(?! of)|at project start|when (?:we|it|the project) (?:first )?(?:began|started|launched)|(?:(?<=\bdid )(?:we|i|it) (?:begin|start)|(?:we|i|it) (?:began|started))(?: out| off| the (?:year|project))? with|as it was|was there ever)\b|\b(?:use to (?:be|have)|(?:switch|migrate|move|upgrade|change)(?: away)? from)\s*\??$(?<=\bdid\b[^?]*\??)/i;
/** Of the words that ask for a former value, those for the first. */
const FIRST = /original|initial|first|outset|early|beg[ai]n|start/i;
/** Asks for what a thing replaced, and names that thing: `which queue did pg-boss replace`, not `which parts were replaced`. */
const REPLACED =
  /\b(?:what|which|whom?)\b[^?]*?\bdid (?!we |you |i |they |he |she )(?<thing>(?:(?!to |not |never )[^\s?]+ ){1,4})(?:replace|supersede|take over from)\s*\??$|\b(?:that|which|what|who) (?<by>(?:(?!to |not |never |be |been |being |is |are |was |were |gets? |got |has |have |had |must |should |can |may )[^\s?]+ ){1,4})(?:replaced|superseded|took over from)\s*\??$|\b(?:predecessors? of|preceded) (?<after>[^?]+)|\b(?<former>[\p{L}\p{N}-]+)['’]s predecessor/iu;
/** May ask for a former value. */
const PERHAPS =
  /^(?:the |our |my )?old (?!and\b)|\b(?:was|were)(?: the| our)? old\b|\bthe very first\b|\b(?:the|our|my) first(?= (?:plan|choice|idea|estimate|deadline)\b)|(?<!\b(?:day|night|evening|week|month) )\bbefore(?: (?:her|him|them|that))?\s*\??$|\bdid (?:we|i) (?:drop|ditch|leave|abandon|retire|give up|get rid of|cancel|phase out|swap out|stop using|part ways with)\s*\??$(?<=^(?:what|which|who)\b[^?]*\??)|\b(?:before|old|earlier) and (?:after|now|new|today)\b/i;
const NOT_FORMER =
  /\bhow old\b|\b(?:years?|months?|days?|weeks?|too|very) old\b|\b(?:days?|hours?|weeks?|minutes?|an?) earlier\b|\bearlier (?:in|than)\b/i;
/** `(in the two weeks) after the crash`, `since the upgrade`, `in the week of the audit`. */
const ANCHOR =
  /\b(?:(?:in |within |during |on )?(?:the )?(?:(?:last|first|next|right)\s)?(?:(\d+|an?|one|two|three|four|five|six|few|ten)\s)?(day|week|fortnight|month|weekend)s?\s(?:right |just )?)?(before|after|since|until|till|(?<=\b(?:day|week|fortnight|month|weekend)s? )of)\s+(?:(?:the|that|our|we|they)\s+)?([\p{L}\p{N}][^?,;:]{1,60})/iu;
/** What was in use then, not what happened. */
const IN_USE =
  /\b(?:used?|using|run|ran|running|have|had|rely|relied|choose|chose|chosen|pick|picked)(?:\s(?:on|for|in|as|with)\b|\W*$)|\b(?:in|with)\W*$/i;
/** Happens rather than replaces: `before launch`, `before Monday`. */
const HAPPENING =
  /^(?:launch|release|deploy|deployment|go-?live|review|migration|upgrade|update|merge|move|switch|rewrite|refactoring|outage|incident|crash|audit|meeting|standup|demo|kick-?off|lunch|noon|midnight|christmas|easter|\p{L}+day|v?\d[\d.]*)(?![\p{L}\p{N}])/iu;
/** Days that instructions also name: `restore it to yesterday`. */
const NEAR = /today|yesterday|tonight|this/i;
/** Recurs every year. */
const SEASON = /^(?!.*(?:last|\d)).*(?:spring|summer|autumn|fall|winter)/i;
const LEADING =
  /\b(?:in|on|at|of|from|for|since|until|till|before|after|by|during|over|within|between|and|back|around|about|the)\s*$/i;
const PAST = /\b(?:did|was|were|had|ran|went|took|got|came|kept|made|could|used|began|[a-z]{3,}ed)\b/i;
/** Asks what to do, whatever was done: `where do I put a finished file today`. */
const ASKS_NOW = /\b(?:do|should|must|can|may) (?:i|we)\b/i;
const ADVICE =
  /\b(?:should|must|need|needs|have to|has to|do (?:i|we|you)|can|may|shall|will|is|are|does|add|write|make|how to)\b/i;

const GENERIC =
  /^(?:what|which|anything|something|everything|summary|recap|overview|notes?|noted|changes?|changed|happen(?:ed|s)?|events?|decisions?|decided|took|taken|done|new|session|put|down|wr(?:ite|ote|itten)|agreed|going|on|please|did|do|have|has|had|been|we|i|you|they|us|me|my|our|was|were|is|are|the|in|of|for|from|with|about|there|all)$/i;

/** Whether a question asks for more than the time. */
export const asksMore = (rest: string): boolean =>
  (rest.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !GENERIC.test(word));

/** Null for a question that does not mention time. */
export function readTiming(asked: string, now: number): Timing | null {
  const question = asked.replace(/\bprior to\b/gi, 'before');
  const span = readSpan(question, now);
  if (span) return dated(question, span, now);
  const anchor = readAnchor(question);
  if (anchor) return anchor;
  const replaced = REPLACED.exec(question)?.groups;
  if (replaced) {
    // A name replaces; a person may, too.
    const isSure = /[\p{Lu}\d-]/u.test(Object.values(replaced).join(''));
    return { sense: 'former', span: null, anchor: null, rest: question, strength: isSure ? 1 : UNSURE };
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
  NOTED.test(question) || WENT_WRONG.test(question) || rest.split(' ').length < 2;

function readAnchor(question: string): Timing | null {
  const match = ANCHOR.exec(question);
  const [whole = '', many, unit, word = '', text = ''] = match ?? [];
  const isSpan = unit !== undefined;
  if (!match || !isEvent(whole, text)) return null;
  const side = SIDES[word.toLowerCase()] ?? 'around';
  const rest = tidy(question.replace(whole, ' '));
  const tells = NOTED.test(rest) || PAST.test(rest);
  if (side === 'around' && !(isSpan && tells && /^(?:in|on|during) the\b/i.test(whole))) return null;
  const looksBack = !ADVICE.test(rest) && (PAST.test(rest) || (isBare(rest) && !MOVING.test(text)));
  const wasInUse = side === 'before' && PAST.test(rest) && IN_USE.test(rest) && isThing(whole, text);
  const isNoted = isSpan || (NOTED.test(rest) && !wasInUse) || (side === 'since' && looksBack);
  const asksFormer =
    side === 'before' &&
    !/^and\b/i.test(text) &&
    !PRESENTLY.test(rest) &&
    (looksBack || (NOTED.test(rest) && wasInUse));
  if (!isNoted && !asksFormer) return null;
  const days = isSpan ? countOf(many) * daysOf(unit) : USUAL_DAYS;
  return {
    sense: isNoted ? 'noted' : 'former',
    span: null,
    // What `it` is, the rest says.
    anchor: /^it\b/i.test(text) ? null : { text: text.trim(), side, days },
    // The thing is all that the question says about its answer: `what did we use before Typst?`
    rest: isNoted || asksMore(rest.replace(IN_USE, ' ')) ? rest : question,
    strength: 1,
  };
}

/** `the upgrade`, `we moved` and `pg-boss`, but not `printing`, `each run`, `they are sent` or `his report was shut`. */
const isEvent = (whole: string, text: string): boolean =>
  !/^(?:an?|any|each|every|you|i|it(?! (?:was|got|became|changed|moved)\b)|when|and|he|she|his|her|their|my)\b/i.test(
    text,
  ) &&
  !(/\b(?:before|after|since|until|till)\s+(?:we|they)\s/i.test(whole) && !HAPPENED.test(text)) &&
  (/\b(?:the|that|our|we|they)\s/i.test(whole) || !/^\p{L}+ing\b/iu.test(text) || MOVING.test(text));

/** Changes what is so, unlike `before printing`. */
const MOVING = /^(?:moving|switching|migrating|upgrading|changing)\b/i;

/** `before we left Heroku`, but not what is done each time: `before they are sent`, `before we deploy`. */
const HAPPENED =
  /^(?:(?:had|have) )?(?:had(?! to\b)|left|chose|built|bought|sold|wrote|brought|lost|found|met|began|knew|grew|broke|gave|took|went|got|came|kept|made|ran|did|were|was|became|changed|switched|[a-z]{2,}ed)\b/i;

/** `Typst` and `pg-boss`, which replaced something, but not `the migration` or `launch`. */
const isThing = (whole: string, text: string): boolean =>
  !/\b(?:before|until|till)\s+(?:the|that|our|we|they)\s/i.test(whole) && !HAPPENING.test(text);

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

/** `who answers the pager`, `what's the last day`. */
const PRESENTLY = /^(?:who|what|where|when)(?:'s|\s(?!was\b)\p{L}+s)\b/iu;

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
