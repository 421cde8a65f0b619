// Code as tokens that a copy preserves: without comments, formatting and types, and with each word classified as a
// variable, which a copy may rename, or as a name it depends on, which a copy keeps. The same for every language.

export interface CodeToken {
  readonly kind: 'variable' | 'name' | 'literal' | 'mark';
  /** As written; a string without its quotes and interpolations. */
  readonly text: string;
  readonly start: number;
}

/** A part of the text that is not split into words. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly kind: 'skipped' | 'type' | 'string';
}

export interface Source {
  readonly text: string;
  /** In order; of overlapping regions, the outer first. */
  readonly regions: readonly Region[];
  /** The positions of called names, even without parentheses. */
  readonly called: ReadonlySet<number>;
}

/** Reserved in nearly every language, so never variables. Other keywords count as variables, in copies as well. */
const KEYWORDS = `if else elif elsif unless for foreach while until do switch case default break continue goto return yield throw raise try
  except catch rescue finally new delete typeof instanceof sizeof and or not await async lambda function class struct enum
  import this self super true false null nil undefined True False None NULL nullptr`;
/** Modifiers of declarations, which a retyped copy changes. */
const DECLARING = `const let var val mut final static public private protected internal readonly abstract override virtual inline extern
  export constexpr noexcept volatile register unsafe pub local declare suspend open sealed auto ref`;
const RESERVED: ReadonlyMap<string, 'keyword' | 'declaring'> = new Map([
  ...KEYWORDS.split(/\s+/).map((word) => [word, 'keyword'] as const),
  ...DECLARING.split(/\s+/).map((word) => [word, 'declaring'] as const),
]);
/** Follows a declaring word: `val x` declares, `val.x` and `f(val)` do not. */
const DECLARED = /^ [\p{L}_$@*&{[(]/u;
/** Marks that only end or group statements, which are often optional. */
const isSilent = (code: number): boolean => code === 59 || code === 44 || code === 123 || code === 125;

/** Marks of several characters. */
const LONGER = new Set(
  '=== !== ... -> => :: ?. ?? && || == != <= >= += -= *= /= %= &= |= ^= := ++ -- << >> ..'.split(' '),
);
/** Interpolations in a string, which are code and may have been renamed. */
const FILLED = /[$#]?\{[^{}]*\}|\\\([^()]*\)|\$\w+/g;
/** At least three words of a sentence. */
const PROSE = /^\W*[A-Za-z][a-z']*(?: [a-z']+){2}[^<>{}()=;*/\\]*$/;
const QUOTES = /^[a-zA-Z@$]{0,3}["'`]+|["'`]+$/g;

/** Whether a literal is a message to people, which a copy may reword; code depends on any other literal. */
export const isProse = (literal: string): boolean => literal.length > MIN_PROSE_LENGTH && PROSE.test(literal);
const MIN_PROSE_LENGTH = 6;

export function tokenize({ text, regions, called }: Source, from: number, to: number): CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = from;
  for (let i = firstFrom(regions, from); i < regions.length; i++) {
    const region = regions[i];
    if (!region || region.start >= to) break;
    if (region.start < at) continue;
    readWords(text, at, region.start, called, tokens);
    if (region.kind === 'string') {
      tokens.push({ kind: 'literal', text: plainString(text.slice(region.start, region.end)), start: region.start });
    } else if (region.kind === 'type' && isBuilt(text, region.end)) {
      tokens.push({ kind: 'name', text: plainType(text.slice(region.start, region.end)), start: region.start });
    }
    at = region.end;
  }
  readWords(text, at, to, called, tokens);
  return tokens;
}

function plainString(literal: string): string {
  const value = literal.replace(QUOTES, '');
  return value.includes('{') || value.includes('$') || value.includes('\\(') ? value.replace(FILLED, '') : value;
}

function firstFrom(regions: readonly Region[], from: number): number {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `new Shape(…)` and `Shape{…}` depend on the type; a declaration does not. */
function isBuilt(text: string, end: number): boolean {
  const next = text[end] === ' ' ? text[end + 1] : text[end];
  return next === '(' || next === '{';
}

const plainType = (type: string): string => /[\w$]+(?=\W*$)/.exec(type.replace(/<.*$/s, ''))?.[0] ?? type;

/** Hand-written for speed: fingerprinting spends most of its time here. */
function readWords(text: string, from: number, to: number, called: ReadonlySet<number>, tokens: CodeToken[]): void {
  for (let start = from; start < to; ) {
    const code = text.charCodeAt(start);
    if (code <= 32) {
      start++;
      continue;
    }
    let end = start + 1;
    if (isWordStart(code)) {
      while (end < to && isWordPart(text.charCodeAt(end))) end++;
      readWord(text.slice(start, end), text, start, called, tokens);
    } else if (isDigit(code)) {
      while (end < to && (isWordPart(text.charCodeAt(end)) || text.charCodeAt(end) === DOT)) end++;
      tokens.push({ kind: 'literal', text: text.slice(start, end), start });
    } else {
      const next = text.charCodeAt(end);
      // Most marks are a single character before a space, a word or a bracket.
      if (next > 32 && !isWordStart(next) && LONGER.has(text.slice(start, start + 2)))
        end = LONGER.has(text.slice(start, start + 3)) ? start + 3 : start + 2;
      if (!isSilent(code)) tokens.push({ kind: 'mark', text: text.slice(start, end), start });
    }
    start = end;
  }
}

function readWord(word: string, text: string, start: number, called: ReadonlySet<number>, tokens: CodeToken[]): void {
  const reserved = RESERVED.get(word);
  if (reserved === 'declaring' && DECLARED.test(text.slice(start + word.length, start + word.length + 2))) return;
  const kind = kindOf(word, text, start, reserved === 'keyword', called);
  if (kind === 'variable' && isTypeBefore(tokens.at(-1), text, start)) tokens.pop();
  tokens.push({ kind, text: word, start });
}

const DOT = 46;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** A letter, `_`, `$` or `@`. */
const isWordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 64 && code <= 90) || code === 95 || code === 36 || code > 127;
const isWordPart = (code: number): boolean => (isWordStart(code) && code !== 64) || isDigit(code);
const isCapital = (word: string): boolean => word.charCodeAt(0) >= 65 && word.charCodeAt(0) <= 90;

function kindOf(
  word: string,
  text: string,
  start: number,
  isKeyword: boolean,
  called: ReadonlySet<number>,
): CodeToken['kind'] {
  if (isMember(text, start)) return 'name';
  if (isKeyword) return 'mark';
  if (called.has(start) || text[start + word.length] === '(') return 'name';
  // Types and constants; a single capital letter counts as a variable.
  return word.length > 1 && isCapital(word) ? 'name' : 'variable';
}

/** Whether the word follows `.`, `->` or `::`. */
function isMember(text: string, start: number): boolean {
  const before = text[start - 1];
  return before === '.'
    ? text[start - 2] !== '.'
    : (before === '>' && text[start - 2] === '-') || (before === ':' && text[start - 2] === ':');
}

/** Detects `Shape shape` if the grammar does not distinguish types from other names. */
const isTypeBefore = (last: CodeToken | undefined, text: string, start: number): boolean =>
  last?.kind === 'name' &&
  isCapital(last.text) &&
  last.start + last.text.length === start - 1 &&
  text[start - 1] === ' ';

const MEMBERS = new Set(['.', '->', '::', '?.']);
const NOTHING: CodeToken = { kind: 'mark', text: '', start: 0 };
const ASSIGNS = new Set(['=', ':=']);
/** Keywords before the name of a nested function. */
const INTRODUCES = new Set(['def', 'function', 'func', 'fun', 'fn']);

/**
 * Classifies words with knowledge of the whole function. Its own name may be renamed, as may parameters and locals
 * that are called. An owner used before its declaration, `yaml` in `yaml.load(text)`, comes from outside.
 */
export function settled(tokens: readonly CodeToken[], own: string): CodeToken[] {
  const foreign = new Map<string, boolean>([[own, false]]);
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text } = tokens[i] ?? NOTHING;
    if (kind === 'name' && INTRODUCES.has(tokens[i - 1]?.text ?? '')) foreign.set(text, false);
    if (kind !== 'variable' || foreign.get(text) === false) continue;
    const next = tokens[i + 1]?.text ?? '';
    const isDeclared = ASSIGNS.has(next) || tokens[i - 1]?.text === 'for';
    foreign.set(text, !isDeclared && (foreign.get(text) ?? MEMBERS.has(next)));
  }
  return tokens.map((token, i) => {
    const { kind, text, start } = token;
    if (kind === 'variable') return foreign.get(text) ? { kind: 'name', text, start } : token;
    if (kind !== 'name' || foreign.get(text) !== false || MEMBERS.has(tokens[i - 1]?.text ?? '')) return token;
    return { kind: 'variable', text, start };
  });
}
