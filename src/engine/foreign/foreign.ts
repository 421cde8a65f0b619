// The data of another memory server in our own terms. Each reader produces one, and the import stores it.
import type { MemoryInput } from '../memories/draft.ts';
import { splitText } from '../text/passages.ts';

/** A file with its path relative to the imported folder. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface ForeignMemory {
  /** The same each time the same memory is imported; pieces of one text share it. */
  readonly key: string;
  /** Which piece of a text it is, if it was split: the first is 0. */
  readonly piece?: number | undefined;
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
  /** Where it was read, if its keys are unique only there. */
  readonly source?: string | undefined;
}

/** With more problems than that, a file is of another format. */
const MAX_PROBLEMS = 1000;

/** Puts the parts together, with pauses for other calls; stops when too many of them could not be read. */
export async function gather(parts: AsyncIterable<Foreign>): Promise<Foreign> {
  const all: { [K in 'memories' | 'entities' | 'relations' | 'problems']: Foreign[K][number][] } = {
    memories: [],
    entities: [],
    relations: [],
    problems: [],
  };
  for await (const { memories, entities, relations, problems } of parts) {
    for (const memory of memories) all.memories.push(memory);
    for (const entity of entities) all.entities.push(entity);
    for (const relation of relations) all.relations.push(relation);
    for (const problem of problems) all.problems.push(problem);
    const last = problems.at(-1);
    if (last === undefined || all.problems.length < MAX_PROBLEMS) continue;
    all.problems.push({ where: last.where, why: 'Too much cannot be read: the rest was left out.' });
    break;
  }
  return all;
}

export const NOTHING: Foreign = { memories: [], entities: [], relations: [], problems: [] };

/** Notes are read whole. A longer one is data, and would hold up other calls. */
export const MAX_NOTE_LENGTH = 2_000_000;

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
