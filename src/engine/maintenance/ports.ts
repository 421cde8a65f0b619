// What maintenance asks of the store.
import type { ScopeFilter } from '../access/actor.ts';
import type { Derived, Embedded, NewMemory } from '../memories/ports.ts';
import type { Trace } from '../memories/trace.ts';
import type { Entity, Memory, Relation } from '../model.ts';

/** Two memories of one scope and type, and how alike their least alike passages are. */
export interface Twins {
  readonly row: number;
  readonly other: number;
  readonly similarity: number;
}

/**
 * Several memories that become one. What led to those that go leads to the one that stays: their ids, edges by hand, code that
 * they name, what they told of entities, and what they took the place of. What was looked at meanwhile is counted (`looksAt`).
 */
export interface Merge {
  /** As it was read; whoever has changed it since has the last word. */
  readonly before: Memory;
  readonly after: Memory;
  readonly conversation: string | null;
  readonly trace: Trace;
  readonly names: Pick<Derived, 'mentions' | 'phrases'>;
  readonly gone: readonly Memory[];
}

/** A memory's passages, made anew from the text it had. */
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
  /** What was put into the bin before is deleted. */
  readonly expiry: number;
}

/** Which memories have become which. */
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
  /** Memories that are valid at that moment, by row, behind the one named. */
  valid(within: ScopeFilter, at: number, after: number, limit: number): Promise<Memory[]>;
  /** Pairs of these with newer ones among the others that are at least that similar in every passage. */
  twins(rows: readonly number[], among: ReadonlySet<number>, similarity: number): Promise<Twins[]>;
  /** What is left of memories that are gone, and what leads to them. */
  orphans(within: ScopeFilter): Promise<number>;
  /** Memories without vectors of the store's model, as many as are wanted. */
  unembedded(within: ScopeFilter, limit: number): Promise<Memory[]>;
  /** How many in the bin were put there before that moment. */
  expired(within: ScopeFilter, before: number): Promise<number>;
  /**
   * Does all of it or nothing, and checks the outcome before anybody sees it. Memories that somebody has changed since
   * they were read are left as they are. Others are answered meanwhile.
   */
  apply(plan: NormalisePlan, reached: (phase: 'check' | 'swap') => void): Promise<Normalised>;
}

export interface StoredPassage {
  readonly terms: string;
  readonly vector: Float32Array | null;
}

/** A memory with what only its store knows of it. */
export interface StoredMemory {
  readonly memory: Memory;
  readonly conversation: string | null;
  /** Only where they were asked for. */
  readonly passages: readonly StoredPassage[] | null;
}

/** An edge between two memories that somebody made by hand, from one id to another. */
export interface Relationship {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: number;
}

/** With the id of the memory that told it, and with which it goes. */
export type Told<T> = T & { readonly memory: string | null };

/** A sentence about an entity, which it names by id. */
export type ToldObservation = Told<{ readonly entity: string; readonly text: string; readonly createdAt: number }>;

interface TransferQuery {
  readonly within: ScopeFilter;
  /** Only these types; the kind stands for the type of a memory that has none. */
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
}

/** One that takes the place of what it was, unless that has changed meanwhile. */
export interface Replacement {
  readonly before: Memory;
  readonly after: NewMemory;
}

export interface TransferStore {
  /** By id, behind the one named. */
  memories(
    query: TransferQuery & {
      readonly after: string;
      readonly passages: boolean;
      readonly learnedBefore?: number | undefined;
    },
  ): Promise<StoredMemory[]>;
  /** By their ends and type, behind the one named; both ends are within the query. */
  relationships(query: TransferQuery & { readonly after: Relationship | null }): Promise<Relationship[]>;
  /** What somebody made by hand or related, by id. */
  entities(query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: string }): Promise<Entity[]>;
  relations(query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: string }): Promise<Told<Relation>[]>;
  /** In the order in which the store learned them, behind the number named. */
  observations(
    query: Pick<TransferQuery, 'within' | 'limit'> & { readonly after: number },
  ): Promise<{ readonly id: number; readonly observation: ToldObservation }[]>;
  /** Those of these ids that are there, in whichever scope. */
  known(ids: readonly string[]): Promise<StoredMemory[]>;
  /** In one transaction; what lies in the bin under the same id is forgotten. Gives what was written. */
  put(fresh: readonly NewMemory[], replaced: readonly Replacement[]): Promise<Memory[]>;
  /** False when it is there already; null when one of its ends is not. */
  relate(relationship: Relationship, within: ScopeFilter): Promise<boolean | null>;
  relateEntities(relation: Told<Relation>, within: ScopeFilter): Promise<boolean | null>;
  observe(observation: ToldObservation, within: ScopeFilter): Promise<boolean | null>;
}

/** One string as it is stored, and where. */
export interface StoredString {
  /** What holds it, in a word. */
  readonly place: string;
  readonly field: string;
  /** What somebody knows the row by. */
  readonly id: string;
  /** The memory that is written again as a whole when this changes: its words are indexed. */
  readonly memory: number | null;
  /** Of its row, for the store to find it again. */
  readonly key: string;
  readonly text: string;
  /** How to read it; a `name` is what other rows refer to. */
  readonly form: 'text' | 'code' | 'json' | 'name';
}

/** All that is stored, string by string, whatever it is for: what a newer version takes for a secret is found and cut. */
export interface ScanStore {
  /** How many rows there are. */
  rows(): Promise<number>;
  /** Every string, with the number of rows that it took to read them. */
  pages(): AsyncIterable<{ readonly rows: number; readonly strings: readonly StoredString[] }>;
  /** Puts other texts in their place; what is derived from them is made again, now or in the background. */
  replace(strings: readonly (StoredString & { readonly clean: string })[]): Promise<void>;
  /** Puts a memory in the place of what it was, unless that has changed meanwhile; its history does not tell. */
  rewrite(before: Memory, after: Memory, made: Derived & { readonly trace: Trace }): Promise<Memory | null>;
  /** Leaves nothing of what was replaced in the log. */
  settle(): Promise<void>;
}

/** Bytes on disk, by what they are there for. */
export interface Sizes {
  readonly vectors: number;
  readonly text: number;
  readonly graph: number;
  readonly memories: number;
  readonly code: number;
}

/** How often something was done, and how long that took in all. */
export interface Timing {
  readonly count: number;
  readonly ms: number;
}

/** What was measured in one hour, by operation; `slowest` is of one of them. */
export interface Measured extends Timing {
  readonly slowest: number;
}

export interface MeasuredHour {
  /** Its beginning. */
  readonly hour: number;
  readonly operations: ReadonlyMap<string, Measured>;
  /** How large the store was; null when nobody looked. */
  readonly size: { readonly memories: number; readonly bytes: number } | null;
}

export interface StatisticsStore {
  sizes(): Promise<Sizes>;
  /** Symbols of these projects, by kind. */
  symbols(projects: readonly number[]): Promise<Map<string, number>>;
  /** Kinds of job whose last run failed. */
  failedJobs(): Promise<number>;
  /** Over all processes, by operation. */
  timings(): Promise<Map<string, Timing>>;
  /** Adds to the sums, and to those of the hour. */
  addTimings(timings: ReadonlyMap<string, Measured>, hour: number): Promise<void>;
  /** Notes how large the store is in an hour, once; figures of hours before `expiry` go. */
  noteSize(hour: number, size: { readonly memories: number; readonly bytes: number }, expiry: number): Promise<void>;
  /** Oldest first. */
  hours(since: number): Promise<MeasuredHour[]>;
}

export interface StoredBackup {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
}

/** What was written since some moment. */
export interface ActivityStore {
  /** Grows with every change. */
  mark(): Promise<number>;
  /** Memories that are new or were changed behind a mark, and how many went into the bin since a moment or were removed. */
  since(mark: number, at: number, within: ScopeFilter): Promise<Written>;
}

export interface Written {
  /** The latest first. */
  readonly memories: readonly { readonly id: string; readonly text: string; readonly isNew: boolean }[];
  readonly removed: number;
}

/** Looks after the files of the store. */
export interface Keeper {
  /** Something has changed since the last daily backup, which is not of today. */
  isBackupDue(now: number): Promise<boolean>;
  /** Makes today's backup unless it exists, and removes the oldest. */
  backUp(now: number, signal: AbortSignal): Promise<void>;
  /** The backups that are there, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Makes one now, beside the daily ones, which the rotation leaves alone. */
  make(now: number, signal: AbortSignal): Promise<StoredBackup>;
  /** Carries out what a restore that was killed had begun. */
  finishRestore(now: number): Promise<void>;
}
