// What a fix says it will do, and what it will do away with.
import { questionTerms, terms } from '../../text/terms.ts';
import { sentences } from '../sentences.ts';
import { namesIn, subjectOf } from './demands.ts';
import { type Chosen, choicesIn } from './families.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';
import { type Stretch, stretchesOf, tellingTerms } from './stretches.ts';

export interface Proposal {
  readonly uses: readonly Chosen[];
  readonly drops: readonly Chosen[];
  /** The telling words of each stretch that does something. */
  readonly doing: readonly ReadonlySet<string>[];
  /** All of them together. */
  readonly said: ReadonlySet<string>;
  readonly undoing: readonly Undoing[];
  readonly quantities: readonly { readonly quantity: Quantity; readonly terms: ReadonlySet<string> }[];
  readonly names: ReadonlySet<string>;
  /** Every telling word but those of the choices: what it is about. */
  readonly subject: ReadonlySet<string>;
  /** It adds to what is there, and takes nothing away. */
  readonly adds: boolean;
}

interface Undoing {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** `remove expired sessions` clears data; `skip`, `disable` and `without` do away with what is done. */
  readonly clears: boolean;
}

const ADDS =
  /\b(?:also|additionally|as well|in addition|on top of|besides|too)\b|\badd(?:s|ing)? (?:support|an? \w+ (?:export|endpoint|option|command|page|button|column))\b/i;
/** For whom and when is not what is done away with. */
const CASE = /(?<=\w)\s+(?:when|if|while|whenever|unless|until|for|on|during|after|before|that|which|who|as|to)\s.*$/i;
const CLEARING = /^(?:remov|delet|drop|strip|tak|rejected|discard|replac|from)/;
/** Nobody misses these. */
const LEFTOVER =
  /\b(?:unused|dead|duplicate[ds]?|redundant|obsolete|stale|legacy|leftover|unnecessary|expired|outdated|commented)\b/i;

/** `unmasked` is not masked. */
const negated = (text: string): Undoing[] =>
  [...text.matchAll(/\b(?:un|non-?)([a-z]{4,})\b/gi)].map(([word, root = '']) => ({
    text: word,
    terms: new Set(terms(root)),
    clears: false,
  }));

export function readProposal(fix: string): Proposal {
  const stretches = [...new Set(sentences(fix))].flatMap(stretchesOf);
  const doing = stretches.filter(({ way }) => way === 'does');
  const undoing = stretches.filter(({ way, text }) => way === 'undoes' && !LEFTOVER.test(text));
  const uses = doing.flatMap(({ text }) => choicesIn(text));
  const drops = undoing.flatMap(({ text }) => choicesIn(text));
  return {
    uses,
    drops,
    doing: doing.map(({ text }) => new Set(tellingTerms(text))),
    said: new Set(doing.flatMap(({ text }) => tellingTerms(text))),
    undoing: [
      ...undoing.map(({ text, cue }) => ({
        text: text.trim(),
        terms: new Set(tellingTerms(text.replace(CASE, ''))),
        clears: CLEARING.test(cue ?? ''),
      })),
      ...doing.flatMap(({ text }) => negated(text)),
    ],
    quantities: doing.flatMap(({ text }) =>
      quantitiesIn(text).map((quantity) => ({ quantity, terms: new Set(questionTerms(contextOf(text, stretches))) })),
    ),
    names: namesIn(doing.map(({ text }) => text).join(' ')),
    subject: subjectOf(fix, [...uses, ...drops]),
    adds: ADDS.test(fix) && undoing.length === 0,
  };
}

/** What is before `from 12 to 4` says what the number is. */
const contextOf = (text: string, stretches: readonly Stretch[]): string =>
  stretches.length <= 3
    ? stretches
        .filter(({ way }) => way !== 'tells')
        .map((stretch) => stretch.text)
        .join(' ')
    : text;
