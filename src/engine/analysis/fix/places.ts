// Rules that hold in one place: `Stripe must never be called inside a transaction`. Only what is done there breaks them, and
// what is moved out of there keeps them.
import { terms } from '../../text/terms.ts';
import { allWordsOf, deedWords, isWithin, MOST_WORDS, wordsOf } from './deeds.ts';
import { isGuard } from './proposal.ts';

export interface Placed {
  /** What must not be done there, and to what. */
  readonly deed: ReadonlySet<string>;
  readonly what: ReadonlySet<string>;
  /** The noun that names the place, and the state that makes it one: `while the lock is held`. */
  readonly place: string;
  readonly state: string | null;
  /** Another name of the deed, from the clause that says where it belongs: `the charge happens in a worker`. */
  readonly alias: string | null;
}

const NOT = "(?:(?:must|shall|should|may|can|will|do|does|is|are)(?: not| never|n't)|never|cannot)";
const THERE = String.raw`(inside(?: of)?|within|during|while|in(?=\s(?:an?|the|any|one)\s(?:[\w-]+\s)?(?:transaction|loop|lock|constructor|critical section)s?\b))\s+(?!\d|(?:an?|one)\s(?:second|minute|hour|day|week)|(?:seconds|minutes|hours|days)\b)(.+?)`;
const PASSIVE = new RegExp(String.raw`^(.+?)\s+${NOT}\s+(?:be\s+)?(\w+)\s+${THERE}[.;:!]*$`, 'i');
const ACTIVE = new RegExp(String.raw`^(?:.*?\s)?${NOT}\s+(\w+)\s+(.{2,60}?)\s+${THERE}[.;:!]*$`, 'i');
const LIMITED = /\b(?:except|unless|only|without|other than|apart from)\b/i;
const HAPPENS = /^\W*(?:the\s+|an?\s+)?([a-z]+)\s+(?:happens?|takes place|is done|belongs?|runs?)\b/i;

/** Null for any other rule. */
export function placedBy(sentence: string, next = ''): Placed | null {
  const said = sentence.replaceAll('’', "'");
  if (LIMITED.test(said)) return null;
  const passive = PASSIVE.exec(said);
  const active = passive === null ? ACTIVE.exec(said) : null;
  const [, first = '', second = '', preposition = '', where = ''] = passive ?? active ?? [];
  const [verb, object] = passive ? [second, first] : [first, second];
  const [, owner = where, state = null] = /^(.+?)\s(?:is|are)\s([a-z]+)$/i.exec(where) ?? [];
  const place = /([A-Za-z][\w-]+)\W*$/.exec(owner)?.[1] ?? '';
  const what = wordsOf(object);
  if (what.size === 0 || place === '' || (/^while$/i.test(preposition) && state === null)) return null;
  const alias = HAPPENS.exec(next)?.[1] ?? null;
  return { deed: deedWords(terms(verb)), what, place, state, alias };
}

/** Deeds that may be called by each other's names. */
const PLAIN =
  /\b(?:call|mak|run|do|execut|perform|invok|start|issu|send|us|request|fetch|quer|plac|contact|reach|talk)(?:e|s|es|y|ies|ed|ing)?\b/i;
const MOVING =
  /\b(?:mov|tak|pull|shift|extract|lift|get|put|keep|plac)(?:e|s|es|ing)?\s+(.*?)\s+(?:out|outside|away|in|into|inside|within|from)\b/i;
const STOPS = /\b(?:not|never|no longer|stop\w*|avoid\w*|remov\w*|instead of|rather than)\b|n't\b/i;
const BEGINS =
  /^\W*(?:[\w-]+\s+){0,2}?(?:is|are|has|was)?\s*(?:been\s)?(?:open|beg[iau]n|start|tak|acquir|held|hold|enter|lock)/i;
const ENDS =
  /^\W*(?:[\w-]+\s+){0,2}?(?:is|are|has|was)?\s*(?:been\s)?(?:releas|free|commit|end|finish|clos|done|over|complet|return|unlock|roll)/i;

type Side = 'inside' | 'outside' | null;

const SIDES =
  'out of|outside(?: of)?|away from|from|after|once|before|until|inside(?: of)?|within|into|in|during|while|under|to|at|on|by';
const NEXT_PHRASE = new RegExp(String.raw`\s(?:${SIDES}|and|or|that|which)\b`, 'i');

/** On which side of the place a clause does what it does; `it` is the place where an earlier clause names it. */
function sideOf(clause: string, { place, state }: Placed, isNamed: boolean): Side {
  const stem = terms(place)[0] ?? place.toLowerCase();
  const named = new RegExp(
    String.raw`\b(${SIDES})\s+(?:(?!(?:${SIDES}|and|or|that|which)\b)[\w'-]+\s+){0,4}?([\w-]+)(.{0,30})`,
    'gi',
  );
  for (let at = 0; at < clause.length; ) {
    named.lastIndex = at;
    const found = named.exec(clause);
    if (found === null) return null;
    const rest = clause.slice(found.index + (found[1] ?? '').length);
    const before = rest.split(NEXT_PHRASE)[0] ?? '';
    const words = [...before.matchAll(/[A-Za-z][\w-]*/g)];
    const noun = words.find(({ 0: word }) => terms(word)[0] === stem || (isNamed && /^(?:it|that)$/i.test(word)));
    if (noun) return sideBy((found[1] ?? '').toLowerCase(), rest.slice(noun.index + noun[0].length), state);
    at = found.index + (found[1] ?? '').length;
  }
  return null;
}

function sideBy(preposition: string, after: string, state: string | null): Side {
  if (/^(?:out of|outside|away from|from)/.test(preposition)) return 'outside';
  if (/^(?:after|once)$/.test(preposition)) return BEGINS.test(after) ? null : 'outside';
  if (/^(?:before|until)$/.test(preposition)) return ENDS.test(after) ? null : 'outside';
  if (!/^(?:inside|within|into|in|during|while|under)/.test(preposition)) return null;
  return state === null || new RegExp(String.raw`\b${state}\b`, 'i').test(after) ? 'inside' : null;
}

/** Whether a clause does, or moves, what the rule speaks of. */
function isAbout(clause: string, { deed, what, alias }: Placed): boolean {
  if (alias !== null && terms(/^\W*([\w-]+)/.exec(clause)?.[1] ?? '')[0] === terms(alias)[0]) return true;
  const words = allWordsOf(clause);
  if ([...what].filter((word) => words.has(word)).length / what.size < MOST_WORDS) return false;
  const isPlain = [...deed].every((word) => PLAIN_DEEDS.has(word));
  if (isPlain ? PLAIN.test(clause) : isWithin(deed, words)) return true;
  const moved = wordsOf(MOVING.exec(clause)?.[1] ?? '');
  return moved.size > 0 && isWithin(moved, new Set([...what, ...deed]));
}
const PLAIN_DEEDS = deedWords(
  terms(
    'call called make made run do done execute executed perform performed invoke invoked start started issue issued use used happen',
  ),
);

const CLAUSE = /[,;]\s*|\s(?:and|but|then|so that|so|because)\s/i;

/** Where a fix does what the rule speaks of; null where it does not, or does not say where. */
export function sideOfFix(told: string, rule: Placed): Side {
  const stem = terms(rule.place)[0];
  const sides = told.split(/(?<=[.!?])\s|\n/).flatMap((sentence) => {
    const clauses = sentence.split(CLAUSE);
    return clauses.map((clause, i): Side => {
      if (!isAbout(clause, rule) || isGuard(clause)) return null;
      const isNamed = clauses.slice(0, i).some((each) => terms(each).some((word) => word === stem));
      const side = sideOf(clause, rule, isNamed);
      if (!STOPS.test(clause)) return side;
      return side === null || /\boutside\b/i.test(clause) ? null : 'outside';
    });
  });
  return sides.includes('inside') ? 'inside' : (sides.find((side) => side !== null) ?? null);
}
