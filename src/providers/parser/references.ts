// What a file calls, imports and extends, each with the symbol that contains it.

import type { CodeReference, CodeSymbol } from '../../engine/code/symbols.ts';
import type { Captures, Mention } from './captures.ts';
import type { ParsedLanguage } from './languages.ts';
import { collapse, fileName, type Path, splitPath } from './paths.ts';
import type { Place } from './place.ts';
import { Variables } from './variables.ts';

const QUOTES = /^[<"'`]|[>"'`]$/g;

/** A chain of calls may be very long; its end identifies the receiver. */
const MAX_QUALIFIER_LENGTH = 80;

export function references(
  { mentions, prefixes, variables }: Captures,
  places: readonly Place[],
  symbols: readonly CodeSymbol[],
  { separator, blockScope = true }: ParsedLanguage,
): CodeReference[] {
  const indexes = new Map<CodeSymbol | null, number>(symbols.map((symbol, index) => [symbol, index]));
  const types = new Map(places.map(({ symbol, qualifiedName }) => [isType(symbol) ? qualifiedName : null, symbol]));
  const known = new Variables(variables, (index) => innermost(places, index), blockScope);
  const seen = new Set<string>();
  const found: CodeReference[] = [];
  // When both a name and a whole module match, the module wins.
  const ordered = mentions.toSorted(
    (a, b) => a.target.startIndex - b.target.startIndex || Number(a.form === 'path') - Number(b.form === 'path'),
  );
  for (const mention of ordered) {
    const { startIndex, startPosition } = mention.target;
    const key = `${mention.kind === 'implements' ? 'extends' : mention.kind} ${startIndex}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const shared =
      mention.kind === 'import'
        ? prefixes.filter(({ node, path }) => contains(node, startIndex) && path.endIndex <= startIndex)
        : [];
    const { name, qualifier } = resolve(
      mention,
      shared.map(({ path }) => path.text),
      separator,
    );
    const alias = mention.alias?.text;
    const place = innermost(places, startIndex);
    found.push({
      kind: mention.kind,
      name,
      qualifier: qualifier && collapse(qualifier).slice(-MAX_QUALIFIER_LENGTH),
      receiver: mention.kind === 'call' && qualifier ? known.holds(rootOf(qualifier), startIndex, place) : null,
      alias: alias && alias !== name ? alias : null,
      line: startPosition.row + 1,
      from: indexOf(place, indexes, types),
      scope: place?.qualifiedName ?? null,
    });
  }
  return found;
}

function resolve({ target, form, qualifier }: Mention, shared: readonly string[], separator: string): Path {
  const { text } = target;
  if (form === 'file') {
    const file = text.replace(QUOTES, '');
    return { name: fileName(file), qualifier: file };
  }
  const path = splitPath(text);
  if (form === 'module') return { name: path.name, qualifier: [...shared, text].join(separator) };
  const before = [
    ...shared,
    ...(qualifier ? [qualifier.text.replace(QUOTES, '')] : []),
    ...(path.qualifier ? [path.qualifier] : []),
  ];
  // `use std::fmt::{self}` imports fmt from std.
  if (path.name === 'self' && shared.length > 0) return splitPath(before.join(separator));
  return { name: path.name, qualifier: before.join(separator) || null };
}

/** The variable at the start of a chain of calls. */
const rootOf = (qualifier: string): string =>
  /^(?:(?:self|this)\.|\$this->|@)?\$?\w+(?=$|[.?!-])/.exec(qualifier)?.[0] ?? qualifier;

const contains = ({ startIndex, endIndex }: { startIndex: number; endIndex: number }, index: number): boolean =>
  startIndex <= index && index < endIndex;

/** Places are ordered by start, so the last one that begins before the index is the innermost, or inside it. */
function innermost(places: readonly Place[], index: number): Place | null {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.startIndex ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  let place: Place | null = places[low - 1] ?? null;
  while (place && !contains(place, index)) place = place.parent;
  return place;
}

/** An impl block stands for the type it extends if that is in the same file. */
function indexOf(
  place: Place | null,
  indexes: ReadonlyMap<CodeSymbol | null, number>,
  types: ReadonlyMap<string | null, CodeSymbol | null>,
): number | null {
  if (!place) return null;
  const index = indexes.get(place.symbol ?? types.get(place.qualifiedName) ?? null);
  return index ?? indexOf(place.parent, indexes, types);
}

const TYPES: ReadonlySet<string> = new Set(['class', 'struct', 'enum', 'interface', 'trait', 'type']);
const isType = (symbol: CodeSymbol | null): boolean => symbol !== null && TYPES.has(symbol.kind);
