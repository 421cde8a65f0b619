// Splits text into tokens. Keywords are names until the parser expects them, so a label or property may be `match`.
import { type Span, textError } from '../error.ts';
import { fitsInteger, float } from '../values/numbers.ts';
import type { CypherValue } from '../values/value.ts';

export interface Lexeme extends Span {
  readonly kind: 'name' | 'quotedName' | 'number' | 'badNumber' | 'string' | 'parameter' | 'symbol' | 'end';
  /** The name without its quotes, the symbol, or the text as written. */
  readonly text: string;
  /** The value of a number or string. */
  readonly value: CypherValue;
}

const SPACE = /(?:[\s\u00a0\ufeff]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NAME = /[\p{ID_Start}_\p{Pc}][\p{ID_Continue}\p{Sc}]*/uy;
const QUOTED_NAME = /`(?:[^`]|``)*`/y;
const NUMBER = /0[xX][\da-fA-F]*|0o[0-7]*|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const REST_OF_NUMBER = /[\p{ID_Continue}]+/uy;
const SYMBOL = /<>|<=|>=|=~|\.\.|[()[\]{},.:;|+\-*/%^=<>&!]/y;
const STRING_END = { "'": /[^'\\]*/y, '"': /[^"\\]*/y };
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function tokens(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  let at = 0;
  const read = (pattern: RegExp, from = at): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const add = (kind: Lexeme['kind'], length: number, content?: string, value: CypherValue = null) => {
    found.push({ kind, text: content ?? text.slice(at, at + length), value, start: at, end: at + length });
    at += length;
  };
  for (;;) {
    at += read(SPACE).length;
    const char = text[at];
    if (char === undefined) break;
    const name = read(NAME);
    if (name) {
      add('name', name.length);
      continue;
    }
    if (char === '`') {
      const quoted = read(QUOTED_NAME);
      if (!quoted) throw textError(text, { start: at, end: at + 1 }, 'UnexpectedSyntax', 'This name is never closed.');
      add('quotedName', quoted.length, unquote(quoted));
      continue;
    }
    if (char === "'" || char === '"') {
      const { value, end } = readString(text, at, char);
      add('string', end - at, undefined, value);
      continue;
    }
    if (char === '$') {
      const parameter = read(NAME, at + 1) || read(QUOTED_NAME, at + 1) || read(/\d+/y, at + 1);
      if (!parameter)
        throw textError(text, { start: at, end: at + 1 }, 'UnexpectedSyntax', 'A parameter needs a name: $name.');
      add('parameter', parameter.length + 1, parameter.startsWith('`') ? unquote(parameter) : parameter);
      continue;
    }
    const number = char === '.' && text[at + 1] === '.' ? '' : read(NUMBER);
    if (number) {
      const rest = read(REST_OF_NUMBER, at + number.length);
      const value = rest ? null : numberOf(text, { start: at, end: at + number.length });
      add(value === null ? 'badNumber' : 'number', number.length + rest.length, undefined, value);
      continue;
    }
    const symbol = read(SYMBOL);
    if (!symbol) throw unknownCharacter(text, at);
    add('symbol', symbol.length);
  }
  add('end', 0, '');
  return found;
}

const unquote = (name: string): string => name.slice(1, -1).replaceAll('``', '`');

function unknownCharacter(text: string, at: number) {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const ascii = /[\u0020-\u007e]/.test(char);
  return textError(
    text,
    { start: at, end: at + char.length },
    ascii ? 'UnexpectedSyntax' : 'InvalidUnicodeCharacter',
    `The character ${JSON.stringify(char)} has no meaning here.`,
  );
}

/** Null when digits are missing. An integer too large for 64 bits stays a bigint: a minus sign may make it fit. */
function numberOf(text: string, span: Span): CypherValue {
  const digits = text.slice(span.start, span.end);
  const isWhole = /^(?:0[xXo])?[\da-fA-F]*$/.test(digits) && !/^\d+[eE]/.test(digits);
  if (!isWhole) {
    const value = Number(digits);
    if (!Number.isFinite(value)) throw textError(text, span, 'FloatingPointOverflow', 'This float is too large.');
    return float(value);
  }
  if (/^0[xXo]$/.test(digits)) return null;
  const whole = BigInt(digits.toLowerCase());
  if (!fitsInteger(-whole)) throw textError(text, span, 'IntegerOverflow', 'This is not a 64-bit integer.');
  return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : whole;
}

function readString(text: string, start: number, quote: "'" | '"'): { readonly value: string; readonly end: number } {
  let [value, at] = ['', start + 1];
  for (;;) {
    const plain = STRING_END[quote];
    plain.lastIndex = at;
    const part = plain.exec(text)?.[0] ?? '';
    value += part;
    at += part.length;
    if (text[at] === quote) return { value, end: at + 1 };
    const escaped = text[at + 1];
    if (escaped === undefined) {
      throw textError(text, { start, end: at }, 'UnexpectedSyntax', 'This string is never closed.');
    }
    const width = { u: 4, U: 8 }[escaped];
    if (width === undefined) {
      value += ESCAPES[escaped] ?? `\\${escaped}`;
      at += 2;
      continue;
    }
    const code = text.slice(at + 2, at + 2 + width);
    const point = new RegExp(`^[\\da-fA-F]{${width}}$`).test(code) ? Number.parseInt(code, 16) : Number.NaN;
    if (!(point <= 0x10ffff)) {
      throw textError(
        text,
        { start: at, end: at + 2 },
        'InvalidUnicodeLiteral',
        `\\${escaped} needs ${width} hexadecimal digits of a character.`,
      );
    }
    value += String.fromCodePoint(point);
    at += 2 + width;
  }
}
