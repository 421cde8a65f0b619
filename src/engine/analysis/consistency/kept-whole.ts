// Pieces of code that stay whole in a sentence, which would be divided at their punctuation.

/** Stands for the parentheses of a call. */
export const CALL_END = '\u{fe59}\u{fe5a}';
/** Stands for the exclamation mark of `panic!` and `try!`. */
export const BANG = '\u{a71d}';

/** `panic!` and `try!` end no sentence. */
export const asOne = (line: string): string => line.replace(/(?<=[a-z_])!(?=[\s,;.)`]+(?:[a-z]|$))/g, BANG);

/** The settings of a decorator stay with it. */
export const OPEN = '\u{ff08}';
export const CLOSE = '\u{ff09}';

/** `no globals ($_SESSION, $_GET)` names what it means. */
const NAMED_ASIDE = /\s\(((?=[^()]*[$_.:])[\w$.:]+(?:(?:,\s*|\s+or\s+|\s+and\s+)[\w$.:]+)*)\)/g;

/** A call keeps its parentheses together. */
export const joined = (sentence: string): string =>
  sentence
    .replace(NAMED_ASIDE, ' or $1')
    .replace(/(@[A-Za-z_][\w.]*)\(([^()]*)\)/g, `$1${OPEN}$2${CLOSE}`)
    .replace(/\bthen chain/gi, 'then-chain')
    .replace(/(?<=\w)ꜝ(?:\([^()]*\))?/gu, `${BANG}${CALL_END}`)
    .replace(/(?<=[\w$])\([^()]*\)/g, CALL_END)
    .replace(/(?<=\w)::(?=\w)/g, '.');

/** The same as it was written, but for the arguments of its calls. */
export const sentenceOf = (joinedText: string): string =>
  joinedText
    .replaceAll(BANG, '!')
    .replaceAll(CALL_END, '')
    .replace(/\s{2,}/g, ' ');
