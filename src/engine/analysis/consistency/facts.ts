// Facts about the code of a component.
import { isClass, isFunction, lastPart } from '../../code/symbols.ts';
import { namesOf, traceKey } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { type CodeFile, mainClass } from '../component-code.ts';
import { type Piece, pieceOf } from './piece.ts';
import { plainCode } from './plain-code.ts';

export interface Call {
  readonly name: string;
  readonly qualifier: string | null;
}

export interface Facts {
  /** The file they were read from. */
  readonly source: string;
  readonly language: string;
  /** The component's class or function; null if none is found. */
  readonly subject: Piece | null;
  /** The methods of its class and of its ancestors; without a class, all functions of the file. */
  readonly methods: readonly Piece[];
  /** Functions beside it in the file. */
  readonly functions: readonly Piece[];
  /** All ancestors of its class. */
  readonly bases: readonly string[];
  readonly calls: readonly Call[];
  /** Modules and names. */
  readonly imports: readonly string[];
  readonly text: string;
  /** The text without comments and strings. */
  readonly plain: string;
}

export function factsOf(component: Memory, file: CodeFile): Facts {
  const lines = new Map(
    file.chunks.flatMap(({ text, startLine }) => text.split('\n').map((line, i) => [startLine + i, line] as const)),
  );
  const pieces = file.symbols.map((symbol) => pieceOf(symbol, (number) => lines.get(number) ?? ''));
  const type = mainClass(file, component);
  const keys = new Set(namesOf(component).map(traceKey));
  const free = pieces.filter(({ kind, container }) => isFunction(kind) && container === null);
  const named = free.find(({ name }) => keys.has(traceKey(name)));
  const subject =
    (named && type?.name !== named.name ? named : pieces[type ? file.symbols.indexOf(type) : -1]) ??
    (free.length === 1 ? free[0] : undefined) ??
    null;
  // Inside a namespace the container is called `gfx::TextureHandle`.
  const isOwn = ({ container }: Piece) => type === null || lastPart(container ?? '') === type.name;
  const ancestors = [...file.references.extends, ...file.references.implements].filter(
    ({ from, scope }) => type === null || from === type.id || lastPart(scope ?? '') === type.name,
  );
  const alone = file.symbols.filter(({ kind }) => isClass(kind)).length <= 1;
  const isInside = (scope: string | null) =>
    alone || type === null || scope === null || scope.split(/[.:\\]+/).includes(type.name);
  const text = [...lines.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line)
    .join('\n');
  return {
    source: file.path,
    language: file.language,
    subject,
    methods: pieces.filter((piece) => isFunction(piece.kind) && isOwn(piece)),
    functions: free,
    bases: [...new Set(ancestors.map(({ name, qualifier }) => (qualifier ? `${qualifier}.${name}` : name)))],
    calls: file.references.call
      .filter(({ scope }) => isInside(scope))
      .map(({ name, qualifier }) => ({ name, qualifier })),
    imports: file.references.import.flatMap(({ name, qualifier, alias }) =>
      [name, qualifier, alias, inFull(name, qualifier)].filter((each) => each !== null),
    ),
    text,
    plain: plainCode(text, file.language),
  };
}

/** A rule may name `payments.stripe` where code has `from payments import stripe`. */
const inFull = (name: string, qualifier: string | null): string | null =>
  qualifier === null ? null : `${qualifier}${/[/\\]/.exec(qualifier)?.[0] ?? '.'}${name}`;
