// Cuts out secrets before anything is embedded, indexed or stored. A token goes whole; an assignment (`password = …`)
// loses only its value, so that the text stays readable.
import { invalid } from '../../errors.ts';
import { assignments, type Mode, type Span } from './assignments.ts';
import { asRead, asToken } from './invisible.ts';
import { Keywords } from './keywords.ts';
import { layouts } from './layouts.ts';
import { manifests } from './manifests.ts';
import { matches } from './matches.ts';
import { nested } from './nested.ts';
import type { SecretPattern } from './pattern.ts';
import { SHAPES } from './shapes.ts';
import { SUSPECTS } from './suspects.ts';
import { KEYS } from './tokens/keys.ts';
import { tokens } from './tokens/tokens.ts';
import { wrappedTokens } from './wrapped.ts';

export interface Redacted<T> {
  readonly value: T;
  /** The distinct kinds of secret that were cut out. */
  readonly kinds: readonly string[];
}

/** Patterns that span several words or lines. */
export const PASSAGES: readonly SecretPattern[] = [...KEYS, ...SHAPES];
const passageKeywords = new Keywords(PASSAGES);

/** Where the secrets of a text are, in order and without overlaps. */
export function secretSpans(text: string, mode: Mode): Span[] {
  const read = asRead(text);
  const token = asToken(text);
  const whole = apart(found(text, mode));
  return apart([
    ...whole,
    ...wrappedTokens(text, whole),
    ...(read ? found(read.text, mode).map(read.inOriginal) : []),
    ...(token ? [...tokens(token.text)].map(token.inOriginal) : []),
  ]);
}

function found(text: string, mode: Mode): Span[] {
  const possible = passageKeywords.in(text).filter(({ onlyInText }) => mode === 'text' || !onlyInText);
  const passages = possible.flatMap((each) => matches(each, text));
  const laidOut = mode === 'text' ? layouts(text) : [];
  return [
    ...passages,
    ...laidOut,
    ...tokens(text),
    ...assignments(text, mode),
    ...nested(text, mode),
    ...manifests(text),
  ];
}

/** Joins overlapping spans: even half a secret must go. */
function apart(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

function cut(text: string, spans: readonly Span[]): Redacted<string> {
  if (spans.length === 0) return { value: text, kinds: [] };
  let value = '';
  let at = 0;
  for (const { start, end, kind } of spans) {
    const lines = text.slice(start, end).split('\n').length - 1;
    value += `${text.slice(at, start)}[REDACTED:${kind}]${'\n'.repeat(lines)}`;
    at = end;
  }
  return { value: value + text.slice(at), kinds: [...new Set(spans.map(({ kind }) => kind))] };
}

export const redactText = (text: string): Redacted<string> => cut(text, secretSpans(text, 'text'));

/** Source code without its secrets; line numbers stay the same. */
export const redactCode = (code: string): Redacted<string> => cut(code, secretSpans(code, 'code'));

/** The kinds of secret that a text holds or may hold. Stricter than redaction. */
export function secretsIn(text: string): readonly string[] {
  const suspected = SUSPECTS.flatMap((pattern) => matches(pattern, text));
  return [...new Set([...secretSpans(text, 'text'), ...suspected].map(({ kind }) => kind))];
}

/** For names used as keys: a redacted name would refer to something else. */
export function checkNoSecret(name: string, field: string): string {
  const [kind] = redactText(name).kinds;
  if (kind === undefined) return name;
  throw invalid(
    `The ${field} holds a secret (${kind}), which is never stored.`,
    'Choose another name; if the secret is real, revoke and replace it.',
  );
}
