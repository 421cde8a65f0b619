// What another memory server knows, in our own terms; each reader makes one of these, and the import brings it in.
import type { MemoryInput } from '../memories/draft.ts';
import { splitText } from '../text/passages.ts';

/** A file as it was found, its path from the folder that is imported. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface ForeignMemory {
  /** The same whenever the same memory comes again. */
  readonly key: string;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly input: MemoryInput;
}

interface ForeignEntity {
  readonly name: string;
  /** Null where nobody said. */
  readonly type: string | null;
  readonly observations: readonly { readonly text: string; readonly memory: string }[];
  /** The key of the memory that it is known from. */
  readonly memory: string | null;
}

export interface ForeignRelation {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  /** The key of the memory that tells it. */
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

/** As long as a memory may be, with some room for its heading. */
const LONGEST = 90_000;

/** A text under its heading, in as many memories as it takes. */
export function underHeading(heading: string, text: string): string[] {
  return splitText(text.trim(), (piece) => Buffer.byteLength(piece), LONGEST).map((piece) => `${heading}\n\n${piece}`);
}

/** The first piece is known by the key itself, those behind it by their number. */
export const numbered = (key: string, index: number): string => (index === 0 ? key : `${key}#${index + 1}`);

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds of a time that somebody wrote down; undefined for what is none. */
export function readTime(text: string | undefined | null): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
