// Extracts the symbols and references of one file from its syntax tree.
import type { Node, Query, Tree } from 'web-tree-sitter';
import { fingerprint } from '../../engine/code/duplicates/fingerprint.ts';
import { encode } from '../../engine/code/duplicates/fingerprint-bytes.ts';
import type { Extraction } from '../../engine/code/symbols.ts';
import { type Captures, capture, type Definition } from './captures.ts';
import { type Leading, LeadingLines, plainString } from './comments.ts';
import { functionTokens } from './functions.ts';
import type { ParsedLanguage } from './languages.ts';
import { collapse, splitDefinitionPath, splitPath } from './paths.ts';
import type { Place } from './place.ts';
import { references } from './references.ts';
import type { RegionTypes } from './regions.ts';
import { signature, widen } from './signature.ts';

export interface Grammar {
  readonly language: ParsedLanguage;
  readonly query: Query;
  readonly regions: RegionTypes;
}

const NEVER = (): boolean => false;
const OWNS_METHODS: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'trait', 'enum']);

export function extract(tree: Tree, text: string, grammar: Grammar, cancelled = NEVER): Extraction {
  const { language, query } = grammar;
  const found = withoutDefined(capture(query, tree.rootNode, cancelled));
  const lines = new LeadingLines(text, found.comments, found.attributes);
  const spans = spansOf(distinct(found.definitions), lines);
  const places = nest(spans, found.docstrings, text, language.separator);
  const symbols = places.flatMap(({ symbol }) => symbol ?? []);
  const defined = spans.filter(({ kind }) => kind !== 'scope');
  const functions = functionTokens(tree.rootNode, text, defined, found, grammar.regions);
  return {
    symbols,
    references: references(found, places, symbols, language),
    fingerprints: functions.map((code) => {
      const made = code && fingerprint(code);
      return made && encode(made);
    }),
  };
}

/** In grammars where a definition looks like a call, its own name is not a call. */
function withoutDefined(found: Captures): Captures {
  const defined = new Set(found.definitions.map(({ name }) => name.startIndex));
  return {
    ...found,
    mentions: found.mentions.filter(({ kind, target }) => kind !== 'call' || !defined.has(target.startIndex)),
  };
}

/** One definition per name, because patterns may overlap. A symbol takes precedence over a scope. */
function distinct(definitions: readonly Definition[]): Definition[] {
  const byName = new Map<number, Definition>();
  for (const definition of definitions) {
    const known = byName.get(definition.name.startIndex);
    if (!known || (known.kind === 'scope' && definition.kind !== 'scope'))
      byName.set(definition.name.startIndex, definition);
  }
  return [...byName.values()];
}

interface Span extends Definition {
  readonly whole: Node;
  readonly leading: Leading;
  readonly endIndex: number;
  readonly endRow: number;
}

function spansOf(definitions: readonly Definition[], lines: LeadingLines): Span[] {
  return definitions
    .map((definition) => {
      const whole = widen(definition.node);
      const { body } = definition;
      // In Dart the body comes after the definition, not inside it.
      const last = body && body.endIndex > whole.endIndex ? body : whole;
      return { ...definition, whole, leading: lines.above(whole), endIndex: last.endIndex, endRow: lastRow(last) };
    })
    .sort((a, b) => a.leading.startIndex - b.leading.startIndex || b.endIndex - a.endIndex);
}

/** Nests each definition in the one around it. */
function nest(spans: readonly Span[], docstrings: readonly Node[], text: string, separator: string): Place[] {
  const written = new Map(docstrings.map((node) => [node.startIndex, node]));
  const places: Place[] = [];
  for (const span of spans) {
    const { startIndex, startRow } = span.leading;
    const { endIndex, endRow, body } = span;
    let parent: Place | null = places.at(-1) ?? null;
    while (parent && (parent.endIndex <= startIndex || isTypedefOf(parent, span))) parent = parent.parent;
    const { name, owner } = nameOf(span);
    const container = [parent?.qualifiedName, owner].filter(Boolean).join(separator) || null;
    const kind = span.kind === 'function' && (owner !== null || isOwner(parent)) ? 'method' : span.kind;
    const symbol =
      kind === 'scope'
        ? null
        : {
            kind,
            name,
            container,
            signature: signature(text, span.whole, body),
            docstring: docstringIn(written, body) ?? (span.doc && plainString(span.doc.text)) ?? span.leading.docstring,
            line: span.name.startPosition.row + 1,
            startLine: startRow + 1,
            endLine: endRow + 1,
            startIndex,
            endIndex,
          };
    const qualifiedName = container === null ? name : `${container}${separator}${name}`;
    places.push({ symbol, qualifiedName, startIndex, endIndex, parent });
  }
  return places;
}

/** `typedef struct node { … } node_t` names the struct but does not contain it. */
const isTypedefOf = (place: Place, { kind }: Definition): boolean =>
  place.symbol?.kind === 'type' && (kind === 'struct' || kind === 'enum' || kind === 'class');

/** The name, and its owner if written next to it: a Go receiver, `Shape::area` in C++. */
function nameOf({ kind, name, isPath, container }: Definition): { name: string; owner: string | null } {
  const path = isPath ? splitDefinitionPath(name.text) : { name: plainName(name.text), qualifier: null };
  if (container) return { name: path.name, owner: splitPath(container.text).name };
  // `impl super::Point` is about Point, wherever that is defined.
  return { name: path.name, owner: kind === 'scope' ? null : path.qualifier };
}

const isOwner = (place: Place | null): boolean =>
  place !== null && (place.symbol === null || OWNS_METHODS.has(place.symbol.kind));

/** Removes the quotes around a name, and the colon of a Ruby symbol. A quote only at the end is part of the name, as in Haskell's `decode'`. */
const plainName = (text: string): string => collapse(text.replace(/^:/, '').replace(/^(["'`])(.*)\1$/s, '$2'));

function docstringIn(written: ReadonlyMap<number, Node>, body: Node | null): string | null {
  const literal = body && written.get(body.startIndex);
  return literal ? plainString(literal.text) : null;
}

function lastRow({ startPosition, endPosition }: Node): number {
  return endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row - 1 : endPosition.row;
}
