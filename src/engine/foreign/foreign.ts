// The data of another memory server in our own terms. Each reader produces one, and the import stores it.
import type { MemoryInput } from '../memories/draft.ts';
import { splitText } from '../text/passages.ts';

/** A file with its path relative to the imported folder. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface ForeignMemory {
  /** The same each time the same memory is imported. */
  readonly key: string;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly input: MemoryInput;
}

interface ForeignEntity {
  readonly name: string;
  /** Null if the source does not say. */
  readonly type: string | null;
  readonly observations: readonly { readonly text: string; readonly memory: string }[];
  /** The key of the memory that it comes from. */
  readonly memory: string | null;
}

export interface ForeignRelation {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  /** The key of the memory that states it. */
  readonly memory: string | null;
}

/** What could not be read or stored, and why. */
export interface Problem {
  readonly where: string;
  readonly why: string;
}

export interface Foreign {
  readonly memories: readonly ForeignMemory[];
  readonly entities: readonly ForeignEntity[];
  readonly relations: readonly ForeignRelation[];
  readonly problems: readonly Problem[];
}

export const merge = (parts: readonly Foreign[]): Foreign => ({
  memories: parts.flatMap(({ memories }) => memories),
  entities: parts.flatMap(({ entities }) => entities),
  relations: parts.flatMap(({ relations }) => relations),
  problems: parts.flatMap(({ problems }) => problems),
});

export const NOTHING: Foreign = { memories: [], entities: [], relations: [], problems: [] };

/** The maximum size of a memory in bytes, minus some room for its heading. */
const MAX_LENGTH = 90_000;

/** A text under its heading, split into as many memories as needed. */
export function underHeading(heading: string, text: string): string[] {
  return splitText(text.trim(), (piece) => Buffer.byteLength(piece), MAX_LENGTH).map(
    (piece) => `${heading}\n\n${piece}`,
  );
}

/** The first piece keeps the key; the others append their number. */
export const numbered = (key: string, index: number): string => (index === 0 ? key : `${key}#${index + 1}`);

/** Undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a time to epoch milliseconds; undefined if it is not a time. */
export function readTime(text: string | undefined | null): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
