// What a pattern requires of components that follow it, derived from its parsed template and from its text.
import type { Outline } from '../../code/code-base.ts';
import { isClass, isFunction } from '../../code/symbols.ts';
import { escaped } from '../../text/pattern.ts';
import type { Chosen } from '../fix/families.ts';
import { bodiesOfCatches } from './catches.ts';
import { type Piece, pieceOf } from './piece.ts';
import { plainCode } from './plain-code.ts';
import { SWALLOWED } from './practices.ts';
import { type Binding, bind, filledWith, hasHole, shapeInWords } from './template.ts';

export type Asked =
  | { readonly kind: 'method'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  /** Applies to one method, to the component itself, or to all its methods. */
  | { readonly kind: 'async'; readonly of: string | null }
  | { readonly kind: 'decorator'; readonly written: string; readonly of: string | null }
  | { readonly kind: 'parameter'; readonly written: string }
  /** Applies to one method or function, or to all. */
  | { readonly kind: 'takes'; readonly written: string; readonly of: string | null }
  | { readonly kind: 'form'; readonly form: 'class' | 'function' }
  /** A contract is an interface, which some languages fulfil without naming it. */
  | { readonly kind: 'base_class'; readonly name: string; readonly isContract?: boolean }
  | { readonly kind: 'forbidden_base'; readonly name: string }
  | { readonly kind: 'naming'; readonly pattern: string; readonly inWords: string }
  | { readonly kind: 'method_naming'; readonly style: 'snake_case' | 'camelCase' }
  | { readonly kind: 'method_affix'; readonly affix: string; readonly at: 'start' | 'end'; readonly onlyAsync: boolean }
  /** On failure: where errors are caught or thrown. */
  | { readonly kind: 'dependency'; readonly name: string; readonly onFailure?: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly qualifier: string | null }
  /** What must not be used comes from elsewhere: no method of the component itself is meant. */
  | {
      readonly kind: 'forbidden_call';
      readonly name: string;
      readonly qualifier: string | null;
      readonly fromElsewhere?: boolean;
    }
  | { readonly kind: 'import'; readonly module: string }
  /** A guess may be no module at all. */
  | { readonly kind: 'forbidden_import'; readonly module: string; readonly isGuess?: boolean }
  | { readonly kind: 'broad_catch'; readonly bareOnly: boolean }
  /** What one method returns, or any of them. */
  | { readonly kind: 'returns'; readonly written: string; readonly of: string | null }
  | { readonly kind: 'modifier'; readonly word: string }
  | { readonly kind: 'single_method' }
  | { readonly kind: 'exported' }
  | { readonly kind: 'forbidden_name'; readonly written: string }
  /** One of the practices that are ruled out, by its name. */
  | { readonly kind: 'practice'; readonly name: string }
  | { readonly kind: 'error_handling' }
  | { readonly kind: 'logging' }
  | { readonly kind: 'avoided'; readonly choice: Chosen };

export type Expectation = Asked & { readonly basis: string };

export interface Template {
  readonly text: string;
  readonly holes: readonly string[];
  readonly language: string;
  readonly outline: Outline;
}

const EXAMPLE_NAME = /^(?:Xxx|Foo|My|Example|Sample|Some|Entity|Thing|Concrete|Name|Your|Abc)(?=[A-Z])/;

/** Names that stand for any name. */
const STAND_IN =
  /^(?:[a-z]|[xyz]{2,3}|foo|bar|baz|qux|args?|params?|thing|do_?(?:it|thing|something)|example|sample)$/i;
const isStandIn = (name: string): boolean => STAND_IN.test(name);
/** `App.OrderHandler` and `App::OrderHandler` are called `OrderHandler`. */
const isCalled = (path: string, name: string): boolean => path.split(/\.|::/).at(-1) === name;
/** `Handler` of `OrderHandler`. */
const lastWord = (name: string): string => name.split(/(?<=[a-z\d])(?=[A-Z])/).at(-1) ?? name;

export const CATCHES = /\b(?:try|catch|except|rescue)\b|\.catch\(|\bon_error\b/;
export const LOGS =
  /\b(?:log(?:ger|ging)?|console|slog)\s*[.:]+\s*\w+[!(]|\blog(?:_\w+)?\(|\b_?logger\b\.|\bLog\.\w+\(/i;
export const BROAD =
  /\bexcept\s*:|\bexcept\s+\(?(?:Base)?Exception\b|\bcatch\s*\(\s*(?:final\s+)?(?:\\?Exception|\\?Throwable|System\.Exception|\.\.\.)|\brescue\s+(?:Exception|StandardError)\b/;
export const BARE = /\bexcept\s*:|\bcatch\s*\(\s*\.\.\.|\brescue\s*$/m;
const SPECIFIC =
  /\bexcept\s+\(?(?!(?:Base)?Exception\b)[A-Z]\w+|\bcatch\s*\(\s*(?:final\s+)?(?!Exception\b|Throwable\b)[A-Z]\w+/;

/** What the template requires, with its holes filled in for a component of this name and with these bases. */
export function askedByTemplate(template: Template, called: string | null, bases: readonly string[]): Expectation[] {
  const lines = template.text.split('\n');
  const pieces = template.outline.symbols.map((symbol) => pieceOf(symbol, (number) => lines[number - 1] ?? ''));
  const types = pieces.filter(({ kind }) => isClass(kind) && kind !== 'type' && kind !== 'interface');
  const free = pieces.filter(({ kind, container }) => isFunction(kind) && container === null);
  const main = types.find(({ name }) => hasHole(name)) ?? types[0] ?? free.find(({ name }) => hasHole(name)) ?? free[0];
  if (main && bases.some((base) => isCalled(base, main.name))) return askedOfHeirs(pieces, main);
  const pattern = main ? namePattern(main.name) : null;
  // A template under a name of its own, such as `Door`, shows how, not which methods.
  const isExample =
    main !== undefined &&
    pattern === null &&
    !hasHole(main.name) &&
    !isStandIn(lastWord(main.name)) &&
    called !== null &&
    !called.includes(main.name);
  const isShown = ({ container }: Piece) =>
    container === null || main === undefined || !isClass(main.kind) || (isCalled(container, main.name) && !isExample);
  const binding: Binding = (pattern && called !== null ? bind(pattern, called) : null) ?? new Map();
  const filled = (name: string) => filledWith(name, binding);
  const basis = 'the code template';
  const asked: Asked[] = [
    ...basesOf(template.outline, filled),
    ...(pattern ? [{ kind: 'naming' as const, pattern, inWords: shapeInWords(pattern, template.holes) }] : []),
    ...(main ? marks(main, null, filled) : []),
    ...(main ? declared(main, template) : []),
    ...pieces
      .filter((piece) => piece !== main && isFunction(piece.kind) && !isStandIn(piece.name) && isShown(piece))
      .flatMap((piece) => partOf(piece, main, filled)),
    ...styles(pieces),
    ...importsOf(template.outline),
    ...habits(plainCode(template.text, template.language), template.language),
  ];
  return asked.map((each) => ({ ...each, basis }));
}

/** A template of the base class: whoever extends it supplies what is abstract. */
function askedOfHeirs(pieces: readonly Piece[], base: Piece): Expectation[] {
  const open = pieces.filter(
    ({ kind, container, signature, decorators }) =>
      isFunction(kind) &&
      isCalled(container ?? '', base.name) &&
      (/\babstract\b|=\s*0\s*;?\s*$/.test(signature) || decorators.some((each) => /abstract/i.test(each))),
  );
  return open.map(({ name }) => ({ kind: 'method', name, basis: 'the base class in the code template' }));
}

/** `ExampleHandler` and `UserHandler` stand for any name with that ending. */
function namePattern(name: string): string | null {
  if (hasHole(name)) return name.replace(/xhole\d+x/gi, '') === '' ? null : name;
  const after = name.replace(EXAMPLE_NAME, '');
  if (after !== name) return after === '' ? null : `Xhole99x${after}`;
  const last = lastWord(name);
  return last !== name && /^[A-Z]/.test(name) && !isStandIn(last) ? `Xhole99x${last}` : null;
}

function basesOf({ symbols, references }: Outline, filled: (name: string) => string | null): Asked[] {
  const own = new Set(symbols.map(({ name }) => name));
  return references
    .filter(({ kind, name }) => (kind === 'extends' || kind === 'implements') && !own.has(name))
    .flatMap(({ name }) => filled(name) ?? [])
    .map((name) => ({ kind: 'base_class', name }));
}

function marks(
  { name, isAsync, decorators, kind }: Piece,
  of: string | null,
  filled: (name: string) => string | null,
): Asked[] {
  return [
    ...(isAsync && (of !== null || isFunction(kind))
      ? [{ kind: 'async' as const, of: of ?? filled(name) ?? name }]
      : []),
    ...decorators
      .flatMap((each) => filled(each) ?? [])
      .flatMap(oneByOne)
      .map((written) => ({ kind: 'decorator' as const, written, of })),
  ];
}

/** `derive(Debug, Serialize)` asks for each of the two. */
const oneByOne = (decorator: string): string[] => {
  const [, traits] = /^derive\((.*)\)$/s.exec(decorator) ?? [];
  return traits === undefined
    ? [decorator]
    : [...traits.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name]) => `derive(${name})`);
};

function partOf(piece: Piece, main: Piece | undefined, filled: (name: string) => string | null): Asked[] {
  if (piece.isConstructor && piece.container !== null)
    return piece.parameters
      .filter((each) => !isStandIn(each))
      .flatMap((each) => filled(each) ?? [])
      .map((written) => ({ kind: 'parameter', written }));
  const name = filled(piece.name);
  if (name === null || name.startsWith('#')) return [];
  // If the component is a function, the functions beside it are often only examples.
  if (piece.container === null && main !== undefined && isFunction(main.kind)) return [];
  const kind = piece.container === null && main !== undefined ? 'function' : 'method';
  return [{ kind, name }, ...marks(piece, name, filled), ...handedDown(piece, name), ...failing(piece, name)];
}

/** What every call hands down, whatever else it takes. */
const HANDED_DOWN = /\b(?:context\.Context|CancellationToken)\b/;
const handedDown = ({ parameters }: Piece, of: string): Asked[] =>
  parameters.flatMap((each) => HANDED_DOWN.exec(each)?.[0] ?? []).map((written) => ({ kind: 'takes', written, of }));

/** Go and Rust say in the signature that it can fail. */
const failing = ({ signature }: Piece, of: string): Asked[] =>
  /^func\b.*\berror\W*$|->\s*(?:\w+::)*Result\b/s.test(signature.trim())
    ? [{ kind: 'returns', written: 'error', of }]
    : [];

function declared({ name }: Piece, { text }: Template): Asked[] {
  const [line = ''] =
    new RegExp(String.raw`^.*\b(?:class|function|const|struct|enum)\s+${escaped(name)}\b`, 'm').exec(text) ?? [];
  const modifier = /\b(?:final|sealed|abstract)\b/.exec(line)?.[0];
  return [
    ...(/^\s*export\b/.test(line) ? [{ kind: 'exported' as const }] : []),
    ...(modifier === undefined ? [] : [{ kind: 'modifier' as const, word: modifier }]),
  ];
}

function styles(pieces: readonly Piece[]): Asked[] {
  const found = new Set(
    pieces.filter(({ kind }) => isFunction(kind)).map(({ name }) => styleOf(name.replace(/xhole\d+x/gi, ''))),
  );
  const [style] = found.size === 1 ? found : [];
  return style ? [{ kind: 'method_naming', style }] : [];
}

/** Null for a single word, which fits both styles. */
export function styleOf(name: string): 'snake_case' | 'camelCase' | null {
  if (/^_*[a-z\d]+(?:_[a-z\d]+)+$/.test(name)) return 'snake_case';
  return /^[a-z][a-z\d]*(?:[A-Z][a-z\d]*)+$/.test(name) ? 'camelCase' : null;
}

const importsOf = ({ references }: Outline): Asked[] =>
  references
    .filter(({ kind, name }) => kind === 'import' && !hasHole(name) && /^[\w$]+$/.test(name) && name !== 'default')
    .map(({ name, alias }) => ({ kind: 'dependency', name: alias ?? name }));

const habits = (plain: string, language: string): Asked[] => [
  ...(bodiesOfCatches(plain, language).some((body) => /\b(?:throw|raise|rethrow)\b/.test(body))
    ? [{ kind: 'practice' as const, name: SWALLOWED }]
    : []),
  ...(CATCHES.test(plain) ? [{ kind: 'error_handling' as const }] : []),
  ...(SPECIFIC.test(plain) && !BROAD.test(plain) ? [{ kind: 'broad_catch' as const, bareOnly: false }] : []),
  ...(LOGS.test(plain) ? [{ kind: 'logging' as const }] : []),
];

/** Removes duplicates, and imports that only serve a base class, a logger or a parameter. */
export function distinctExpectations(all: readonly Expectation[]): Expectation[] {
  const bases = new Set(all.flatMap((each) => (each.kind === 'base_class' ? [each.name] : [])));
  const parameters = all.flatMap((each) => (each.kind === 'parameter' ? [each.written] : [])).join(' ');
  const logs = all.some(({ kind }) => kind === 'logging');
  const isSaid = (name: string) =>
    bases.has(name) ||
    (logs && /^s?log/i.test(name)) ||
    new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`).test(parameters);
  const useful = all.filter((each) => each.kind !== 'dependency' || !isSaid(each.name));
  const keyOf = ({ basis: _, ...rest }: Expectation) =>
    rest.kind === 'avoided' ? `avoided ${rest.choice.member}` : JSON.stringify(rest);
  return useful.filter((each, i) => useful.findIndex((other) => keyOf(other) === keyOf(each)) === i);
}
