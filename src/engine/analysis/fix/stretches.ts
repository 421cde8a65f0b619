// Splits a sentence into stretches that do something, undo something, or only describe.
import { terms } from '../../text/terms.ts';
import { choicesIn, SILENT } from './families.ts';
import { termsWithKinds } from './kinds.ts';
import { passiveIn } from './passives.ts';

export interface Stretch {
  readonly text: string;
  readonly way: 'does' | 'undoes' | 'tells';
  /** What undoes it: `never`, `instead of`, `remove`. */
  readonly cue: string | null;
}

/** Verbs that start a new stretch after `and` or a comma. */
const DOING =
  'use|using|add|set|store|keep|switch|move|migrate|call|hash|write|send|return|make|let|replace|put|introduce|do|does|log|cache|read|always|must|should|shall|only|we|it|they|he|increase|reduce|raise|lower|validate|check|rename|format|encrypt|sign|create|build|wrap|render|load|fetch|save|insert|run|convert|parse|go|rely|pass|retry|apply|change|instead|then|just|have|has|is|are|update|upsert|append|hold|serve|expose|publish|emit';
const OPENS = new RegExp(`^(?:${DOING})$`, 'i');
/** Whether a word is one of those verbs. */
export const opensDoing = (word: string): boolean => OPENS.test(word);
const STOP = new RegExp(
  String.raw`(?:,\s*(?:and\s+|but\s+|so\s+)?|\s+and\s+|\s+or\s+)(?=(?:${DOING})\b)|\s+(?:but|then|so that|so|while|whereas|which)\s+|\s*(?:[;(]|:(?=\s|$))\s*|\s+instead(?! of)\b|\s+[–—]\s+|,\s*(?=(?:since|because)\b|(?:[\w'’-]+\s+){3}[\w'’-]+)`,
  'i',
);
const QUANTITY =
  '(?:(?:more|less|fewer|later|longer|larger|greater|higher|lower|shorter|bigger|smaller|older) than|(?:above|below|over|under|beyond) (?:an? )?\\d)';
const FORBIDDING = String.raw`(?:must|shall|should|may|can|could|do|does|did|will|would|is|are|need)(?: ?n[o']t| never)(?: be)?(?: allowed to| permitted to)?(?! only\b| null\b| exceed\b| ${QUANTITY})|(?:cannot|(?:ca|wo|sha)n't)(?! exceed)|never(?! ${QUANTITY})|no longer(?! than)|not(?! only\b| null\b| exceed\b| ${QUANTITY}| just\b| yet\b)|avoid(?:s|ing)?|forbids?|prohibits?|(?<!\b(?:the|a|our|any|this) )bans?|refrain from|neither|nor|none(?! of\b)|nobody|no one|no-one|no(?! (?:${QUANTITY}|later|one\b|matter))`;
const REMOVING = `uninstall(?:s|ing)?|remov(?:e|es|ing)|dropp?(?:s|ing)?(?! down)|(?<!\\b(?:hard|soft)[- ])delet(?:e|es|ing)|disabl(?:e|es|ing)|skipp?(?:s|ing)?|bypass(?:es|ing)?|omit(?:s|ting)?|(?<!\\bearly )stopp?(?:s|ing)?|turn(?:s|ing)? off|switch(?:es|ing)? off|get(?:ting)? rid of|eliminat(?:e|es|ing)|ignor(?:e|es|ing)|circumvent(?:s|ing)?|comment(?:s|ing)? out|tak(?:e|es|ing) out|strip(?:s|ping)?(?: out)?|abandon(?:s|ing)?|relax(?:es|ing)?|deactivat(?:e|es|ing)|undo(?:es|ing)?|revert(?:s|ing)?(?! to)|suppress(?:es|ing)?|suspend(?:s|ing)?|exclud(?:e|es|ing)|exempt(?:s|ing)?|weaken(?:s|ing)?|loosen(?:s|ing)?|do(?:es|ing)? away with|rip(?:s|ping)? out|work(?:s|ing)? around|opt(?:s|ing)? out of|prevent(?:s|ing)?|giv(?:e|es|ing) up(?: on)?|refus(?:e|es|ing) to|fail(?:s|ing)? to|mut(?:e|es|ing)|silenc(?:e|es|ing)|lift(?:s|ing)?|(?:(?:mov|migrat)(?:e|es|ing) )?away from|deprecat(?:e|es|ing)|retir(?:e|es|ing)|leav(?:e|es|ing) out|without|instead of|in place of|rather than|rejected|ruled out|discarded`;
/** Excludes nouns: `deletes are confirmed` removes nothing. */
const VERB = String.raw`(?!-)(?!\s+(?:is|are|was|were|must|should|shall|may|can|needs?|ha(?:s|ve))\b)`;
const UNDOING = new RegExp(String.raw`\b(${FORBIDDING}|${REMOVING})\b${VERB}`, 'i');
const STARTS_REMOVING = new RegExp(
  String.raw`^\s*(?:be\s+)?(?:${REMOVING}|removed|deleted|dropped|disabled|skipped|bypassed|omitted|ignored|turned off)\b`,
  'i',
);
const REPLACING =
  /\b(?:replac(?:e|es|ing)|swap(?:s|ping)?(?: out)?|substitut(?:e|es|ing)|exchang(?:e|es|ing))\s+(.+?)\s+(?:with|by|for)\s+(.+)$/i;
const REPLACED =
  /^(.*?)\s*\b(?:is|are|was|were|be|been|gets?|got)\s+(?:replaced|superseded|swapped out|substituted)\s+(?:by|with|for)\s+(.+)$/i;
const PORTS = /\b(?:port|migrat|mov|rewrit|switch)(?:e|es|ed|ing|s)?\s+(.{1,80}?)\s+(?:to|into|onto|in)\s+(.+)$/i;
/** A separable verb around its object: `turn the filter off`. */
const AROUND = /\b(?:turn|switch|shut)(?:s|ing)?\s+((?:[\w'’-]+\s+){1,6}?)off\b(.*)$/i;
/** `Show errors in a dialog no more`. */
const NO_MORE = /^(.*?\w)\s+(?:no (?:more|longer)|not any ?more)(?=\W*$|\s*[,;]|\s+(?:and|but)\s)(.*)$/i;
const FROM_TO = /\bfrom\s+(.{1,80}?)\s+(?:to|into|onto)\s+(.+)$/i;
const MOVES =
  /\b(?:switch|mov|migrat|chang|convert|port|go|going|reduc|lower|rais|increas|bump|cut|shorten|extend|rewrit|rename|renam|set|adjust|drop|downgrad|upgrad)\w*\b/i;
/** Verbs that change a number, and do not move a thing: `lengthen the lease from 40 s to 2 minutes`. */
const RESCALES =
  /\b(?:lengthen|widen|narrow|tighten|grow|shrink|decreas|expand|prolong|trim|scal|doubl|halv|stretch|slow|speed|bring|push|go(?:es)?)\w*\b.*?\bfrom\s+(?=\d)/i;
const PREFERS = /\b(?:prefer(?:red|s)?|chose|chosen|picked|favou?r(?:ed|s)?|selected)\b.*?\s(?:over|to)\s+(.+)$/i;
/** Harm that was done, which is a reason and no demand: `UserDefaults ends up in backups`. */
const HARM =
  '(?<!\\b(?:the|an?|of|for|against|with|any|all|no|every|each) )(?:caused|led to|ended up|ends up in|leaked|bit us|cost us|crashed|corrupted)';
const HARMED = new RegExp(String.raw`^(?!.*\b(?:no|not|never|nothing|nobody)\b).*\b${HARM}\b`, 'i');
const HARMED_LAST = new RegExp(String.raw`;\s+[^;]*\b${HARM}\b[^;]*$`, 'i');
export const REASON =
  /:\s+(?:it|they|this|that|any|otherwise)\b.*$|,\s+(?:it|they|this|nobody|no one) (?:is|are|was|were|takes?|needs?|uses?)\b(?!.*\bso\b).*$|,\s+(?:that|this|which) (?:is|was|are|were) (?:an?|the|why|what)\b.*$|[,\s(]+\b(?:because|since|due to|as it|as they|as (?:the|an?|our|its|their|some|this|we) (?=[^,;]*\b(?:is|are|was|takes?|has|have|does|do|needs?|gets?|can|may)\b)|given that|on the grounds)\b.*$/i;
const PURPOSE = /[,\s(]+\bso that\b.*$/i;
/** A negated relative or conditional clause, which forbids nothing: `carriers that do not answer`. */
const CONDITION =
  /\b(?:(?<!\bso )that|which|who|when(?:ever)?|if|unless|once|while|until)\s+(?:[\w'’-]+\s+){0,4}?(?:not|never|no longer|cannot|(?:do|does|is|are|ca|wo)n['’]t)\s+[\w'’-]+/gi;
const LISTED =
  /^\W*(?:(?:rejected|discarded|dismissed|alternatives?)\b[^:]{0,40}:|alternatives?\b|considered\b|(?:we )?(?:also )?(?:considered|rejected|looked at|evaluated)\b)/i;

/** Descriptions of the present or past and its faults, which demand nothing. */
const TELLING =
  /^\W*(?:(?:context|background|problem|motivation|rationale|consequences?|status|history|reason)\s*[:–—-]|(?:the )?(?:background|problem|motivation|rationale|reason) (?:is|was)\b|(?:currently|today|previously|formerly|until now|so far|historically|at the moment|right now|originally|once|the old)\b)|\b(?:is|are|was|were|seems?|turned out) (?:\w+ly )?(?:broken|insecure|weak|slow|too \w+|wrong|deprecated(?! (?:in (?:this|our|the)|here))|outdated|vulnerable|unsafe|buggy|flaky|legacy|obsolete|expensive|unreliable)\b|\bused to\b/i;
/** `take it from the pool, where we used to build one` no longer does the latter. */
const FORMERLY = /^(.+?),?\s+where (?:we|they|it|[a-z]+ \w+|\w+s) (?:formerly |previously )?used to (.+)$/i;
const COMPLAINT =
  /\b(?:bug|issue|problem|error|crash|failure|mistake|regression|defect)s?\b[^.]{0,30}?\b(?:where|that|in which|when|caused by|because)\b(.*)$/i;

/** What is said so firmly demands something, even in a sentence about today: `Once published, it must not change`. */
const FIRM = /\b(?:must|shall|may not|cannot be)\b/i;

/** The cue of what must not be removed: `rows are never deleted`. */
export const KEPT = 'kept';

/** The sentence without its reasons and conditions. */
export const core = (sentence: string): string =>
  sentence
    .replace(CONDITION, ' ')
    .replace(REASON, '')
    .replace(HARMED_LAST, '')
    .replace(PURPOSE, '')
    .replace(BOUND, bounded)
    .replace(NEVER_DONE, 'must never be ')
    .replace(NOTHING, 'must not $1 $2')
    .replace(IS_NO, '$1 other than ');

/** `imports nothing from infra` refuses that import. */
const NOTHING = /\b([a-z]+?)s? nothing (from|to|into|in|on|of|about)\b/gi;
/** `a bare number is not a price` says what something is, and refuses no price. */
const IS_NO = /\b(is|are) not (?=an? (?!option\b)[\w-]+\W*$)/gi;

/**
 * `Passwords are never logged` means `must never be logged`. After a plain `not`, only deeds count: `the field is not
 * required` forbids nothing.
 */
const NEVER_DONE =
  /\b(?:is|are|gets?|ha(?:s|ve))\s+(?:(?:never|no longer)\s+(?:been\s+)?(?=(?:[a-z-]+(?:ed|en|wn)|sent|kept|put|held|made|done|built|read|run|set|paid|told)\b(?!\s*(?:,|or\b|nor\b)))|not\s+(?=[a-z-]+(?:ed|en|wn)\b|sent\b|kept\b)(?!(?:needed|limited|affected|guaranteed|expected|intended|supposed|allowed|permitted|supported|used|accepted|involved|based|designed|required|considered|related|concerned|often|given|taken|planned|even|broken)\b))/gi;

/** `must not take more than 10 minutes` sets a limit and forbids nothing. */
const BOUND =
  /\b(must|shall|should|may|can|do|does|will|would)(?: not| never|n't) ([a-z]+(?: [\w'’-]+){0,8}?) (more|longer|later|larger|greater|higher|less|fewer|lower|shorter) than\b/gi;
const bounded = (_: string, modal: string, verb: string, than: string): string =>
  `${modal} ${verb} ${/^(?:less|fewer|lower|shorter)$/i.test(than) ? 'at least' : 'at most'}`;

/** The purpose of a fix counts as what it does; the purpose of a rule demands nothing. */
export function stretchesOf(quote: string, withPurpose = false): Stretch[] {
  const written = quote.replaceAll('’', "'");
  return withPurpose
    ? written
        .split(/[,\s]+so that\s+/i)
        .flatMap((clause) => stretchesIn(core(clause.replace(NOT_DONE, 'must never be '))))
    : stretchesIn(core(written));
}

/** In a fix, `is not done` means that the fix does not do it; a rule may say so of what is merely unnecessary. */
const NOT_DONE = /\b(?:is|are)\s+not\s+(?=[a-z-]+(?:ed|en|wn)\b)/gi;

function stretchesIn(sentence: string): Stretch[] {
  if (LISTED.test(sentence)) return [{ text: sentence, way: 'undoes', cue: 'rejected' }];
  const complaint = COMPLAINT.exec(sentence);
  if (complaint) {
    const [, told = ''] = complaint;
    const [before, after] = [
      sentence.slice(0, sentence.length - told.length),
      /,\s*(?:by|and|so|then)\s+(.+)$/i.exec(told)?.[1],
    ];
    const tail = after === undefined ? [] : stretchesIn(after);
    return [...carve(before), { text: told, way: 'tells', cue: null }, ...tail];
  }
  const [, now = '', then = ''] = FORMERLY.exec(sentence) ?? [];
  if (now !== '') return [...carve(now), { text: then, way: 'undoes', cue: 'used to' }];
  if ((TELLING.test(sentence) || HARMED.test(sentence)) && !FIRM.test(sentence)) {
    // `md5 is broken, so use bcrypt` describes first and then does something.
    const [, next] = /,\s*(?:so|therefore|hence|thus|which is why)\s+(.+)$/i.exec(sentence) ?? [];
    const whole: Stretch = { text: sentence, way: 'tells', cue: null };
    return next === undefined ? [whole] : [whole, ...carve(next)];
  }
  return carve(sentence);
}

function carve(text: string): Stretch[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const replacing = REPLACING.exec(text);
  if (replacing) return split(text, replacing, 'replace');
  const fromTo = MOVES.test(text) || RESCALES.test(text) ? FROM_TO.exec(text) : null;
  if (fromTo) return raised(text, fromTo) ?? split(text, fromTo, 'from');
  const ported = PORTS.exec(text);
  if (ported && isExchange(ported)) return split(text, ported, 'from');
  const replaced = REPLACED.exec(text);
  if (replaced?.[1]) return split(text, replaced, 'replace');
  const prefers = PREFERS.exec(text);
  if (prefers) {
    const [, over = ''] = prefers;
    const preference = text.slice(0, text.length - over.length).replace(/\s(?:over|to)\s*$/i, '');
    return [...carve(preference), { text: over, way: 'undoes', cue: 'over' }];
  }
  const passive = passiveIn(text);
  if (passive)
    return [
      ...carve(passive.before),
      ...passive.refused.map((refused): Stretch => ({ text: refused, way: 'undoes', cue: 'passive' })),
      ...carve(passive.after),
    ];
  const ended = NO_MORE.exec(text);
  if (ended) return [{ text: ended[1] ?? '', way: 'undoes', cue: 'no more' }, ...carve(ended[2] ?? '')];
  const around = AROUND.exec(text);
  if (around) {
    const [, undone = '', after = ''] = around;
    return [...carve(text.slice(0, around.index)), { text: `${undone}${after}`, way: 'undoes', cue: 'turn off' }];
  }
  const undoing = UNDOING.exec(text);
  if (!undoing) return [{ text, way: 'does', cue: null }];
  const before = text.slice(0, undoing.index);
  const rest = text.slice(undoing.index + undoing[0].length);
  const cue = undoing[0].toLowerCase();
  const stop = STOP.exec(DISCARDS.test(cue) ? rest.replace(DESCRIBED, 'where') : rest);
  const undone = stop ? rest.slice(0, stop.index) : rest;
  const after = stop ? rest.slice(stop.index + stop[0].length) : '';
  // In `Names must never be logged` the first part is the object of the forbidden deed.
  if (/\bbe$/.test(cue) || (/\b(?:not|never|n't)$/.test(cue) && /^\s+be\b/.test(rest))) {
    const isKept = STARTS_REMOVING.test(undone);
    const clause = before.split(/[:;]\s/).at(-1) ?? before;
    const whole = `${clause} ${undone}`;
    return [
      ...carve(before.slice(0, before.length - clause.length)),
      ...(isKept ? kept(whole) : [{ text: whole, way: 'undoes' as const, cue }]),
      ...carve(after),
    ];
  }
  const listed = /\bnever$/.test(cue) ? PARTICIPLES.exec(undone) : null;
  if (listed) return [...neverDone(before, listed[0]), ...carve(after)];
  // A double negation: `never disable TLS` asks for TLS, and `stop removing names` brings them back.
  const twice = STARTS_REMOVING.exec(undone);
  // `starts no job` refuses the start of a job, and not every job.
  const [, verb = ''] = cue === 'no' ? (ACTS_ON.exec(before) ?? []) : [];
  const carved: Stretch[] =
    twice && !/^(?:rejected|ruled out|discarded)$/.test(cue)
      ? kept(undone.slice(twice[0].length))
      : removed(`${verb} ${undone}`, cue);
  return [
    ...(/[\p{L}\p{N}]/u.test(before) ? [{ text: before, way: 'does' as const, cue: null }] : []),
    ...carved,
    ...carve(after),
  ];
}

const ACTS_ON =
  /\b(?!(?:ha|ca|include|contain|need|use|i|thi|it|require|expose|depend|acces|alway|time|day|case)s\b)([a-z]{2,}s|(?:must|shall|should|may|can|will|do|does) (?!be\b|have\b)[a-z]+)\s*$/i;

/** What is kept, as in `never drop readings silently`. */
const kept = (text: string): Stretch[] => withHow({ text, way: 'does', cue: KEPT }, SILENTLY.exec(text)?.[0]);

/** `drop readings silently` is done silently, and `remove silently failing tests` is not. */
const removed = (text: string, cue: string): Stretch[] =>
  withHow({ text, way: 'undoes', cue }, DISCARDS.test(cue) ? DONE_SILENTLY.exec(text)?.[1] : undefined);

/** How something is removed counts by itself: it is refused where the thing is kept, and done where it is removed. */
function withHow(stretch: Stretch, silently: string | undefined): Stretch[] {
  if (silently === undefined) return [stretch];
  const how: Stretch =
    stretch.way === 'does'
      ? { text: silently, way: 'undoes', cue: 'silently' }
      : { text: silently, way: 'does', cue: null };
  return [{ ...stretch, text: stretch.text.replace(SILENTLY, ' ') }, how];
}
const SILENTLY = new RegExp(String.raw`\b(?:${SILENT})ly\b`, 'i');
const DISCARDS = /^(?:remov|dropp?|delet|skipp?|omit|ignor|suppress)/;
/** At the end of its clause or before its circumstances, and not in a description: `the catch that fails silently`. */
const DONE_SILENTLY = new RegExp(
  String.raw`^(?!.*\b(?:that|which|who|(?:swallow|discard|dropp|ignor|skipp|delet|suppress|los)ing)\s).*\w\s+((?:${SILENT})ly)(?=\s*(?:$|[,.;])|\s+(?:when|whenever|if|unless|while|until|once|after|before|on|in|at|for|from|to|and|or)\b)`,
  'i',
);
/** What is removed may be described after it: `remove the path which loses readings`. */
const DESCRIBED = /(?<=\w )which\b/gi;

/** Participles about the subject of the clause: `may be added, but never removed or renamed`. */
const PARTICIPLES =
  /^\s*[a-z]+ed(?:\s*(?:,|\bor\b|\bnor\b)\s*(?:or\s+)?[a-z]+ed)+(?=\W*$|\s+(?:in|on|at|by|for|from|after|before|once|while|during|within)\b)/i;
const REMOVED = /^(?:remov|delet|dropp?|disabl|skipp?|bypass|omitt?|ignor)ed$/i;

function neverDone(before: string, participles: string): Stretch[] {
  const clause = before.split(/[:;]/).at(-1) ?? before;
  const [subject = clause] = clause.split(/\b(?:may|can|must|shall|should|will|is|are)\b|,/);
  const deeds = [...participles.matchAll(/[a-z]+ed\b/gi)].map(([deed]) => deed);
  return deeds.map((deed) =>
    REMOVED.test(deed)
      ? { text: `${subject} kept`, way: 'does', cue: KEPT }
      : { text: `${subject} ${deed}`, way: 'undoes', cue: 'never be' },
  );
}

/** `port the Jest tests to Vitest` drops Jest; `move sessions to Redis` does not drop sessions. */
function isExchange([, gone = '', come = '']: RegExpExecArray): boolean {
  const coming = choicesIn(come);
  return choicesIn(gone).some(({ family, member }) =>
    coming.some((other) => other.family === family && other.member !== member),
  );
}

/** `raise the retries from 3 to 10` sets the retries to 10. */
function raised(text: string, match: RegExpExecArray): Stretch[] | null {
  const [, gone = '', come = ''] = match;
  const [, unit] = AMOUNT.exec(gone) ?? [];
  if (unit === undefined || !/^\W*\d/.test(come) || VERSION.test(match[0])) return null;
  const set = /^\d[\d.,_]*\W*$/.test(come) ? `${come.replace(/\W+$/, '')} ${unit}` : come;
  return carve(`${text.slice(0, match.index)} to ${set}`);
}
/** With its unit: `5`, `5 minutes`. */
const AMOUNT = /^\s*\d[\d.,_]*\s*((?:[a-z]+|%)?)\s*$/i;
/** `21.0.0`. */
const VERSION = /\d\.\d+\.\d/;

/** The two parts of a match: what is removed, and what replaces it. */
function split(text: string, match: RegExpExecArray, cue: string): Stretch[] {
  const [, gone = '', come = ''] = match;
  const before = text.slice(0, match.index);
  return [...(/[\p{L}\p{N}]/u.test(before) ? carve(before) : []), { text: gone, way: 'undoes', cue }, ...carve(come)];
}

/** Words that every change and every rule may contain. */
const GENERIC: ReadonlySet<string> = new Set(
  terms(
    `use using used uses user users add adds added adding change changes changed fix fixed fixes make makes made set sets setting new code
    implement implementation implemented implements need needs needed require required requires requirement requirements
    decide decided decision design adr system systems service services component components application app module function
    functions method methods class classes file files instead switch replace move via through way ways thing things all every
    each any some more less least most always never must shall should only also well good better best like such other another same
    one two three ensure ensures allow allows provide provides support supports update updates updated improve handle
    value values now current currently accept accepted status proposed approve approved high low medium critical priority
    call calls called run runs project work works call let get gets put puts keep keeps take takes go goes per pattern follow
    follows following rule rules choose chosen chose select everything anything nothing someone anybody nobody within without
    e g i etc test tests be being so that which rather than api server client data`,
  ),
);

/** The significant ones among these terms. */
export const telling = (all: readonly string[]): string[] =>
  all.filter((term) => term.length > 1 && !GENERIC.has(term) && !/^\d+$/.test(term));

export const tellingTerms = (text: string): string[] => telling(termsWithKinds(text));
