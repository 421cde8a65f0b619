// Reads what a fix will do, and what it will remove.

import { sentences } from '../../text/sentences.ts';
import { questionTerms, terms } from '../../text/terms.ts';
import { motivesIn, remains } from './background.ts';
import { spellDurations } from './code-durations.ts';
import { allWordsOf, wordsOf } from './deeds.ts';
import { type Diff, type Renumbered, readDiff, renumberedIn } from './diff.ts';
import { type Chosen, choicesIn, isSameChoice } from './families.ts';
import { type Label, labelsIn } from './labels.ts';
import { namesIn, toolsIn } from './names.ts';
import { MOST_QUANTITIES, type Quantity, quantitiesIn } from './quantities.ts';
import { type Running, runningsIn } from './running.ts';
import { type Setting, settingsIn } from './settings.ts';
import { REASON, type Stretch, stretchesOf, tellingTerms } from './stretches.ts';
import { subjectOf } from './subject.ts';
import { type Version, versionsIn } from './versions.ts';

export interface Proposal {
  readonly uses: readonly Chosen[];
  readonly drops: readonly Dropped[];
  readonly doing: readonly Doing[];
  /** The significant words of everything it does. */
  readonly said: ReadonlySet<string>;
  /** All words of the fix. */
  readonly words: ReadonlySet<string>;
  /** The verbs that start its stretches. */
  readonly acts: ReadonlySet<string>;
  readonly undoing: readonly Undoing[];
  readonly quantities: readonly { readonly quantity: Quantity; readonly terms: ReadonlySet<string> }[];
  /** Numbers that a diff replaces. */
  readonly renumbered: readonly Renumbered[];
  readonly versions: readonly Version[];
  /** The things that it names by a number: level 4. */
  readonly labels: readonly Label[];
  readonly names: ReadonlySet<string>;
  readonly settings: readonly Setting[];
  /** What it lets run or rest, in prose. */
  readonly runnings: readonly Running[];
  /** What it does, with synonyms of a deed replaced by one name. */
  readonly deeds: ReadonlySet<string>;
  readonly diff: Diff | null;
  /** What it is about: every significant word except those of its choices. */
  readonly subject: ReadonlySet<string>;
  readonly text: string;
  /** Its prose without the reasons for it. */
  readonly told: string;
  /** The words of the name of the component that it changes. */
  readonly component: ReadonlySet<string>;
  /** The words that make a rule optional or limit it to some cases. */
  readonly loosens: string | null;
  /** Whether it has no limit: `until it succeeds`. */
  readonly unbounded: boolean;
  /** Whether it is about how values are shown, not stored: `show amounts in euros`. */
  readonly presents: boolean;
  /** Whether it only adds and removes nothing. */
  readonly adds: boolean;
}

interface Dropped extends Chosen {
  /** Whether what is removed is a ban or a check of the choice. */
  readonly guarded: boolean;
}

interface Doing {
  readonly text: string;
  /** The significant words. */
  readonly terms: ReadonlySet<string>;
  /** Whether it hides, refuses or checks something instead of doing it. */
  readonly guards: boolean;
}

interface Undoing {
  /** Whether a diff removes it. */
  readonly fromDiff: boolean;
  /** Whether a protection is removed: no longer masking a number shows it. */
  readonly guarded: boolean;
  readonly text: string;
  /** The verb that removes it, or what else does: `disable`, `without`. */
  readonly cue: string;
  readonly lacks: boolean;
  /** Whether something else replaces it: `instead of` and the like. */
  readonly spared: boolean;
  readonly terms: ReadonlySet<string>;
  /** Whether it may only clear data (`remove expired sessions`); `skip`, `disable` and `without` stop a deed. */
  readonly clears: boolean;
}

const ADDS =
  /\b(?:also|additionally|as well|in addition|on top of|besides|too)\b|\badd(?:s|ing)? (?:support|an? \w+ (?:export|endpoint|option|command|page|button|column))\b/i;
/** Conditions (for whom, when), which are not part of what is removed. */
const CASE = /(?<=\w)\s+(?:when|if|while|whenever|unless|until|for|on|during|after|before|that|which|who|as|to)\s.*$/i;
const CLEARING = /^(?:diff$|remov|delet|drop|strip|tak|rejected|discard|replac|from)/;
const GUARD =
  /\b(?:redact|mask|hid(?:e|es|ing|den)\b|encrypt|hash|saniti[sz]|escap|validat|limit|check(?!out|box|sum|point)|verif|filter|censor|scrub|anonymi[sz]|pseudonymi[sz]|obfuscat|guard|protect|safeguard|block|ban(?:s|ned)?\b|prohibit|forbid|restrict|refus|reject|prevent|detect|warn|alert|assert|lint|(?:rule|test|polic(?:y|ie))s? (?:that|for|against|on|about)\b)/i;
/** Whether the text hides, refuses or checks something. */
export const isGuard = (text: string): boolean => GUARD.test(text.replace(CIRCUMSTANCE, ' '));
/** `whenever validation fails` tells when, not what. */
const CIRCUMSTANCE = /\s(?:when|whenever|while|after|before|once|until)\s[^,;\n]{1,80}?(?=[,;\n.]|$)/gi;

const LOOSENS =
  /\b(?:optional(?:ly)?|configurable|opt[- ](?:in|out)|except|unless|exempt\w*|only (?:for|when|if|in|on|the)|temporar(?:y|ily)|for now|feature flag|some|half (?:of|the)|most|sample[sd]?|eventually|whether|weaker|fallback|fall(?:s|ing)? back|false|(?:to|=|is) (?:off|none|null|zero)|allow (?:users|people|callers|clients|admins|anyone|everyone)|partial(?:ly)?)\b/i;
/** The words that make a rule optional. */
export const loosensIn = (text: string): string | null => LOOSENS.exec(text)?.[0] ?? null;
const UNBOUNDED =
  /\b(?:until (?:\w+ ){1,3}(?:succeed|work|go(?:es)? through|pass|answer|respond)\w*|forever|indefinite(?:ly)?|endless(?:ly)?|infinite(?:ly)?|unlimited|unbounded|without (?:an? |any )?(?:limit|end|bound|cap)|no (?:upper )?(?:limit|bound|cap)|as (?:often|long|many times) as)\b|\bwhile \(?true\b/i;
const LEADING = /^\W*(?:(?:always|please|we|will|now|then|and|must|should)\s+)*([\w-]+)/i;
const PRESENTS = /\b(?:show|display|print|render|present|label)(?:s|n|ed|ing)?\b/i;
/** Whether a text is about how something is shown. */
export const isPresenting = (text: string): boolean => PRESENTS.test(text);
/** Leftovers whose removal breaks no rule. */
const LEFTOVER =
  /\b(?:unused|dead|duplicate[ds]?|redundant|obsolete|stale|legacy|leftover|unnecessary|expired|outdated|commented)\b/i;

/** Reads `unmasked` as the removal of masking; an `unrounded` value is only another value. */
const UNPROTECTED =
  /\b(?:un|non-?)((?:mask|redact|encrypt|hash|sign|validat|verif|check|escap|saniti[sz]|filter|guard|protect|authent|authori[sz]|restrict|limit|bound|throttl|lock|encod|cap|anonymi[sz]|secur)[a-z]{1,12})\b/gi;
const negated = (text: string): Undoing[] =>
  [...text.matchAll(UNPROTECTED)].map(([word, root = '']) => ({
    text: word,
    guarded: false,
    fromDiff: false,
    cue: '',
    lacks: false,
    spared: false,
    terms: new Set(terms(root)),
    clears: false,
  }));

export function readProposal(fix: string, component = ''): Proposal {
  const diff = readDiff(fix);
  const written = [...new Set(sentences(diff ? diff.prose : fix))];
  const motives = motivesIn(written, diff !== null);
  const isBackground = (sentence: string) => motives.has(sentence) || (written.length > 1 && remains(sentence));
  const bySentence = written.map((sentence): Stretch[] =>
    isBackground(sentence) ? [{ text: sentence, way: 'tells', cue: null }] : stretchesOf(sentence, true),
  );
  const prose = bySentence.flat();
  const acting = withoutReasons(written.filter((sentence) => !isBackground(sentence)));
  const stretches = [...prose, ...(diff ? changes(diff) : [])];
  const doing = stretches.filter(({ way }) => way === 'does');
  const undoing = stretches.filter(
    ({ way, text }) => way === 'undoes' && !LEFTOVER.test(text.split(',')[0] ?? text) && !ENDING.test(text),
  );
  // Deleting logs after 14 days means keeping them for 14 days.
  const ending = stretches.filter(({ way, text }) => way === 'undoes' && ENDING.test(text));
  // `Silence the alarm for 60 s` sets how long.
  const resting = undoing.filter(({ text, cue }) => RESTING.test(cue ?? '') && FOR_SO_LONG.test(text));
  const whole = choicesIn(diff ? diff.prose : fix);
  const inParts = stretches.flatMap(({ text }) => choicesIn(text));
  // `catch the error and ignore it` is one choice across two stretches.
  const across = whole.filter((each) => !inParts.some((part) => isSameChoice(part, each)));
  const named = [...doing.flatMap(({ text }) => choicesIn(text)), ...across];
  const left = undoing.flatMap(({ text, cue }) =>
    choicesIn(text).map((chosen) => ({ ...chosen, guarded: cue !== CHANGED && isGuard(text) })),
  );
  // A choice on both sides of a diff is neither added nor removed.
  const [gone, come] = [choicesIn(diff?.removed ?? ''), choicesIn(diff?.added ?? '')];
  const uses = named.filter((each) => !gone.some((other) => isSameChoice(each, other)));
  const drops = left.filter((each) => !come.some((other) => isSameChoice(each, other)));
  return {
    uses,
    drops,
    doing: doing.map(({ text }) => ({ text, terms: new Set(tellingTerms(text)), guards: isGuard(text) })),
    words: allWordsOf(fix.replace(OUTAGE, ' ')),
    said: new Set(doing.flatMap(({ text }) => tellingTerms(text.replace(OUTAGE, ' ')))),
    acts: new Set(
      prose.filter(({ way }) => way === 'does').flatMap(({ text }) => terms(LEADING.exec(text)?.[1] ?? '')),
    ),
    undoing: [
      ...undoing.map(({ text, cue }) => ({
        text: text.trim().replace(/[.,;:!?]+$/, ''),
        guarded: isGuard(text),
        fromDiff: cue === CHANGED,
        cue: cue ?? '',
        lacks: cue === 'without',
        spared: /^(?:without|instead of|in place of|rather than|not)$/.test(cue ?? ''),
        terms: new Set(tellingTerms(text.replace(CASE, ''))),
        clears: CLEARING.test(cue ?? ''),
      })),
      ...doing.flatMap(({ text }) => negated(text)),
    ],
    quantities: [...doing, ...ending, ...resting]
      .flatMap(({ text }) => {
        const isCode = diff?.added === text;
        const found = quantitiesIn(isCode ? spellDurations(text) : text).filter(({ isOne }) => !(isCode && isOne));
        const terms = new Set(
          found.length === 0
            ? []
            : questionTerms(`${contextOf(text, stretches, bySentence)} ${meantBy(text, bySentence)}`),
        );
        return found.map((quantity) => ({ quantity, terms }));
      })
      .slice(0, MOST_QUANTITIES),
    renumbered: diff ? renumberedIn(diff) : [],
    versions: doing.flatMap(({ text }) => versionsIn(text)),
    labels: labelsIn(diff ? fix : acting),
    names: new Set(doing.map(({ text }) => withoutCase(text)).flatMap((text) => [...namesIn(text), ...toolsIn(text)])),
    settings: doing.flatMap(({ text }) => settingsIn(text)),
    runnings: diff ? [] : runningsIn(acting),
    deeds: new Set(doing.flatMap(({ text }) => [...wordsOf(text)])),
    diff,
    subject: subjectOf(diff ? fix : withoutReasons(written), [...uses, ...drops]),
    text: fix,
    told: acting,
    component: allWordsOf(component),
    loosens: loosensIn(acting),
    unbounded: UNBOUNDED.test(diff ? fix : acting),
    presents: isPresenting(fix),
    adds: ADDS.test(fix) && undoing.length === 0,
  };
}

const withoutReasons = (written: readonly string[]): string =>
  written.map((sentence) => sentence.replace(REASON, '')).join('\n');

/** A part that fails is not used by a fix for that case. */
const OUTAGE =
  /\b(?:when|whenever|if|while|because|since)\s+(?:\S+\s+){1,3}?(?:is|are|was|goes|does not|doesn['’]t|cannot)\s+(?:\w+ly\s+)?(?:down|unavailable|unreachable|slow|gone|offline|busy|overloaded|answer|respond)\b/gi;

/** Leaves out when the fix applies: `when DialPlan is down`. */
const withoutCase = (text: string): string =>
  text.includes('\n') ? text : text.replace(/\s(?:when|whenever|if|while|unless|although|because)\s.*$/i, '');

const RESTING = /^(?:mut|silenc|suspend|disabl|stop|skip|deactivat)/;
const FOR_SO_LONG = /\bfor (?:up to |at most )?\d/i;
const ENDING =
  /\bafter (?:\d+|an?|one|two|three|six|twelve) (?:s|ms|(?:milli)?second|minute|hour|day|week|month|year)s?\b/i;

const CHANGED = 'diff';

const changes = ({ removed, added }: Diff): Stretch[] => [
  ...(added === '' ? [] : [{ text: added, way: 'does' as const, cue: null }]),
  ...(removed === '' ? [] : [{ text: removed, way: 'undoes' as const, cue: CHANGED }]),
];

/** `Set it to 45 seconds` is about what the sentence before it says. */
function meantBy(text: string, told: readonly (readonly Stretch[])[]): string {
  const at = told.findIndex((stretches) => stretches.some((stretch) => stretch.text === text));
  const before = PRONOUN.test(text) ? told[at - 1] : undefined;
  return (before ?? []).map((stretch) => stretch.text).join(' ');
}
const PRONOUN = /^\W*\w+ (?:it|them|that|this)\b/i;

/** The text before `from 12 to 4` says what the number measures; a longer text says it in the same sentence. */
function contextOf(text: string, all: readonly Stretch[], told: readonly (readonly Stretch[])[]): string {
  const sentence = told.find((stretches) => stretches.some((stretch) => stretch.text === text));
  const around = all.length <= 3 ? all : (sentence ?? []).length <= 3 ? sentence : undefined;
  return around === undefined
    ? text
    : around
        .filter(({ way }) => way !== 'tells')
        .map((stretch) => stretch.text)
        .join(' ');
}
