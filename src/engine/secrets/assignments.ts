// `password = …`, `"apiKey": "…"`, `--token …`, "the wifi password is …": a name of a secret, and its value.
// One expression finds the names; the value's looks decide whether it is a secret.
import { CHANGED, KEY_OWNER, NAME, OBJECT } from './named.ts';
import { quotesOf } from './quotes.ts';
import { isCompound, isDated, isHard, isHarmless, isMadeUp, isPasswordLike, isRandom, isTold } from './values.ts';
import { behindTags, blockAt } from './yaml-values.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** In code, most assigned values are variables: only a literal can be a secret there. */
export type Mode = 'text' | 'code';

/** The longest owner of a key, or name of an option. */
const FRONT = 48;

const QUOTED = /(?<open>\\{0,3})(?<quote>["'`])(?<value>(?:(?!\k<open>\k<quote>)[^\r\n]){1,2048}?)\k<open>\k<quote>/dy;
/** Of TOML and Python; a sentence between them describes something. */
const TRIPLE = /(?<quote>"{3}|'{3})\s{0,8}(?<value>(?:(?!\k<quote>)\S){1,2048}?)\s{0,8}\k<quote>/dy;
const BARE = String.raw`[^\s"'\x60,;<>(){}[\]|&\\]`;
/** In a settings line or a shell, a variable's value extends to the next blank. */
const SHELL = String.raw`[^\s"'\x60]`;
/** This much of a value decides what it is; the rest is read only for a secret. */
const JUDGED = 80;
const beginning = (character: string) => new RegExp(`${character}{1,${JUDGED}}`, 'y');
const rest = (character: string) => new RegExp(`${character}*`, 'y');
const WORDS = {
  bare: { beginning: beginning(BARE), rest: rest(BARE) },
  shell: { beginning: beginning(SHELL), rest: rest(SHELL) },
};

interface Value {
  readonly start: number;
  /** The part that is judged. */
  readonly text: string;
  readonly isQuoted: boolean;
  end(): number;
}

function at(text: string, from: number, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}

/** `Brand<string>`, but not a word before an HTML line break. */
const isGeneric = (word: string, next: string): boolean =>
  /^[A-Za-z_.]+$/.test(word) && /^<(?!br\b)[A-Za-z]/.test(next);

/** The value that starts here; null when it is a call, an index or a type, which is code and holds no secret. */
function valueAt(text: string, from: number, kind: keyof typeof WORDS): Value | null {
  const quoted = at(text, from, TRIPLE) ?? at(text, from, QUOTED);
  const [start, end] = quoted?.indices?.groups?.value ?? [from, from];
  if (quoted) return { start, text: text.slice(start, Math.min(end, start + JUDGED)), isQuoted: true, end: () => end };
  const [word = ''] = at(text, from, WORDS[kind].beginning) ?? [];
  const behind = from + word.length;
  const next = text.slice(behind, behind + 40);
  const isCall = /^(?:\(|\[["'\w-]*\])/.test(next) || /\w\(/.test(word);
  if (word === '' || ((isCall || isGeneric(word, next)) && kind === 'bare')) return null;
  const isWhole = word.length < JUDGED;
  const bare = isWhole ? word.replace(/[.,;:]{1,8}$/, '') : word;
  return {
    start: from,
    text: bare,
    isQuoted: false,
    end: () => (isWhole ? from + bare.length : behind + (at(text, behind, WORDS[kind].rest)?.[0].length ?? 0)),
  };
}

/** All capitals at the start of a line or after `export`, with no blank around the sign. */
const isVariable = (front: string, name: string, sign: string | undefined): boolean =>
  sign === '=' &&
  /^[A-Z][A-Z0-9_]*=/.test(name) &&
  /(?:^|[\n;&|"'\x60]|\b(?:export|env|set|ENV|ARG|sudo)[ \t]+|-e[ \t]+)[ \t]*[A-Z0-9_]*$/.test(front);

interface Found {
  readonly isPassword: boolean;
  readonly sign: string | undefined;
  readonly word: string | undefined;
  readonly isOption: boolean;
  /** `:password "…"`, as Clojure, Lisp and Ruby write a key. */
  readonly isKeyword: boolean;
  /** "set the signing secret to". */
  readonly isChange: boolean;
  /** "the password (…)", unlike a call. */
  readonly isRemark: boolean;
  /** `pass` is mostly a verb. */
  readonly isVerb: boolean;
  readonly isVariable: boolean;
  readonly mode: Mode;
  /** Unlike "the hash of the secret". */
  readonly isSubject: boolean;
  /** The text is code, including its comments and literals. */
  readonly isInCode: boolean;
}

const LOOSE = new RegExp(`^(?:(?:${CHANGED}) )?to$|auf$`, 'i');
const CHANGE =
  /\b(?:(?:re)?set(?:s|ting)?|chang(?:e[sd]?|ing)|updat(?:e[sd]?|ing)|rotat(?:e[sd]?|ing))\s[^.;:\n]{0,40}$/i;

/** "The secret is …", `secret: …` in a text: so clear that a shorter value counts. */
const isStated = ({ sign, word, mode, isInCode, isSubject }: Found): boolean =>
  mode === 'text' && !isInCode && isSubject && (word !== undefined || sign === ':' || sign === '=');

/** In a sentence, neither `app-tls-2026` nor "the commit of the key is 4be81c90f2a7". */
const isLikely = (value: string, { word, isSubject }: Found): boolean =>
  word === undefined || (!isDated(value) && !isCompound(value) && (isSubject || !/^[\da-f]{7,40}$/.test(value)));

function isSecret(value: string, isQuoted: boolean, found: Found): boolean {
  if (isHarmless(value)) return false;
  const { isPassword, sign, word, isOption, mode } = found;
  // "the password to X" is mostly a place or a person, and "password reset to X" a step.
  const isLoose = sign === undefined && (word === undefined || LOOSE.test(word));
  if (!isPassword) {
    if (mode === 'code' && !isQuoted && word === undefined && !found.isVariable && !isOption) return false;
    if (isLoose && (isOption || (found.isKeyword && isQuoted))) return isRandom(value, 8);
    // Names of settings and Kubernetes secrets begin with a word.
    if (isLoose && found.isChange && !/^[A-Za-z]{2,}[-_/]/.test(value)) return isRandom(value);
    if (isLoose) return isRandom(value, 20);
    return isRandom(value) ? isLikely(value, found) : isStated(found) && isTold(value);
  }
  if (isLoose) {
    if (isOption) return value.length >= 4 && (isQuoted || isMadeUp(value));
    if (found.isKeyword && isQuoted) return value.length >= 4 && isMadeUp(value);
    return mode === 'text' && !found.isVerb && isPasswordLike(value);
  }
  if (mode === 'code' && word === undefined) {
    const isLiteral = (isQuoted && sign !== undefined) || found.isVariable || (isOption && sign === '=');
    return isLiteral && value.length >= 6 && !/\s/.test(value) && isMadeUp(value) && !/^[\W\d]+$/.test(value);
  }
  if (sign === '(' && !isQuoted) return mode === 'text' && found.isRemark && isHard(value);
  if (sign === ',' || sign === '(') return isQuoted && value.length >= 4 && isMadeUp(value);
  if (sign === '|') return value.length >= 4 && isMadeUp(value);
  if (sign === '=' && !isQuoted) return value.length >= 4;
  // Examples in comments are mostly plain words.
  if ((isQuoted || sign === ':=') && !found.isInCode) return value.length >= 4;
  return value.length >= 4 && isMadeUp(value);
}

/** `mysqlPwd` and `DB_PASS`, but not `compass`. */
const isWord = (text: string, at: number): boolean =>
  !/[A-Za-z]/.test(text[at - 1] ?? '') || (/[a-z]/.test(text[at - 1] ?? '') && /[A-Z]/.test(text[at] ?? ''));

/** `pwd` may be the working directory, and a comma may separate two arguments. */
const isOther = (name: string, sign: string | undefined, value: string): boolean =>
  (/^pwd/i.test(name) && /^[~.]?[/\\]/.test(value)) || (sign === ',' && !/["'\x60][ \t]*,\s*$/.test(name));

/** `type Password = Branded`. */
const isTypeOf = (front: string, value: string): boolean =>
  /\btype[ \t]+\w*$/.test(front) && /^[A-Z][A-Za-z]*$/.test(value);

export function assignments(text: string, mode: Mode): Span[] {
  const spans: Span[] = [];
  const quoteAt = mode === 'code' ? quotesOf(text) : () => '';
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const end = match.index + match[0].length;
    // A name may directly follow the sign: `token: password: x`.
    NAME.lastIndex = Math.max(match.index + 1, end - 1);
    const span = assigned(text, match, quoteAt(match.index), mode);
    if (!span) continue;
    spans.push(span);
    NAME.lastIndex = Math.max(NAME.lastIndex, span.end);
  }
  return spans;
}

/** `password: x` in a text. */
const isWritten = ({ sign, mode }: Found): boolean => mode === 'text' && (sign === ':' || sign === '=');

const TO_BLANK = /[^\s\p{Cc}\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3]{0,200}/uy;
/** "至少12位", "8文字以上": these languages put no blank between what begins like a value and the rest of its sentence. */
const SENTENCE = /^\d{0,3}[\u3001-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;
/** `&user=` and `;Database=` after a value, the end of a quotation or tag, or of a colour. */
const NEXT_NAME = /^(?:&amp;|[&;,?|]|[)\]}]+,?[{[(]?)[\w -]{1,40}[=:]|^[\\/"'\x60<>(]|^\[\d*m/;

function assigned(text: string, match: RegExpExecArray, quote: string, mode: Mode): Span | null {
  const { password, short, owned, sign, word } = match.groups ?? {};
  const end = match.index + match[0].length;
  const front = text.slice(Math.max(0, match.index - FRONT), match.index);
  if (short !== undefined && !isWord(text, match.index)) return null;
  if (owned !== undefined && !KEY_OWNER.test(front)) return null;
  // Literals and comments in code are text, unless the quotes belong to the name itself.
  const isText = quote !== '' && !/["'\x60]/.test(match[0]);
  if (isText && text[end] === quote) return null;
  const behind = end + (at(text, end, WORDS.bare.beginning)?.[0].length ?? 0);
  const found: Found = {
    isPassword: password !== undefined,
    sign,
    word,
    isOption: /--[a-z-]{0,40}$/i.test(front),
    isKeyword: /(?<![\w:]):[\w./-]{0,40}$/.test(front),
    isChange: CHANGE.test(front),
    isRemark: / \($/.test(match[0]) && /^[),]/.test(text.slice(behind, behind + 1)),
    isVerb: password?.toLowerCase() === 'pass',
    isVariable: isVariable(front, match[0], sign),
    isSubject: !OBJECT.test(front),
    mode: isText ? 'text' : mode,
    isInCode: mode === 'code',
  };
  const kind =
    password !== undefined ? 'password' : owned !== undefined && /api[_ -]?$/i.test(front) ? 'api_key' : 'secret';
  const block = sign === ':' ? blockAt(text, end) : null;
  if (block) return isSecret(block.first.slice(0, JUDGED), true, found) ? { ...block, kind } : null;
  const from = sign === ':' ? behindTags(text, end) : end;
  const value = valueAt(text, from, found.isVariable && mode === 'text' ? 'shell' : 'bare');
  if (!value || isOther(match[0], sign, value.text) || isTypeOf(front, value.text)) return null;
  if (!value.isQuoted && SENTENCE.test(value.text)) return null;
  // In a text, a password extends to the next blank, whatever signs it holds, unless they begin another assignment.
  const isTold = password !== undefined && !value.isQuoted && (word !== undefined || isWritten(found));
  const isShort = value.text.length < JUDGED;
  const [rest = ''] = isTold && isShort ? (at(text, value.start + value.text.length, TO_BLANK) ?? []) : [];
  const more = NEXT_NAME.test(rest) ? '' : rest.replace(/(?<![.,;:!?)\]}>])[.,;:!?)\]}>]+$/, '');
  if (!isSecret(value.text, value.isQuoted, found) && !(more !== '' && isSecret(value.text + more, false, found)))
    return null;
  return { start: value.start, end: value.end() + more.length, kind };
}
