// Which parts of a template are only examples. A team shows a method `run` to show where the work goes; its text says
// whether the name is meant.
import { isClass, isFunction } from '../../code/symbols.ts';
import { identifierParts } from '../../text/terms.ts';
import { namesOfParameter, type Piece } from './piece.ts';
import { hasHole } from './template.ts';

/** What the text of a pattern says about the names and habits in its template. */
export interface Spoken {
  readonly text: string;
  /** It states nothing that can be checked, so that the template alone is the pattern. */
  readonly isSilent: boolean;
}

/** The definitions of a template. */
interface Shown {
  readonly main: Piece | undefined;
  readonly bases: readonly string[];
  readonly pieces: readonly Piece[];
  readonly language: string;
}

/** Components of these kinds have methods of their own choice. */
const FREE_ROLE =
  /(?:Controller|Service|Repository|Store|Client|Gateway|Api|Model|Dao|Component|Facade|Manager|Resource|View|Test|Provider|Factory|Coordinator)(?:Base|Impl)?$/i;
const OVERRIDES = /\boverride\b|@Override\b/i;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** As code: in backticks, with parentheses, beside the word for a method, or with a capital in the middle of a sentence. */
function isNamedIn({ text }: Spoken, name: string): boolean {
  const word = escaped(name);
  const beside = '(?:methods?|functions?|hooks?|fun|func|fn|def)';
  return new RegExp(
    [
      String.raw`${'`'}[^${'`'}]*\b${word}\b`,
      String.raw`(?<![\w$])${word}\(`,
      String.raw`\b${beside}\s+(?:(?:named|called)\s+)?${word}(?![\w$])`,
      String.raw`(?<![\w$])${word}\s+${beside}\b`,
      /^[A-Z]/.test(name) || /[a-z][A-Z]|_/.test(name) ? String.raw`(?<=[a-z,:(]\s)${word}(?![\w$])` : '(?!)',
    ].join('|'),
  ).test(text);
}

export function isExample(piece: Piece, { main, bases, pieces, language }: Shown, spoken: Spoken): boolean {
  const { name, signature, decorators } = piece;
  const namesOther = pieces.some((other) => isFunction(other.kind) && other !== main && isNamedIn(spoken, other.name));
  if (spoken.isSilent || hasHole(name)) return false;
  if (OVERRIDES.test(`${signature} ${decorators.map((each) => `@${each}`).join(' ')}`) || isNamedIn(spoken, name))
    return false;
  if (main === undefined || !isClass(main.kind) || namesOther) return true;
  // Whoever runs a job or a handler calls the method that is shown: its base class, or in Go an interface that it need not name.
  const hasContract = /^go$/i.test(language) || bases.some((base) => !hasHole(base) && !FREE_ROLE.test(base));
  return !hasContract || FREE_ROLE.test(main.name);
}

/** Whether a parameter of the constructor is only shown: the text has no word of its name or type. */
export const isExampleParameter = ({ text, isSilent }: Spoken, written: string): boolean => {
  if (isSilent) return false;
  const words = namesOfParameter(written).flatMap((name) => identifierParts(name.replace(/xhole\d+x/gi, '')));
  const said = text.toLowerCase();
  return !words.some((word) => word.length > 1 && said.includes(word.toLowerCase().replace(/(?:y|s)$/, '')));
};

const ABOUT_ERRORS = /\b(?:errors?|exceptions?|fail\w*|catch\w*|try|rescue\w*|raise\w*|throw\w*|rethrow\w*)\b/i;
const ABOUT_LOGS = /\blog(?:s|ged|ger|ging)?\b|\bstructlog\b|\bslog\b/i;

export const speaksOfErrors = ({ text, isSilent }: Spoken): boolean => isSilent || ABOUT_ERRORS.test(text);
export const speaksOfLogs = ({ text, isSilent }: Spoken): boolean => isSilent || ABOUT_LOGS.test(text);
/** A name as the text spells it. */
export const speaksOf = ({ text, isSilent }: Spoken, name: string): boolean =>
  isSilent || new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`).test(text);
