// A signature has no body to compare. What it is called and what it takes find candidates; they do not show a copy.
import { terms } from '../../text/terms.ts';
import { agreement, type Signature, senseOf, typeShare, typeWords } from './signature-sense.ts';

export type { Signature };

export interface SignatureMatch {
  readonly score: number;
  /** likely: the same words and parameters. Never more than that. */
  readonly sure: 'likely' | 'possible' | 'unlikely';
}

/** Nobody writes a longer one. */
const LONGEST = 2000;

/** Words before the name in one of the languages: `def`, `public static`, `async function`. */
const HEAD =
  /^(?:(?:export|default|public|private|protected|internal|static|async|override|virtual|inline|const|let|var|pub|suspend|final|abstract)\s+)*(?:(?:function\*?|def|fn|func|fun|sub|proc)\s+)?(?:\([^)]*\)\s*)?/;
const NAME = /([\p{L}_$][\p{L}\p{N}_$]*[?!]?)\s*(?:=\s*(?:async\s*)?)?(?:<[^()]*>\s*)?\(/u;
/** Behind the parameters of an expression something is done with it. */
const EXPRESSION = /^\s*(?:[-+*/.,;)\]?%|&]|=(?!>))(?!>)/;
const IGNORED = new Set(['self', 'this', 'cls', 'mut', 'const', 'final', 'params', 'ref', 'out', 'in']);

/** Null where there is none: a call or an expression is no signature. */
export function parseSignature(text: string): Signature | null {
  if (text.length > LONGEST) return null;
  const line = text.trim().replace(/\s+/g, ' ');
  const rest = line.replace(HEAD, '');
  const match = NAME.exec(rest);
  // `Date parseDate(String text)` has its type first; an expression has more than words before.
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

/** What is written of a parameter beside its name and its default. */
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
  // The arrow of a function type is no bracket.
  for (const character of list.replaceAll(/[-=]>/g, ' ')) {
    if ('<[({'.includes(character)) depth++;
    else if ('>])}'.includes(character)) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** `text: string`, `String text`, `$text = null`. Empty for the receiver, null for what is no parameter. */
function parameterName(parameter: string): string | null {
  const declared = parameter.replace(/=.*$/s, '');
  const [before = '', type] = declared.split(':');
  const words = before.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu);
  if (!words || /^["'\d]/.test(parameter)) return null;
  const named = words.filter((word) => !IGNORED.has(word));
  return (type === undefined ? named.at(-1) : named[0]) ?? '';
}

const WEIGHTS = { name: 0.7, parameters: 0.15, count: 0.15 };
/** With the vector of what the function is to do, that counts as much as a third. */
const VECTOR_WEIGHT = 0.33;
const LIKELY = 0.8;
const POSSIBLE = 0.4;

/** Where both write their types, these and what the names mean tell more than how they are spelled. */
const TYPED = { sense: 0.5, types: 0.35, count: 0.15 };

/** `about` is what the other says of itself in its documentation. */
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
