// Finds the sentences of a conversation that are meant to outlast it. Rules for English that skip uncertain cases,
// since a worthless proposal costs its reader more than a missing one.
import { STOP_WORDS, terms, wordsIn } from '../../engine/text/terms.ts';

type Worth = 'note' | 'rule' | 'decision' | 'preference' | 'correction';

export interface Statement {
  readonly text: string;
  readonly worth: Worth;
}

/** A statement with fewer content words is rarely understood later, unless a cue says that it is meant to last. */
const MIN_TERMS = 4;
const MIN_CUED_TERMS = 2;
const MIN_TELLING_TERMS = 3;
const MAX_LENGTH = 500;
/** The most sentences that may explain a correction. */
const MAX_EXPLANATIONS = 2;

const FILLER =
  /^(?:(?:ok(?:ay)?|alright|right|great|good|nice|thanks?|thank you|cool|perfect|hm+|ah|oh|hey|well|also|and|so|but|then|btw|by the way|please|pls)\b[,.:!]*\s+)+/i;
const QUESTION =
  /\?["')\s]*$|^(?:do|does|did|is|are|was|were|can|could|should|would|will|has|have|why|what|when|where|which|who|how)\s+(?:we|you|i|it|this|that|the|they|there|everything)\b/i;
const MOMENTARY =
  /\bfor now\b|\bfor the moment\b|\bthis time\b|\bjust (?:this )?once\b|\btemporar|\bright now\b|\b(?:until|by) (?:tomorrow|monday|tonight|later)\b|\bin this (?:pr|commit|branch|session|turn)\b/i;
const BEFORE_NEXT = /\bbefore (?:we|you|i) (?:commit|merge|push)\b/i;
const UNCERTAIN =
  /\b(?:if|whether|unless) (?:we|you|i)\b.*\b(?:decide|agree)|\b(?:not|n't|yet to|never|un)\s?(?:yet |really )?decided\b|\bmaybe\b|\bperhaps\b|\bmight\b|\bnot sure\b|\bi (?:guess|wonder)\b|\bi think\b/i;
/** A request to do something, or a question what to do: the answer may decide what nobody knew. */
const UNDECIDED =
  /^(?:can|could|would|will) (?:you|we) (?!(?:(?:please|also|now|just|maybe) )*(?:tell|say|remind|explain|recall|remember|show|list|find|look|check|summari[sz]e|give|know|describe|see|read|confirm|be|have)\b)\w|^(?:should|shall) (?:we|i)\b/i;
/** Starts with a reference to an earlier sentence. */
const DANGLING = /^(?:it|this|that|these|those|they|he|she|both|the (?:other|second|first|last|same|latter|former))\b/i;
const POINTING =
  /\b(?:option|variant|alternative|approach|suggestion|proposal) (?:\d|[a-c]\b|one|two|three)|\b(?:first|second|third|other|latter|former|your) (?:one|option|variant|way|approach|suggestion|idea)\b/i;

const REMEMBER =
  /(?:^|[,;:–]\s+|\band\s+|\bplease\s+)(?:remember|(?:keep|bear) in mind|note(?: (?:for (?:next time|later|the future|yourself)|down))?|(?:make|take) (?:a )?note|(?:don't|do not|never) forget|for (?:future|later) reference|for the record|for next time)\b(?!-)[\s,:–-]*(?:that\b|this:|:)?[\s:]*/i;
/** A question or a one-time task. */
const NO_FACT = /^(?:to\b|when\b|what\b|how\b|where\b|why\b|if\b|me\b|us\b|the (?:time|day)\b)/i;
/** A thing, not a statement about it: "don't forget the changelog". */
const BARE_THING = /^(?:the|an?|our|my|your|about)\b/i;
const POINTING_BACK = /^(?:this|that|it|so|please)?[.!]*$/i;

const LASTING =
  /\bfrom (?:now|here) on\b|\bgoing forward\b|\bin (?:the )?future\b|\bas a (?:general )?rule\b|\bby convention\b/i;
const EVER = '(?:always|never)';
const NO_VERB = `(?!(?:mind|again|ever|been|the|a|an|in|on|at|seen|got|had|have|did|saw|knew|found|made|was|were|wrote|said|told|done|went|came|took|gave|get|same|like|happy|glad|nice|good|great|fun|easy|hard|\\w+ly|\\w+ed|\\w+[^s]s)\\b)`;
const RULES = [
  new RegExp(`(?:^|[,;:–]\\s+|\\b(?:and|but|please|make sure (?:to|you|we))\\s+)${EVER} ${NO_VERB}\\w+`, 'i'),
  new RegExp(`\\b(?:must|should|shall|may|has to|have to|needs? to) ${EVER}\\b ${NO_VERB}`, 'i'),
  new RegExp(`\\bwe ${EVER} ${NO_VERB}\\w+`, 'i'),
  /^we (?:only |all )?use (?!(?:an?|the|this|that|it|these|those|some|both)\b).*\b(?:here|in this (?:repo|repository|project|code ?base))[.!]*$/i,
];

/** `It was decided that`, which refers to nothing before it. */
const IMPERSONAL =
  /^it (?:was|is|has been)(?: (?:also|now|finally|then))? (?:decided|agreed)\s+(?:that\s+|(?=(?:to|against|on)\b))/i;
const DECISIONS = [
  /^(?:decision\b[^:]{0,40}|decided):/i,
  IMPERSONAL,
  /\bwe(?:'ve| have)?(?: (?:also|now|finally))? (?:decided|agreed|settled on|chose)\b/i,
  /\bwe(?:'ll| will|'re| are) (?:go(?:ing)?|stick(?:ing)?|stay(?:ing)?) with\b/i,
  /\bwe went with\b/i,
  /^let's (?:go|stick|stay) with\b.*\b(?:because|since|so that|instead|rather|over)\b/i,
];
/** Without "I decided", which an agent says of every line it writes. */
const AGENT_DECISIONS = DECISIONS.slice(0, 3);
/** What tells why, or gives a value, is understood in fewer words. */
const TELLING = /\b(?:because|since|so that|instead of|rather than)\b|\d/i;

const PREFERENCE = /\bi(?:'d| would)?(?: really| strongly)? prefer\b|\bi(?:'d| would) rather (?:you|have|see|not)\b/i;

const CORRECTION =
  /^(?:no+|nope|wrong|not quite|(?:that|this)(?:'s| is| was) (?:wrong|incorrect|not (?:right|correct|true))|actually|as i (?:said|told you)|i(?:'ve)? (?:already )?(?:told you|said))\b[\s,.:;!–-]*/i;
const STATES =
  /\bwe(?:'ve)? (?:\w+ )?(?:use|do|don't|have|moved|dropped|keep|call|put|deploy|ship|switched|write|run|never|always)\b|\b(?:is|are|uses|lives?|comes?|belongs?|runs|must|has to|have to|need(?:s)? to)\b|\bnot\b|\binstead of\b/i;
const PRACTICE = /\bwe(?:'ve)? (?:\w+ )?(?:use|moved|dropped|keep|deploy|ship|switched|write|run|never|always)\b/i;
/** What only the conversation explains. A longer statement explains it itself. */
const UNEXPLAINED =
  /\b(?:it|these|those|them|this(?! (?:repo|repository|project|code ?base)))\b|\bthat(?:[.,!;]|$)|\bthe (?:first|second|third|other|latter|former)\b|\bprefer (?:the|that|your|not)\b|\bbut (?:always|never)\b|\b(?:decided|agreed),/i;
const INSTEAD = [
  /^(?:the|our|all|an?|we|use)\b.*\b(?:use|uses|called|is|are|in|on|with)\b.*\S,\s+not\s+\S+/i,
  /(?:^|[,;:–]\s+|\bplease\s+|\bwe\s+)(?:use|take|call|put|write|import|prefer)\b.*\b(?:instead of|rather than)\b/i,
  /^stop (?:\w+ing)\b/i,
];

/** Lasting statements of a user's message. In an answer to a question (`wasAsked`), "no" is not a correction. */
export function statedByUser(sentences: readonly string[], wasAsked = false): Statement[] {
  const found: Statement[] = [];
  for (let i = 0; i < sentences.length; i++) {
    const sentence = (sentences[i] ?? '').replace(FILLER, '');
    const before = sentences[i - 1];
    const corrected = i === 0 && !wasAsked ? correctionIn(sentences) : null;
    if (corrected) {
      found.push(corrected.statement);
      i += corrected.count - 1;
      continue;
    }
    const statement = lasting(sentence, before);
    // This statement may include the previous sentence.
    if (statement && before !== undefined && statement.text.includes(before)) dropSaid(found, before);
    if (statement) found.push(statement);
  }
  return found.filter((each) => isWhole(each) && (isLong(each.text) || isClear(each)));
}

/** Decisions that an agent reports. */
export function statedByAgent(sentences: readonly string[]): Statement[] {
  return sentences
    .filter((sentence) => !isUnsure(sentence) && AGENT_DECISIONS.some((rule) => rule.test(sentence)))
    .map(
      (sentence): Statement => ({
        text: tidy(personal(sentence).replace(/^(?:decision\b[^:]{0,40}|decided):\s*/i, '')),
        worth: 'decision',
      }),
    )
    .filter((each) => isWhole(each) && isLong(each.text, TELLING.test(each.text) ? MIN_TELLING_TERMS : MIN_TERMS));
}

/** Whether it is a question; its answer may only repeat what is known. */
export function isQuestion(sentence: string): boolean {
  const bare = sentence.replace(FILLER, '');
  return QUESTION.test(bare) && !UNDECIDED.test(bare);
}

function lasting(sentence: string, before: string | undefined): Statement | null {
  if (isUnsure(sentence)) return null;
  const noted = REMEMBER.exec(sentence);
  if (noted) {
    const rest = sentence.slice(noted.index + noted[0].length);
    if (POINTING_BACK.test(rest)) return before === undefined ? null : { text: tidy(before), worth: 'note' };
    return NO_FACT.test(rest) || isBareThing(noted[0], rest) ? null : explained(rest, before, 'note');
  }
  if (LASTING.test(sentence)) return explained(sentence, before, 'rule');
  if (DECISIONS.some((rule) => rule.test(sentence))) return explained(personal(sentence), before, 'decision');
  if (RULES.some((rule) => rule.test(sentence))) return explained(sentence, before, 'rule');
  if (PREFERENCE.test(sentence)) return explained(sentence, before, 'preference');
  return INSTEAD.some((rule) => rule.test(sentence)) ? explained(sentence, before, 'correction') : null;
}

/** Whether a memory that begins with it states what is meant to last: a decision, a rule, a preference. */
export const isLasting = (sentence: string): boolean => (lasting(sentence, undefined)?.worth ?? 'note') !== 'note';

const isUnsure = (sentence: string): boolean =>
  QUESTION.test(sentence) || isMomentary(sentence) || UNCERTAIN.test(sentence);

/** What is to be done before the next commit is done once, unless the sentence says more. */
const isMomentary = (sentence: string): boolean =>
  MOMENTARY.test(sentence) || (BEFORE_NEXT.test(sentence) && !/\b(?:always|never|must)\b/i.test(sentence));

/** Adds the previous sentence if only that says what this one is about; null if nothing does. */
function explained(sentence: string, before: string | undefined, worth: Worth): Statement | null {
  const points =
    DANGLING.test(sentence) || /\b(?:decided|agreed) (?:that|this|it)\b(?: in| on| at| last|[.,;]|$)/i.test(sentence);
  if (!points) return { text: tidy(sentence), worth };
  return before === undefined || isUnsure(before) ? null : { text: tidy(`${ended(before)} ${sentence}`), worth };
}

/** A message that starts with a contradiction, with the sentences that state what is true instead. */
function correctionIn(sentences: readonly string[]): { statement: Statement; count: number } | null {
  const [first = '', ...rest] = sentences;
  const bare = first.replace(FILLER, '');
  const lead = CORRECTION.exec(bare);
  if (!lead) return null;
  const body = bare.slice(lead[0].length);
  const next = rest.slice(0, MAX_EXPLANATIONS);
  const other = next.findIndex((each) => isUnsure(each) || FILLER.test(each));
  const explaining = other < 0 ? next : next.slice(0, other);
  const parts = body === '' ? explaining : [body, ...explaining];
  const [start = ''] = parts;
  if (parts.some(isUnsure) || DANGLING.test(start) || !parts.some((part) => STATES.test(part))) return null;
  const text = tidy(parts.map((part, i) => (i < parts.length - 1 ? ended(part) : part)).join(' '));
  return { statement: { text, worth: 'correction' }, count: 1 + explaining.length };
}

function dropSaid(found: Statement[], text: string): void {
  const at = found.findIndex((each) => each.text === tidy(text));
  if (at >= 0) found.splice(at, 1);
}

const isBareThing = (cue: string, rest: string): boolean =>
  BARE_THING.test(rest) && !/(?:\bthat|:)\s*$/i.test(cue) && !STATES.test(rest) && !isLong(rest);

const isWhole = ({ text }: Statement): boolean =>
  text.length <= MAX_LENGTH && !POINTING.test(text) && !DANGLING.test(text);

const isLong = (text: string, least = MIN_TERMS): boolean => contentTerms(text).size >= least;

/** `It was decided to use pnpm` as `Decided to use pnpm`, `It was decided that pnpm is used` as `pnpm is used`. */
const personal = (sentence: string): string =>
  sentence.replace(IMPERSONAL, (cue) => (/that\s+$/i.test(cue) ? '' : 'Decided '));

/** Whether a short statement is clear; one word is enough if it names what to use. */
function isClear({ text, worth }: Statement): boolean {
  if (UNEXPLAINED.test(text) || (worth === 'correction' && !PRACTICE.test(text))) return false;
  const { size } = contentTerms(text);
  return size >= MIN_CUED_TERMS || (size === 1 && /\buse\b/i.test(text));
}

const ended = (sentence: string): string => (/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`);

/** Capitalises the first word, unless it is a name in lower case. */
function tidy(sentence: string): string {
  const bare = sentence.replace(FILLER, '').replace(/\s+/g, ' ').trim();
  return /^\p{Ll}+(?:['’]\p{Ll}+)?[\s,]/u.test(bare) ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
}

/** Words about the act of saying carry no content. */
const SAYING = new Set(
  terms(
    'remember always never decide decided agree agreed decision note please use using from now on going forward want',
  ),
);

export const contentTerms = (text: string): ReadonlySet<string> =>
  new Set(
    wordsIn(text)
      .filter((word) => !STOP_WORDS.has(word.toLowerCase()))
      .flatMap((word) => terms(word))
      .filter((term) => !SAYING.has(term)),
  );
