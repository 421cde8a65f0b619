// Marks the calls in a sentence, so that it is not divided at their parentheses, nor within a list of imports.
import { CALL_END } from './members-named.ts';

/** The settings of a decorator stay with it. */
export const OPEN = '\u{ff08}';
export const CLOSE = '\u{ff09}';

const BARE_CALL =
  /\b(?:calls?|calling|invokes?|invoking)\s+([A-Za-z_$][\w$]*(?:\.[\w$]+)*)(?![\w(])(?=\s*(?:[.,;)](?!\w)|$|(?:before|after|when|from|in|on|inside|directly|first|last|and|or|nor)\b))/g;
const NO_NAME =
  /^(?:it|them|each|other|others|one|back|this|that|these|those|anything|something|nothing|more|in|on|from|directly|any|[a-z]+s)$/i;
const REFUSED = /(?:\b(?:not|never|cannot|avoid|without)|n['’]t)\s+(?:\w+\s+)?$/i;
const AS_IN_CODE = /[a-z\d][A-Z]|_|\w\.\w/;

/** `must not call Destroy` names a call; `calls Stripe` need not, unless it is written as only code has it. */
const bareCall = (all: string, name: string, at: number, sentence: string): string =>
  !NO_NAME.test(name) && (AS_IN_CODE.test(name) || REFUSED.test(sentence.slice(0, at))) ? `${all}${CALL_END}` : all;

/** `import stripe, pool and axios`. */
const LISTED = /\bimport(?:s|ed|ing)?\s+[^\s,]+(?:,\s+[^\s,]+)*,?\s+(?:and|or)\s+/g;

/** A call keeps its parentheses together, and a list of imports its commas. */
export const joined = (sentence: string): string =>
  sentence
    .replace(LISTED, (list) => list.replace(/,?\s+(?=and |or )/, ' ').replace(/,\s+/g, ' or '))
    .replace(/(@[A-Za-z_][\w.]*)\(([^()]*)\)/g, `$1${OPEN}$2${CLOSE}`)
    .replace(/\bthen chain/gi, 'then-chain')
    .replace(/(?<=\w)ꜝ(?:\([^()]*\))?/gu, CALL_END)
    .replace(BARE_CALL, bareCall)
    .replace(/(?<=[\w$])\([^()]*\)/g, CALL_END)
    .replace(/(?<=\w)::(?=\w)/g, '.');
