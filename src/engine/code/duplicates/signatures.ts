// Matches signatures, which have no body to compare: names, parameters and types find candidates but prove no copy.
import { terms } from '../../text/terms.ts';
import { agreement, type Signature, senseOf, typeShare, typeWords } from './signature-sense.ts';

export type { Signature };

export interface SignatureMatch {
  readonly score: number;
  /** likely: the same words and parameters. Never more than that. */
  readonly sure: 'likely' | 'possible' | 'unlikely';
}

/** Longer than any real signature. */
const MAX_LENGTH = 2000;

/** Words before the name in any supported language: `def`, `public static`, `async function`. */
const HEAD =
  /^(?:(?:export|default|public|private|protected|internal|static|async|override|virtual|inline|const|let|var|pub|suspend|final|abstract)\s+)*(?:(?:function\*?|def|fn|func|fun|sub|proc)\s+)?(?:\([^)]*\)\s*)?/;
const NAME = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*[?!]?)\s*(?:=\s*(?:async\s*)?)?(?:<[^()]*>\s*)?\(/u;
/** What follows the parentheses in an expression, but not in a signature. */
const EXPRESSION = /^\s*(?:[-+*/.,;)\]?%|&]|=(?!>))(?!>)/;
const IGNORED = new Set(['self', 'this', 'cls', 'mut', 'const', 'final', 'params', 'ref', 'out', 'in']);

/** Null for a call or any other expression. */
export function parseSignature(text: string): Signature | null {
  if (text.length > MAX_LENGTH) return null;
  const line = text.trim().replace(/\s+/g, ' ');
  const rest = line.replace(HEAD, '');
  const match = NAME.exec(rest);
  // `Date parseDate(String text)` has its type first; an expression has more than words before the name.
  if (!match || !/^[\w\s<>[\],.*&?:]*$/.test(rest.slice(0, match.index)) || /^return\b/.test(rest)) return null;
  const open = match.index + match[0].length;
  const close = closing(rest, open);
  if (close < 0 || EXPRESSION.test(rest.slice(close + 1))) return null;
  const parts = splitParameters(rest.slice(open, close));
  const parameters = parts.map(parameterName);
  if (parameters.includes(null)) return null;
  const typed = parts.flatMap((part, i) => (parameters[i] ? [typeOf(part, parameters[i])] : []));
  const returned = rest.slice(close + 1).replace(/^\s*(?:->|=>|:)?\s*|\s*[{:;].*$/gs, '') || rest.slice(0, match.index);
  return {
    name: match[1] ?? '',
    parameters: parameters.flatMap((name) => name || []),
    types: [...typed, typeWords(returned)],
  };
}

/** The type of a parameter: its text without name and default. */
const typeOf = (parameter: string, name: string): string => {
  const declared = parameter.replace(/=(?!>).*$/s, '');
  const colon = declared.indexOf(':');
  return typeWords(colon < 0 ? declared.replace(name, ' ') : declared.slice(colon + 1));
};

function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

function splitParameters(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  // The arrow of a function type is not a bracket.
  for (const character of list.replaceAll(/[-=]>/g, ' ')) {
    if ('<[({'.includes(character)) depth++;
    else if ('>])}'.includes(character)) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Reads `text: string`, `String text`, `$text = null`. Empty for the receiver, null if it is not a parameter. */
function parameterName(parameter: string): string | null {
  const declared = parameter.replace(/=.*$/s, '');
  const [before = '', type] = declared.split(':');
  const words = before.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu);
  if (!words || /^["'\d]/.test(parameter)) return null;
  const named = words.filter((word) => !IGNORED.has(word));
  return (type === undefined ? named.at(-1) : named[0]) ?? '';
}

const WEIGHTS = { name: 0.7, parameters: 0.15, count: 0.15 };
/** The weight of the vector of the function's purpose, if there is one. */
const VECTOR_WEIGHT = 0.33;
const LIKELY = 0.8;
const POSSIBLE = 0.4;

/** If both have types, these and the meaning of the names count more than their spelling. */
const TYPED = { sense: 0.5, types: 0.35, count: 0.15 };

/** `about` is the documentation of the other function. */
export function matchSignature(
  a: Signature,
  b: Signature,
  { cosine = null, about = '' }: { cosine?: number | null; about?: string } = {},
): SignatureMatch {
  const count = 1 / (1 + Math.abs(a.parameters.length - b.parameters.length));
  const called =
    WEIGHTS.name * Math.max(shared(terms(a.name), terms(b.name)), shared(senseOf(a.name), senseOf(b.name))) +
    WEIGHTS.parameters * shared(a.parameters.flatMap(terms), b.parameters.flatMap(terms)) +
    WEIGHTS.count * count;
  const types = typeShare(a.types, b.types);
  const typed = types === null ? 0 : TYPED.sense * agreement(a, b, about) + TYPED.types * types + TYPED.count * count;
  const words = Math.max(called, typed);
  const score = cosine === null ? words : (1 - VECTOR_WEIGHT) * words + VECTOR_WEIGHT * Math.max(0, cosine);
  return { score, sure: score >= LIKELY ? 'likely' : score >= POSSIBLE ? 'possible' : 'unlikely' };
}

function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const other = new Set(b);
  const both = new Set(a.filter((word) => other.has(word))).size;
  return both / new Set([...a, ...b]).size;
}
