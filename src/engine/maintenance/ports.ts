// What maintenance needs from the store.

import type { ScopeFilter } from '../access/actor.ts';
import type { NewEntity } from '../graph/ports.ts';
import type { Derived, Embedded, NewMemory } from '../memories/ports.ts';
import type { Trace } from '../memories/trace.ts';
import type { Entity, Memory, Relation } from '../model.ts';
import type { Between } from '../recalls/ports.ts';

/** Two memories of the same scope and type, with the similarity of their least similar passages. */
export interface Twins {
  readonly row: number;
  readonly other: number;
  readonly similarity: number;
}

/**
 * Several memories that become one. Everything that pointed to those that go points to the one that stays: ids, manual
 * edges, code links, observations about entities, superseded memories. Accesses meanwhile are counted (`looksAt`).
 */
export interface Merge {
  /** As it was read; if it has changed since, the change wins. */
  readonly before: Memory;
  readonly after: Memory;
  readonly conversation: string | null;
  readonly trace: Trace;
  readonly names: Pick<Derived, 'mentions' | 'phrases'>;
  /** Only where the one that stays gains words by which it is found. */
  readonly embedded?: Embedded | undefined;
  readonly gone: readonly Memory[];
}

/** A memory's passages, embedded again from the text of that revision. */
export interface Refreshed {
  readonly row: number;
  readonly revision: number;
  readonly embedded: Embedded;
}

export interface NormalisePlan {
  readonly within: ScopeFilter;
  readonly at: number;
  readonly merges: readonly Merge[];
  readonly orphans: boolean;
  readonly refreshed: readonly Refreshed[];
  /** Memories binned before this moment are deleted permanently. */
  readonly expiry: number;
}

/** Which memories were merged into which. */
export interface Merged {
  readonly into: string;
  readonly from: readonly string[];
}

export interface Normalised {
  readonly merged: readonly Merged[];
  readonly orphans: number;
  readonly refreshed: number;
  readonly purged: number;
}

export interface NormaliseStore {
  /** Memories valid at `at`, in row order, after row `after`. */
  valid(within: ScopeFilter, at: number, after: number, limit: number): Promise<Memory[]>;
  /** Pairs of one of these rows with a newer row in `among`, at least this similar in every passage. */
  twins(rows: readonly number[], among: ReadonlySet<number>, similarity: number): Promise<Twins[]>;
  /** Counts leftovers of deleted memories, and edges to them. */
  orphans(within: ScopeFilter): Promise<number>;
  /** Up to `limit` memories without vectors of the store's model. */
  unembedded(within: ScopeFilter, limit: number): Promise<Memory[]>;
  /** The ids of memories binned before that moment. */
  expired(within: ScopeFilter, before: number): Promise<string[]>;
  /**
   * Applies the whole plan or nothing, and checks the result before anyone sees it. Leaves alone memories that have
   * changed since they were read. Other calls are answered meanwhile.
   */
  apply(plan: NormalisePlan, reached: (phase: 'check' | 'swap') => void): Promise<Normalised>;
}

export interface StoredPassage {
  readonly terms: string;
  readonly vector: Float32Array | null;
}

/** A memory with the data that only its store has. */
export interface StoredMemory {
  readonly memory: Memory;
  readonly conversation: string | null;
  /** Null unless requested. */
  readonly passages: readonly StoredPassage[] | null;
}

/** A manual edge between two memories, from one id to another. */
export interface Relationship {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: number;
}

/** With the id of the memory it comes from, and with which it is deleted. */
export type Sourced<T> = T & { readonly memory: string | null };

/** A sentence about an entity, given by id. */
export type SourcedObservation = Sourced<{
  readonly entity: string;
  readonly text: string;
  readonly createdAt: number;
}>;

/** Two memories of which the newer repeats or contradicts the other, by their ids. */
export interface TransferredPair {
  readonly kind: 'duplicate' | 'contradiction';
  readonly memory: string;
  readonly other: string;
  readonly similarity: number;
  readonly foundAt: number;
  /** Whether somebody has decided that both stay. */
  readonly kept: boolean;
}

interface TransferQuery {
  readonly within: ScopeFilter;
  /** Only these types; a memory without a type goes by its kind. */
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
}

/** Replaces `before` with `after`, unless the memory has changed meanwhile. */
export interface Replacement {
  readonly before: Memory;
  readonly after: NewMemory;
}

export interface TransferStore {
  /** In id order, after the given one. */
  memories(
    query: TransferQuery & {
      readonly after: string;
      readonly passages: boolean;
      readonly learnedBefore?: number | undefined;
    },
  ): Promise<StoredMemory[]>;
  /** Ordered by ends and type, after the given one; both ends are within the query, except that one may be in another session. */
  relationships(query: TransferQuery & { readonly after: Relationship | null }): Promise<Relationship[]>;
  /** Entities made by hand or related to others, in id order. */
  entities(query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: string }): Promise<Entity[]>;
  relations(query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: string }): Promise<Sourced<Relation>[]>;
  /** In the order the store received them, after the given number. */
  observations(
    query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: number },
  ): Promise<{ readonly id: number; readonly observation: SourcedObservation }[]>;
  /** In the order they were noted, after the given number; both memories are within the query. */
  pairs(
    query: TransferQuery & { readonly after: number; readonly learnedBefore?: number | undefined },
  ): Promise<{ readonly id: number; readonly pair: TransferredPair }[]>;
  /** The memories with these ids, in any scope. */
  known(ids: readonly string[]): Promise<StoredMemory[]>;
  /** Writes in one transaction and returns what was written; entries in the bin with the same id are deleted. */
  put(fresh: readonly NewMemory[], replaced: readonly Replacement[]): Promise<Memory[]>;
  /** Declares the entity of that name in that space; one that was declared before gets only a missing description. */
  addEntity(entity: NewEntity): Promise<Entity>;
  /** False when the edge exists already; null when one of its ends does not exist. */
  relate(relationship: Relationship, within: ScopeFilter): Promise<boolean | null>;
  relateEntities(relation: Sourced<Relation>, within: ScopeFilter): Promise<boolean | null>;
  observe(observation: SourcedObservation, within: ScopeFilter): Promise<boolean | null>;
}

/** One string as it is stored, and where. */
export interface StoredString {
  /** What kind of row holds it, in one word. */
  readonly place: string;
  readonly field: string;
  /** The id by which a person knows the row. */
  readonly id: string;
  /** The memory to rewrite as a whole when this string changes, because its words are indexed. */
  readonly memory: number | null;
  /** The row's key, by which the store finds it again. */
  readonly key: string;
  readonly text: string;
  /** How to read the text; other rows refer to a `name`. */
  readonly form: 'text' | 'code' | 'json' | 'name';
}

/** Everything stored, string by string, so that secrets which a newer version recognises are found and removed. */
export interface ScanStore {
  /** The total number of rows. */
  rows(): Promise<number>;
  /** Every string, with the number of rows read for them. */
  pages(): AsyncIterable<{ readonly rows: number; readonly strings: readonly StoredString[] }>;
  /** Replaces the texts; what is derived from them is rebuilt, now or in the background. */
  replace(strings: readonly (StoredString & { readonly clean: string })[]): Promise<void>;
  /** Replaces a memory unless it has changed meanwhile, without an entry in its history. */
  rewrite(before: Memory, after: Memory, made: Derived & { readonly trace: Trace }): Promise<Memory | null>;
  /** Clears replaced texts from the store's log. */
  settle(): Promise<void>;
}

/** Bytes on disk, by purpose. */
export interface Sizes {
  readonly vectors: number;
  readonly text: number;
  readonly graph: number;
  readonly memories: number;
  readonly code: number;
}

/** How often something was done, and the total time it took. */
export interface Timing {
  readonly count: number;
  readonly ms: number;
}

/** Measurements of one operation in one hour; `slowest` is the longest single one. */
export interface Measured extends Timing {
  readonly slowest: number;
}

export interface StoreSize {
  readonly memories: number;
  readonly bytes: number;
}

export interface MeasuredHour {
  /** Start of the hour. */
  readonly hour: number;
  readonly operations: ReadonlyMap<string, Measured>;
  /** The store's size; null when it was not recorded. */
  readonly size: StoreSize | null;
}

export interface StatisticsStore {
  sizes(): Promise<Sizes>;
  /** Symbols of these projects, by kind. */
  symbols(projects: readonly number[]): Promise<Map<string, number>>;
  /** Kinds of job whose last run failed. */
  failedJobs(): Promise<number>;
  /** By operation, over all processes. */
  timings(): Promise<Map<string, Timing>>;
  /** Adds to the totals and to the hour's sums. */
  addTimings(timings: ReadonlyMap<string, Measured>, hour: number): Promise<void>;
  /** Records the store's size once per hour, and deletes figures from before `expiry`. */
  noteSize(hour: number, size: StoreSize, expiry: number): Promise<void>;
  /** Oldest first. */
  hours(since: number): Promise<MeasuredHour[]>;
}

export interface StoredBackup {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
}

/** `at` is the moment of the first mark. */
export interface Since extends Between {
  readonly at: number;
}

/** Tells what was written between two marks. */
export interface ActivityStore {
  /** Grows with every change. */
  mark(): Promise<number>;
  /** Memories added or changed between two marks, and how many were binned or removed since then. */
  since(since: Since, within: ScopeFilter): Promise<Written>;
}

export interface Written {
  /** The latest first. */
  readonly memories: readonly { readonly id: string; readonly text: string; readonly isNew: boolean }[];
  readonly removed: number;
}

/** Looks after the files of the store. */
export interface Keeper {
  /** True when there is no daily backup of today and something has changed since the last one. */
  isBackupDue(now: number): Promise<boolean>;
  /** Makes today's backup unless it exists, and removes the oldest. */
  backUp(now: number, signal: AbortSignal): Promise<void>;
  /** Existing backups, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Makes a backup now, besides the daily ones; rotation does not remove it. */
  make(now: number, signal: AbortSignal): Promise<StoredBackup>;
  /** Completes a restore that was killed halfway. */
  finishRestore(now: number): Promise<void>;
}
