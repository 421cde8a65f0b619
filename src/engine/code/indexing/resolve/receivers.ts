// Determines the receiver of a call, the part before the dot, from names alone.

import { escaped } from '../../../text/pattern.ts';
import type { Definition } from '../../ports.ts';
import { isFunction } from '../../symbols.ts';
import { isType } from './definitions.ts';
import { type NameRules, TYPE_BEFORE } from './languages.ts';
import { placesOf } from './places.ts';
import type { Reference } from './reference.ts';

const SEPARATORS = /::|->|\?\.|!\.|[.\\]/;
/** A plain path of names; anything else is an expression of unknown value. */
const PATH = /^[\w$@\\]+(?:(?:::|->|\?\.|!\.|[.\\])[\w$@]+)*$/;

/** The names of a path, or null for an expression. */
export function pathOf(qualifier: string): readonly string[] | null {
  const plain = qualifier.replace(/^\\/, '').replace(/<[^<>]*>/g, '');
  return PATH.test(plain) ? plain.split(SEPARATORS) : null;
}

/** Matches `new Shape(…)`, `Shape(…)`, `Shape::new(…)`, `&Shape{…}`, `((Shape) x)`, `(x as Shape)`. */
const MADE = [
  /^\(?(?:new\s+|&\s*)?((?:[a-z_]\w*(?:\.|::))*[A-Z]\w*)(?:::new)?(?:<[^()]*>)?[({][^()]*[)}]\)?$/,
  /^\(\(([\w.]+)(?:<[^()]*>)?\)\s*[^()]*(?:\([^()]*\))?\)$/,
  /^\([^()]*(?:\([^()]*\))?\s+as\s+([\w.]+)(?:<[^()]*>)?\)$/,
];

/** The type that an expression names explicitly. */
export function madeType(qualifier: string): string | null {
  for (const pattern of MADE) {
    const type = pattern.exec(qualifier)?.[1];
    if (type) return type;
  }
  return null;
}

/** Patterns are cached: the same names recur, and compiling a pattern takes longer than running it. */
const MAX_PATTERNS = 5000;
const patterns = new Map<string, RegExp>();

/** The pattern for one name. */
function withName(pattern: string, name: string): RegExp {
  const key = `${name} ${pattern}`;
  let made = patterns.get(key);
  if (!made) {
    made = new RegExp(pattern.replace('NAME', () => escaped(name)));
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(key, made);
  }
  return made;
}

/** The declared type of a parameter of the enclosing functions, innermost first. */
export function declaredType(
  name: string,
  { line }: Reference,
  symbols: readonly Definition[],
  { parameter }: NameRules,
): string | null {
  if (parameter === null || !/^[$\w]+$/.test(name)) return null;
  const around = placesOf(symbols)
    .around(line)
    .filter(({ signature }) => signature.includes(name));
  if (around.length === 0) return null;
  const pattern = withName(parameter, name.replace(/^\$/, ''));
  for (const { signature } of around.toReversed()) {
    const type = pattern.exec(signature)?.[1];
    if (type && !KEYWORDS.has(type)) return type;
  }
  return null;
}

/** Splits a call expression into the name called last and the part before it; ignores arguments. */
export function chainOf(expression: string): { readonly name: string; readonly qualifier: string | null } | null {
  const plain = expression.replace(/^\((?:await\s+)?(.*)\)$/s, '$1').replace(/^(?:await|try[?!]?)\s+|[?!]$/g, '');
  if (!plain.endsWith(')')) return null;
  let depth = 0;
  let open = plain.length - 1;
  for (; open >= 0; open--) {
    if (plain[open] === ')') depth++;
    else if (plain[open] === '(' && --depth === 0) break;
  }
  // Only the end of a long expression is stored, so its beginning may be missing.
  if (open <= 0) return null;
  const called = /^(?:(.*?)\s*(?:\?\.|!\.|\.|->|::)\s*)?(\w+)(?:<[^()]*>)?$/s.exec(plain.slice(0, open).trim());
  return called?.[2] ? { name: called[2], qualifier: called[1] || null } : null;
}

/** Patterns of the return type in a signature; the first group is the type. */
const RETURNED: Readonly<Record<string, RegExp>> = {
  go: /\)\s*\(?(?:\w+\s+)?\*?([\w.]+)(?:\[[^\]]*\])?(?:,[^()]*)?\)?\s*$/,
  ecmascript: /\)\s*:\s*(?:Promise<)?([\w$.]+)(?:<.*>)?>?\s*$/,
  python: /->\s*(?:\w+\.)?(?:Optional\[)?["']?([\w.]+)["']?\]?(?:\s*\|\s*None)?\s*:?$/,
  rust: /->\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(?:(?:io::)?Result<|Option<|Box<|Arc<|Rc<)?(?:dyn\s+)?([\w:]+)/,
  swift: /->\s*([\w.]+)\??\s*$/,
};

/** Kotlin, Scala: `fun name(): Type` */
const BEHIND = /\)\s*:\s*([\w.]+)(?:[<[].*[>\]])?\??\s*=?\s*$/;
/** Java, C#, C++: `Type name(` */
const BEFORE_NAME = String.raw`([\w.:]+)(?:<[^()]*>)?[\s*&?]+(?:[\w.]+::)?NAME\s*(?:<[^()]*>)?\(`;

/** The return type in a function's signature, without wrappers. */
export function returnedType(
  { signature, container, name }: Definition,
  { family, parameter }: NameRules,
): string | null {
  const pattern = RETURNED[family] ?? (parameter === TYPE_BEFORE ? withName(BEFORE_NAME, name) : BEHIND);
  const type = pattern.exec(signature)?.[1]?.split(/\.|::/).at(-1);
  return type === 'Self' ? (container?.split(/\.|::/).at(-1) ?? null) : (type ?? null);
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'final',
  'const',
  'return',
  'in',
  'out',
  'ref',
  'static',
  'public',
  'func',
]);

const PARAMETER = String.raw`[({,[|]\s*(?:\.{3}|\*{1,2}|&|mut\s+)?NAME\s*(?:[,):=?}\]|]|\s(?:func|\*|\[))`;

/** Whether the called name is a parameter of an enclosing function, which hides outer definitions of that name. */
export function isParameter({ name, line }: Reference, symbols: readonly Definition[], inside: string | null): boolean {
  const around = placesOf(symbols)
    .around(line)
    .filter(
      // A definition inside the function in turn hides its parameter.
      (symbol) => symbol.signature.includes(name) && (inside === null || !inside.endsWith(symbol.name)),
    );
  if (around.length === 0) return false;
  const pattern = withName(PARAMETER, name);
  return around.some(({ signature }) => pattern.test(signature.slice(Math.max(signature.indexOf('('), 0))));
}

/** The types that enclose a reference, innermost first: classes of the file, and owners defined elsewhere. */
export function enclosing(
  { scope }: Reference,
  symbols: readonly Definition[],
  { separator }: NameRules,
): readonly Owner[] {
  const parts = scope?.split(separator) ?? [];
  const { named } = placesOf(symbols);
  return parts
    .map((name, index) => {
      const container = parts.slice(0, index).join(separator) || null;
      const own = named(name, container);
      const symbol = own.find(isType) ?? null;
      const mayBeType = symbol !== null || !own.some(({ kind }) => isFunction(kind));
      return { name, path: parts.slice(0, index + 1).join(separator), symbol, mayBeType };
    })
    .toReversed();
}

export interface Owner {
  readonly name: string;
  readonly path: string;
  /** Null for functions, and for owners defined in another file. */
  readonly symbol: Definition | null;
  readonly mayBeType: boolean;
}
