// What memories need from a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { Changeable, Direction, Memory, PastState, Scope } from '../model.ts';
import type { Mention } from '../text/names.ts';
import type { Claim, Trace, TraceName } from './trace.ts';

/** The model whose vectors the store holds. */
export interface VectorModel {
  readonly name: string;
  readonly dimensions: number;
}

/** A part of a memory that is indexed separately: its words, and its vector once embedded. */
interface Passage {
  readonly terms: string;
  readonly vector: Float32Array | null;
}

/** Passages and the model that embedded them; null when no model was available. */
export interface Embedded {
  readonly passages: readonly Passage[];
  readonly model: VectorModel | null;
}

/** Everything derived from a memory's text, and replaced with it. */
export interface Derived extends Embedded {
  readonly mentions: readonly Mention[];
  /** Keys of every phrase in the text that may name a subject known elsewhere; such a subject counts as mentioned. */
  readonly phrases: readonly string[];
}

export type NewMemory = Omit<Memory, 'row' | 'revision'> &
  Derived & {
    readonly conversation: string | null;
    readonly trace: Trace;
    /** Edges made by hand. */
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
  /** Only memories valid at this moment. */
  readonly validAt?: number;
  /** Whether that moment is past: see `SearchFilter`. */
  readonly past?: boolean | undefined;
  /** Only these types; a memory without a type goes by its kind. */
  readonly types?: readonly string[] | undefined;
  /** Only memories with an importance above `above` and at most `atMost`. */
  readonly importance?: { readonly above: number; readonly atMost: number } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Where a page starts: after this one. */
export interface PageKey {
  readonly time: number;
  readonly id: string;
}

/** A page by key: every page takes equally long, however deep. */
export interface MemoryPage {
  readonly within: ScopeFilter;
  readonly kinds?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  readonly label?: string | undefined;
  /** Only memories learned from `since` on and before `until`. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Only memories that are valid, or not valid, at that moment. */
  readonly validity?:
    | { readonly at: number; readonly isValid: boolean; readonly past?: boolean | undefined }
    | undefined;
  /** Continues after this one, newest first. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** A memory and its states before each change since some moment, the latest first. */
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

/** A memory that was superseded, and when. */
export interface Predecessor {
  readonly id: string;
  readonly until: number;
  readonly content: string;
}

export interface MemoryStore {
  add(memories: readonly NewMemory[]): Promise<Memory[]>;
  /** Null when the same text was stored in its scope since that moment. */
  addIfNew(memory: NewMemory, since: number): Promise<Memory | null>;
  /** By its id, or by its row. */
  get(id: string | number, within: ScopeFilter): Promise<Memory | null>;
  byRows(rows: readonly number[]): Promise<Memory[]>;
  /** Newest ingestion first. */
  list(query: MemoryQuery): Promise<Memory[]>;
  /** Newest ingestion first, by key. */
  page(page: MemoryPage): Promise<Memory[]>;
  /** The same for memories learned up to a moment, with their changes since then. */
  knownAt(page: MemoryPage, knownAt: number): Promise<MemoryThen[]>;
  /** The earliest moment that any of these memories is about; null when there are none. */
  earliest(within: ScopeFilter): Promise<number | null>;
  /** Tags, labels, users and projects of the newest memories. */
  names(within: ScopeFilter): Promise<MemoryNames>;
  /** How many memories are within reach, valid or not; optionally only those learned before a moment. */
  count(within: ScopeFilter, learnedBefore?: number): Promise<number>;
  /** Null when the memory is gone or its revision differs: the caller must read it again. */
  change(id: string, revision: number, change: MemoryChange): Promise<Memory | null>;
  /** By row, the last memory within reach that it superseded. */
  replacedBy(rows: readonly number[], within: ScopeFilter): Promise<ReadonlyMap<number, Predecessor>>;
  /** Its states before each change, the latest first. */
  history(id: string): Promise<PastState[]>;
  /** Counts an access; changes nothing else. */
  touch(id: string, at: number): Promise<void>;
  /** The number of memories by type, optionally only those valid at a moment; one without a type counts under its kind. */
  types(within: ScopeFilter, validAt?: number): Promise<Map<string, number>>;
  counts(within: ScopeFilter): Promise<Counts>;
}

/** A memory in the bin. */
export interface InBin {
  readonly memory: Memory;
  readonly deletedAt: number;
}

/** The memories of which a copy was made, by id, with their revisions at that moment. */
export type CopiedMemories = ReadonlyMap<string, Pick<Memory, 'row' | 'revision'>>;

export interface ForgettingStore {
  /** Moves it into the bin; false when it does not exist, or has another revision than the one given. */
  discard(id: string, within: ScopeFilter, at: number, revision?: number): Promise<boolean>;
  /** Takes it out of the bin, with its history and its place among what superseded what; null when it is not there. */
  restore(memory: NewMemory): Promise<Memory | null>;
  discarded(within: ScopeFilter): Promise<number>;
  /** The memory in the bin with this id; null when there is none. */
  binned(id: string, within: ScopeFilter): Promise<InBin | null>;
  /** By the id of each memory that had been merged into one in the bin, the id of that one. */
  mergedInBin(within: ScopeFilter): Promise<ReadonlyMap<string, string>>;
  /** Whose the memory in the bin with this id is, also if it is damaged there; null when there is none. */
  scopeInBin(id: string): Promise<Scope | null>;
  /** Memories in the bin, last deleted first, after the given one. */
  bin(within: ScopeFilter, after: PageKey | null, limit: number): Promise<InBin[]>;
  /** Permanently deletes what was binned before that moment; returns how many. */
  purge(before: number): Promise<number>;
  /**
   * Permanently deletes memories learned before that moment, also from the bin. If copies are given, those that were added or
   * changed since then stay.
   */
  removeBefore(moment: number, within: ScopeFilter, copied?: CopiedMemories): Promise<Pick<Erased, 'memories' | 'ids'>>;
  /** Ids with this ending, also in the bin. */
  idsEnding(ending: string, within: ScopeFilter): Promise<string[]>;
  /** A memory's text and those that it had before, also from the bin; none when it does not exist. */
  texts(id: string, within: ScopeFilter): Promise<string[]>;
  /** The ids that a memory answers to, also in the bin: its own, and those of memories that were merged into it; none when it does not exist. */
  idsOf(id: string, within: ScopeFilter): Promise<string[]>;
  /** Which of these ids are of memories, also in the bin. */
  known(ids: readonly string[]): Promise<string[]>;
  /** Which of these texts are those of memories now, whoever owns them; one in the bin does not count. */
  stillTold(texts: readonly string[]): Promise<string[]>;
  /** Permanently deletes a memory, also from the bin. */
  remove(id: string, within: ScopeFilter): Promise<boolean>;
  /**
   * Removes all memories, binned ones and proposals in `within`, and the entities in `entities` that no memory left over
   * mentions. If copies are given, memories that were added or changed since then stay.
   */
  reset(within: ScopeFilter, entities: ScopeFilter | null, copied?: CopiedMemories): Promise<Erased>;
}

export interface Counts {
  readonly memories: number;
  readonly entities: number;
  readonly relations: number;
}

/** What was deleted permanently. */
export interface Erased extends Counts {
  /** The ids of memories, also of those that were in the bin, which the count leaves out. */
  readonly ids: readonly string[];
}

export interface SearchFilter {
  readonly within: ScopeFilter;
  readonly validAt: number;
  /**
   * Whether that moment is past. If not, whatever has been learned counts as begun, unless it was given a later begin: the
   * clock of the machine that learned it may be ahead.
   */
  readonly past?: boolean | undefined;
  /** Only memories no longer valid, or all; supported only by searches by words. */
  readonly validity?: 'ended' | 'all' | undefined;
  /** Also includes memories that were valid before that moment and have ended. */
  readonly ended?: boolean | undefined;
  /** Only these types; a memory without a type goes by its kind. */
  readonly types?: readonly string[] | undefined;
  /** Only memories learned from `since` on and before `until`. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** An edge between two memories, declared by name or by id. */
export interface TraceEdge {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

export interface TraceStore {
  /** The memories with these names, in any space. */
  named(
    names: readonly Pick<TraceName, 'label' | 'key'>[],
    filter: SearchFilter,
  ): Promise<{ readonly row: number; readonly key: string }[]>;
  /** The edges of these memories, each once; both ends pass the filter. */
  edges(rows: readonly number[], direction: Direction, filter: SearchFilter): Promise<TraceEdge[]>;
}

export interface EmbeddingStore {
  model(): Promise<VectorModel | null>;
  /** Switches the store to this model; vectors of another are dropped and become pending. */
  adopt(model: VectorModel): Promise<void>;
  pendingCount(): Promise<number>;
  /** Memories with passages that still lack a vector, without those that are damaged on disk. */
  pending(limit: number): Promise<Memory[]>;
  /** Replaces a memory's passages, provided that neither the memory nor the store's model has changed. */
  fill(row: number, revision: number, embedded: Embedded): Promise<void>;
}
