// What stands before the dot, as far as names tell.
import { isType } from './definitions.ts';
import type { NameRules } from './languages.ts';
import type { OwnSymbol, Reference } from './reference.ts';

const SEPARATORS = /::|->|\?\.|!\.|[.\\]/;
/** A plain path of names; everything else is an expression whose value nobody knows. */
const PATH = /^[\w$@\\]+(?:(?:::|->|\?\.|!\.|[.\\])[\w$@]+)*$/;

/** The names of a path, or null for an expression. */
export function pathOf(qualifier: string): readonly string[] | null {
  const plain = qualifier.replace(/^\\/, '').replace(/<[^<>]*>/g, '');
  return PATH.test(plain) ? plain.split(SEPARATORS) : null;
}

/** `new Shape(…)`, `Shape(…)`, `Shape::new(…)`, `&Shape{…}`, `((Shape) x)`, `(x as Shape)` */
const MADE = [
  /^\(?(?:new\s+|&\s*)?((?:[a-z_]\w*(?:\.|::))*[A-Z]\w*)(?:::new)?(?:<[^()]*>)?[({][^()]*[)}]\)?$/,
  /^\(\(([\w.]+)(?:<[^()]*>)?\)\s*[^()]*(?:\([^()]*\))?\)$/,
  /^\([^()]*(?:\([^()]*\))?\s+as\s+([\w.]+)(?:<[^()]*>)?\)$/,
];

/** The type of an expression that names it. */
export function madeType(qualifier: string): string | null {
  for (const pattern of MADE) {
    const type = pattern.exec(qualifier)?.[1];
    if (type) return type;
  }
  return null;
}

/** The declared type of a parameter of the functions around a line, innermost first. */
export function declaredType(
  name: string,
  { line }: Reference,
  symbols: readonly OwnSymbol[],
  { parameter }: NameRules,
): string | null {
  if (parameter === null || !/^[$\w]+$/.test(name)) return null;
  const pattern = new RegExp(parameter.replace('NAME', name.replace(/^\$/, '')));
  const around = symbols.filter(({ kind, startLine, endLine }) => isFunction(kind) && startLine <= line && line <= endLine);
  for (const { signature } of around.toReversed()) {
    const type = pattern.exec(signature)?.[1];
    if (type && !KEYWORDS.has(type)) return type;
  }
  return null;
}

const KEYWORDS: ReadonlySet<string> = new Set(['final', 'const', 'return', 'in', 'out', 'ref', 'static', 'public', 'func']);

const isFunction = (kind: string): boolean => kind === 'function' || kind === 'method';

/** What is called is a parameter of a function around it, and hides whatever has its name elsewhere. */
export function isParameter({ name, line }: Reference, symbols: readonly OwnSymbol[]): boolean {
  const pattern = new RegExp(String.raw`[({,[|]\s*(?:\.{3}|\*{1,2}|&|mut\s+)?${name.replace(/[^\w]/g, '\\$&')}\s*(?:[,):=?}\]|]|\s(?:func|\*|\[))`);
  return symbols.some(({ kind, signature, startLine, endLine }) => {
    if (!isFunction(kind) || line < startLine || endLine < line || !signature.includes(name)) return false;
    return pattern.test(signature.slice(Math.max(signature.indexOf('('), 0)));
  });
}

/** The types around a reference by name, innermost first: classes of the file, and owners that are written elsewhere. */
export function enclosing({ scope }: Reference, symbols: readonly OwnSymbol[], { separator }: NameRules): readonly Owner[] {
  const parts = scope?.split(separator) ?? [];
  return parts
    .map((name, index) => {
      const container = parts.slice(0, index).join(separator) || null;
      const symbol = symbols.find((own) => own.name === name && own.container === container && isType(own)) ?? null;
      return { name, path: parts.slice(0, index + 1).join(separator), symbol };
    })
    .toReversed();
}

export interface Owner {
  readonly name: string;
  readonly path: string;
  /** Null for an owner that is defined in another file, and for functions. */
  readonly symbol: OwnSymbol | null;
}
