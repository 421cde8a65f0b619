// Search results as functions and classes, for callers who need something to call, not a place to read.
import type { Actor } from '../../access/actor.ts';
import type { Placed } from '../freshness.ts';
import type { Definition, SymbolStore } from '../ports.ts';
import { placeOf } from '../projects.ts';
import { readCodeQuery } from './query.ts';
import { representative } from './represented.ts';
import type { CodeFound, CodeSearch } from './search.ts';

export interface FoundFunction extends Placed {
  readonly definition: Definition;
  /** 0..1 within one search. */
  readonly similarity: number;
}

export interface FunctionOptions {
  readonly language?: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FunctionAnswer {
  readonly found: readonly FoundFunction[];
  readonly note: string | null;
}

/** Searches for more chunks than needed: several may belong to one function, and some to none. */
const SURPLUS = 3;
/** Of a chunk with many small functions, only the first few count. */
const MAX_PER_CHUNK = 3;

export async function findFunctions(
  actor: Actor,
  query: string,
  { limit, ...options }: FunctionOptions,
  { symbols, search }: { symbols: SymbolStore; search: CodeSearch },
): Promise<FunctionAnswer> {
  const { found, note } = await search.search(actor, query, { ...options, limit: limit * SURPLUS });
  const definitions = await symbols.inFiles([...new Set(found.map(({ chunk }) => chunk.file))]);
  const named = new Set(readCodeQuery(query).names.map(({ name }) => name));
  // A folder indexed both by itself and within its parent has each function twice.
  const functions = new Map<string, FoundFunction>();
  for (const { chunk, project, score, stale } of found) {
    for (const each of defined(chunk, definitions)) {
      const definition = representative(each, definitions, named);
      const place = `${placeOf(project, definition.path)}:${definition.startLine} ${definition.name}`;
      if (!functions.has(place)) functions.set(place, { definition, chunk, project, similarity: score, stale });
    }
  }
  return { found: [...functions.values()].slice(0, limit), note };
}

/** The definition that the chunk is named after, else those that start in it, else the enclosing one or the next. */
function defined(chunk: CodeFound['chunk'], definitions: readonly Definition[]): Definition[] {
  const own = definitions.filter(({ file, kind }) => file === chunk.file && kind !== 'section');
  const inside = own.filter(({ startLine }) => startLine >= chunk.startLine && startLine <= chunk.endLine);
  const named = inside.filter(({ name }) => name === chunk.name);
  if (named.length > 0) return named.slice(0, 1);
  if (inside.length > 0) return inside.slice(0, MAX_PER_CHUNK);
  const around = own.filter(({ startLine, endLine }) => startLine <= chunk.startLine && endLine >= chunk.startLine);
  if (around.length > 0) return around.toSorted((a, b) => b.startLine - a.startLine).slice(0, 1);
  // A comment that fills a chunk is named after the definition below it.
  const below = own.filter(({ name, startLine }) => name === chunk.name && startLine > chunk.endLine);
  return below.toSorted((a, b) => a.startLine - b.startLine).slice(0, 1);
}
