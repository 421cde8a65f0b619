// What memories ask of a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { Changeable, Direction, Memory, PastState } from '../model.ts';
import type { Mention } from '../text/names.ts';
import type { Claim, Trace, TraceName } from './trace.ts';

/** The model whose vectors the store holds. */
export interface VectorModel {
  readonly name: string;
  readonly dimensions: number;
}

/** A stretch of a memory that is indexed by itself: its words, and its vector once it is embedded. */
interface Passage {
  readonly terms: string;
  readonly vector: Float32Array | null;
}

/** Passages as one model has embedded them; null when none was there to do it. */
export interface Embedded {
  readonly passages: readonly Passage[];
  readonly model: VectorModel | null;
}

/** Everything that is derived from a memory's text, and replaced with it. */
export interface Derived extends Embedded {
  readonly mentions: readonly Mention[];
  /** Keys of every stretch of the text that may name a subject known elsewhere; such a subject is mentioned, too. */
  readonly phrases: readonly string[];
}

export type NewMemory = Omit<Memory, 'row' | 'revision'> &
  Derived & {
    readonly conversation: string | null;
    readonly trace: Trace;
    /** Edges that somebody made by hand. */
    readonly relations: readonly Claim[];
  };

export type MemoryChange = Partial<Changeable & Pick<Memory, 'accesses' | 'accessedAt'>> & {
  readonly updatedAt: number;
  readonly derived?: Derived;
  readonly trace?: Trace;
  readonly conversation?: string | null;
};

export interface MemoryQuery {
  readonly within: ScopeFilter;
  /** Only what is valid at this moment. */
  readonly validAt?: number;
  /** Only these types; the kind stands for the type of a memory that has none. */
  readonly types?: readonly string[] | undefined;
  /** Only what is more important than the one and at most as important as the other. */
  readonly importance?: { readonly above: number; readonly atMost: number } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A list by key: however deep a page lies, it takes as long. */
export interface MemoryPage {
  readonly within: ScopeFilter;
  readonly kinds?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  readonly label?: string | undefined;
  /** Only what was learned in this time: from one moment on, and before another. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only what is valid, or what is not, at that moment. */
  readonly validity?: { readonly at: number; readonly isValid: boolean } | undefined;
  /** Behind this one, newest first. */
  readonly after: { readonly time: number; readonly id: string } | null;
  readonly limit: number;
}

/** A memory, and what it was before each change since some moment, the latest first. */
export interface MemoryThen {
  readonly memory: Memory;
  readonly later: readonly PastState[];
}

export interface MemoryNames {
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  readonly users: readonly string[];
  readonly projects: readonly string[];
}

/** A memory that another has taken the place of, and when that was. */
export interface Predecessor {
  readonly id: string;
  readonly until: number;
}

export interface MemoryStore {
  add(memories: readonly NewMemory[]): Promise<Memory[]>;
  /** Null when its scope holds the same text since that moment already. */
  addUnlessSaid(memory: NewMemory, since: number): Promise<Memory | null>;
  /** By its id, or by its row. */
  get(id: string | number, within: ScopeFilter): Promise<Memory | null>;
  byRows(rows: readonly number[]): Promise<Memory[]>;
  /** Newest ingestion first. */
  list(query: MemoryQuery): Promise<Memory[]>;
  /** Newest ingestion first, by key. */
  page(page: MemoryPage): Promise<Memory[]>;
  /** The same of what was learned up to a moment, with what has changed since then. */
  knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]>;
  /** The first moment that any of these is about; null when there are none. */
  earliest(within: ScopeFilter): Promise<number | null>;
  /** What the newest of them are filed under, and whose they are. */
  names(within: ScopeFilter): Promise<MemoryNames>;
  /** How many memories are within the reach, valid or not; only those learned before a moment where one is given. */
  count(within: ScopeFilter, learnedBefore?: number): Promise<number>;
  /** Null when the memory is gone or its revision has moved on: the caller reads it again. */
  change(id: string, revision: number, change: MemoryChange): Promise<Memory | null>;
  /** The last within the reach that each of these took the place of, by row. */
  replacedBy(rows: readonly number[], within: ScopeFilter): Promise<ReadonlyMap<number, Predecessor>>;
  /** What it was before each change, the latest first. */
  history(id: string): Promise<PastState[]>;
  /** Counts that somebody looked at it; nothing else of it changes. */
  touch(id: string, at: number): Promise<void>;
  /** How many of each type there are; the kind stands for the type of a memory that has none. */
  types(within: ScopeFilter): Promise<Map<string, number>>;
  counts(within: ScopeFilter): Promise<Counts>;
}

export interface ForgettingStore {
  /** Takes it out of everything but the bin; false when it is not there. */
  discard(id: string, within: ScopeFilter, at: number): Promise<boolean>;
  discarded(within: ScopeFilter): Promise<number>;
  /** What lies in the bin under this id; null when nothing does. */
  binned(id: string, within: ScopeFilter): Promise<{ readonly memory: Memory; readonly deletedAt: number } | null>;
  /** What lies in the bin, put there last first, behind the one named. */
  bin(
    within: ScopeFilter,
    after: { readonly time: number; readonly id: string } | null,
    limit: number,
  ): Promise<{ readonly memory: Memory; readonly deletedAt: number }[]>;
  /** Empties the bin of what was put there before, and says how much that was. */
  purge(before: number): Promise<number>;
  /** Leaves nothing of what was learned before, in the bin neither, and says how many memories that were. */
  removeBefore(moment: number, within: ScopeFilter): Promise<number>;
  /** The ids that end like this, in the bin, too. */
  idsEnding(ending: string, within: ScopeFilter): Promise<string[]>;
  /** What it says, in the bin, too; null when it is not there. */
  text(id: string, within: ScopeFilter): Promise<string | null>;
  /** Leaves nothing of it, in the bin neither. */
  remove(id: string, within: ScopeFilter): Promise<boolean>;
  /** Removes every memory within the reach, the bin and what was proposed there, and the entities within another; says how much that was. */
  reset(within: ScopeFilter, entities: ScopeFilter | null): Promise<Counts>;
}

export interface Counts {
  readonly memories: number;
  readonly entities: number;
  readonly relations: number;
}

export interface SearchFilter {
  readonly within: ScopeFilter;
  readonly validAt: number;
  /** Only what is no longer valid then, or whatever there is; only searches by words know it. */
  readonly validity?: 'ended' | 'all' | undefined;
  /** What was valid before that moment, and is no longer, is let through as well. */
  readonly ended?: boolean | undefined;
  /** Only these types; the kind stands for the type of a memory that has none. */
  readonly types?: readonly string[] | undefined;
  /** Only what was learned in this time: from one moment on, and before another. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** An edge between two memories that told of it by name or by id. */
export interface TraceEdge {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

export interface TraceStore {
  /** The memories that answer to these names, in whichever space. */
  named(
    names: readonly Pick<TraceName, 'label' | 'key'>[],
    filter: SearchFilter,
  ): Promise<{ readonly row: number; readonly key: string }[]>;
  /** The edges of these memories, each once; both ends pass the filter. */
  edges(rows: readonly number[], direction: Direction, filter: SearchFilter): Promise<TraceEdge[]>;
}

export interface EmbeddingStore {
  model(): Promise<VectorModel | null>;
  /** From now on vectors are of this model; what was embedded by another is dropped and becomes pending. */
  adopt(model: VectorModel): Promise<void>;
  pendingCount(): Promise<number>;
  /** Memories with passages that still wait for their vector. */
  pending(limit: number): Promise<Memory[]>;
  /** Replaces the passages of a memory that has not changed meanwhile, while the store is still of that model. */
  fill(row: number, revision: number, embedded: Embedded): Promise<void>;
}
