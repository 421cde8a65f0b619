// Reads whether something shall run or rest: `is switched off when it rains`, `must not stop`, `keep the pump on`.
import { isVerb } from '../../text/ordinary.ts';
import { terms } from '../../text/terms.ts';
import { isContrast } from './contrasts.ts';
import { hoursIn, inHours } from './hours.ts';
import { REASON, tellingTerms } from './stretches.ts';

export interface Running {
  readonly thing: ReadonlySet<string>;
  readonly rests: boolean;
  /** In which case, as written; empty if in all. */
  readonly when: string;
}

/** `on the left` is a place. */
const NO_PLACE = '(?! (?:the|an?|our|its|their|this|each|every|all)\\b)';
const DOWN = `off${NO_PLACE}|down`;
const UP = `on${NO_PLACE}|up`;
const SWITCH = '(?:switch|turn|shut|power|cut|clos)';
const STOPPING = '(?:disabl|deactivat|stopp?|halt|paus|suspend|silenc|mut|ceas|inhibit)';
const STARTING = '(?:(?:re-?)?enabl|(?:re-?)?activat|start|resum|continu|unmut|runn?|unpaus)';
const VERB_END = '(?:e|es|s|ing)?';
const RESTING = `(?:${SWITCH}(?:e?d)? (?:${DOWN})|off${NO_PLACE}|${STOPPING}ed|inactive|silent|idle)`;
const RUNNING = `(?:${SWITCH}(?:e?d)? (?:${UP})|on${NO_PLACE}|powered|${STARTING}ed|active|running|working|alive|live|audible|operating|in (?:service|operation|use))`;

const MODAL = '(?:must|shall|should|may|can|will|do|does|ha(?:s|ve) to|needs? to)';
const NEGATION = '(?:not|never|no longer)';
const FORBIDS = /\b(?:not|never|cannot|no longer)\b|n't\b/i;
/** The subject has no verb and no condition of its own. */
const SUBJECT = String.raw`^\W*((?:(?!(?:never|not|do|don't|always|when|if|while|before|after|until|once|that|which|who|because|is|are|must|shall|should|may|can|cannot|will|ha(?:s|ve) to)\b)[\w'’/-]+\s+){1,8}?)`;
/** `Lamps are off`, `the fan must not be switched off`. */
const IS = new RegExp(
  String.raw`${SUBJECT}((?:is|are|gets?|stays?|remains?|keeps?|cannot(?: be)?|${MODAL}(?:n't)?(?: ${NEGATION})?(?: always)? (?:be|stay|remain|keep))(?: ${NEGATION})?(?: always| automatically| immediately)?)\s+(?:(${RESTING})|(${RUNNING}))(?![\w-])`,
  'i',
);
/** `Recording stops`, `the conveyor must stop`. */
const ACTS = new RegExp(
  String.raw`${SUBJECT}((?:${MODAL}(?:n't)?|cannot)?(?:\s*\b${NEGATION})?(?: always| automatically| immediately)?)\s*\b(?:(stops?|halts?|pauses?|ceases?|(?:switch|shut|turn)(?:es|s)? (?:off|down))|(runs?|continues?))(?![\w-])(?! \w+ing\b)`,
  'i',
);

/** A verb before its object, or around it: `turn off the pump`, `turn the pump off`. */
const VERB = new RegExp(
  String.raw`\b(?:(${SWITCH}(?:e|e?s|t?ing)?)|(${STOPPING}${VERB_END})|(${STARTING}${VERB_END})|(keep(?:s|ing)?|leav(?:e|es|ing)|lets?|letting))(?![\w-])`,
  'gi',
);
const OBJECT = String.raw`((?:[\w'’/-]+\s+){1,7}?)`;
const PARTICLE_FIRST = /^\s+(?:(off|down)|(on|up))\s+(?=\w)/i;
const PARTICLE_LAST = new RegExp(String.raw`^\s+${OBJECT}(?:(${DOWN})|(${UP}))(?![\w-])`, 'i');
const KEPT_SO = new RegExp(
  String.raw`^\s+${OBJECT}(?:(${RESTING}|stop|halt|pause|rest)|(${RUNNING}|run|continue|work))(?![\w-])`,
  'i',
);
const NOUN = /\b(?:the|an?|this|each|every|its|their|emergency|after|before|on|at)\s+$/i;
const DENIED =
  /\b(?:not|never|no longer|stop(?:s|ping)?|without|instead of|rather than|avoid(?:s|ing)?|remov\w+|delet\w+|prevent\w*|refus\w+ to|(?:do|does|must|should)n't)\s+(?:(?!and\b|but\b|then\b)[\w'’-]+\s+){0,4}$/i;
/** `and on at 06:00` is said of what stands before. */
const ALSO = /^(.{0,60}?)\b(?:and|then)\s+(?:back\s+)?(?:(off)|(on))\s+(?=at|from|until|when|after|once)/i;

const CASE =
  /\s+(?=(?:when|whenever|if|while|once|until|till|unless|during|as (?:soon|long) as|after|before|between|from|in|on|at|for|of|to|with|within|without|outside|under|even|because|so|as|by|who|that|which|always|permanently)\b)/i;
const PURPOSE = /\s(?:(?:in order )?to (?!\d)|so that\b|so\b).*$/i;
const LEADING_CASE =
  /^\W*((?:when|whenever|if|while|once|until|unless|during|as soon as|as long as|after|before|between|in|on|outside)\s[^,]{2,120}),\s*/i;
const LONGEST = 300;

/** What a sentence of a rule demands. */
export function runningIn(sentence: string): Running | null {
  const { clause, first } = inCase(sentence);
  if (RUNS.test(clause) && !TIMED.test(clause)) return null;
  return said(clause, first) ?? asked(clause, first).find(({ at }) => at === 0) ?? null;
}

/** `the job runs hourly`, `must not run as root` say how or when it runs. */
const RUNS = /\b(?:runs?|continues?|starts?)\b/i;
const TIMED = /\s(?:when|whenever|if|while|during|until|unless|outside|between|as long as)\s/i;

/** Everything that a fix says of what runs and what rests. */
export const runningsIn = (text: string): Running[] =>
  text
    .split(/\n|[.;]\s|,\s*(?:and|but|then)\s|\s(?:but|then)\s/)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const { clause, first } = inCase(part);
      const found = asked(clause, first);
      const stated = found.length > 0 ? null : said(clause, first);
      return stated === null ? found : [stated];
    });

function inCase(sentence: string): { readonly clause: string; readonly first: string } {
  const written = sentence.replaceAll('’', "'").slice(0, LONGEST).replace(REASON, '').trim();
  const [leading = '', first = ''] = LEADING_CASE.exec(written) ?? [];
  return { clause: written.slice(leading.length).replace(/[.!]+$/, ''), first };
}

function said(clause: string, first: string): Running | null {
  const match = IS.exec(clause) ?? ACTS.exec(clause);
  if (match === null) return null;
  const [whole, subject = '', way = '', rests] = match;
  return runningOf(subject, (rests !== undefined) !== FORBIDS.test(way), `${first} ${clause.slice(whole.length)}`);
}

interface Asked extends Running {
  /** Where the words for it begin, past `never` and the like. */
  readonly at: number;
}

function asked(clause: string, first: string): Asked[] {
  const found: Asked[] = [];
  for (const { 0: verb, 1: switches, 2: stops, 4: keeps, index } of clause.matchAll(VERB)) {
    const before = clause.slice(0, index);
    if (NOUN.test(before)) continue;
    const rest = clause.slice(index + verb.length);
    const denied = DENIED.test(before.slice(-60));
    const at = LEADS.test(before) ? 0 : index;
    const add = (object: string, rests: boolean, after: string) => {
      const [own = '', also, off] = /\b(?:on|off)\b/i.test(after) ? (ALSO.exec(after) ?? []) : [];
      const upTo = also ?? after;
      const running = runningOf(object, rests !== denied, `${first} ${upTo}`);
      if (running === null) return;
      found.push({ ...running, at });
      if (also !== undefined)
        found.push({ ...running, rests: off !== undefined, when: after.slice(own.length).trim(), at });
    };
    if (switches !== undefined || keeps !== undefined) {
      const early = switches === undefined ? null : PARTICLE_FIRST.exec(rest);
      const late = switches === undefined ? KEPT_SO.exec(rest) : PARTICLE_LAST.exec(rest);
      if (early) add(rest.slice(early[0].length), early[1] !== undefined, '');
      else if (late) add(late[1] ?? '', late[2] !== undefined, rest.slice(late[0].length));
    } else if (!/^\s+\w+(?:\s+\w+){0,4}?\s+from\s+\w+ing\b/i.test(rest)) add(rest, stops !== undefined, '');
  }
  return found;
}

/** What may stand before the verb of a rule. */
const LEADS =
  /^\W*(?:(?:always|please|we|it|automatically|never|do|does|not|no longer|avoid|must|shall|should)\s+|don't\s+)*$/i;

function runningOf(written: string, rests: boolean, after: string): Running | null {
  const [object = '', ...others] = beforeNextVerb(written.trim()).split(CASE);
  const words = tellingTerms(object);
  const thing = new Set(words.length > 0 ? words : terms(object));
  const when = `${others.join(' ')} ${after}`.replace(PURPOSE, '').trim();
  return thing.size === 0 ? null : { thing, rests, when };
}

/** `the pump and delete the log` is about the pump. */
function beforeNextVerb(written: string): string {
  const next = [...written.matchAll(/\s+and\s+([\w-]+)/gi)].find(([, word = '']) => isVerb(word));
  return next === undefined ? written : written.slice(0, next.index);
}

const isOfSameThing = (one: Running, other: Running): boolean => {
  const [few, many] = one.thing.size < other.thing.size ? [one, other] : [other, one];
  return [...few.thing].every((term) => many.thing.has(term) || PRONOUN.test(term));
};

/** Whether a fix speaks of the demanded thing, but in another case, or does as demanded in more cases. */
export const isOfOtherCase = (demanded: Running, given: Running): boolean =>
  isOfSameThing(demanded, given) && (demanded.rests === given.rests || caseOf(given.when).size > 0);

/** Whether a fix does as demanded, or the opposite; null if it speaks of another thing or case. */
export function agreement(demanded: Running, given: Running): 'same' | 'opposite' | null {
  if (!isOfSameThing(demanded, given)) return null;
  const isSame = demanded.rests === given.rests;
  const [hours] = hoursIn(demanded.when);
  if (hours !== undefined) return inHours(hours, given, demanded.rests);
  const [asked, told] = [caseOf(demanded.when), caseOf(given.when.replace(ALWAYS, ''))];
  if (asked.size > 0) {
    if (told.size === 0) return !isSame && ALWAYS.test(given.when) ? 'opposite' : null;
    const shared = [...asked].filter((term) => told.has(term)).length;
    if (shared / Math.min(asked.size, told.size) <= HALF) return null;
    if (isOutside(demanded.when) !== isOutside(given.when) || isContrast(demanded.when, given.when)) return null;
  }
  if (!isSame) return 'opposite';
  // `within 10 seconds` does not keep `within 5 seconds`, nor does this tell which is stricter.
  const [limits, numbers] = [numbersIn(demanded.when), numbersIn(given.when)];
  return limits.length > 0 && numbers.some((each) => !limits.includes(each)) ? null : 'same';
}
const numbersIn = (when: string): readonly string[] => when.match(/\d+/g) ?? [];
const HALF = 0.5;
const PRONOUN = /^(?:it|them|they|this|that)$/;
const ALWAYS =
  /\b(?:always|permanently|at all times|all the time|around the clock|in (?:any|all|every) cases?|regardless|everywhere|for everyone|(?:on|in) (?:all|every))\b/i;

const WEAK: ReadonlySet<string> = new Set(terms('detect mode state happen occur active default'));
const caseOf = (when: string): ReadonlySet<string> => new Set(tellingTerms(when).filter((term) => !WEAK.has(term)));

/** `until it rains`, `when there is no rain`: each turns the case round. */
const OUTSIDE =
  /\b(?:until|till|unless|before|outside|without|no|not|never|n't|clear(?:s|ed)?|gone|over|ends?|ended)\b/gi;
const isOutside = (when: string): boolean => (when.match(OUTSIDE) ?? []).length % 2 === 1;
