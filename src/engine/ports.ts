// What the engine asks of the world. Every method of the Store is one transaction: it happens whole or not at all.
import type { ScopeFilter } from './access/actor.ts';
import type { AccessStore } from './access/ports.ts';
import type { ChatStore } from './chat/ports.ts';
import type { CodeStore } from './code/ports.ts';
import type { Network } from './graph/network.ts';
import type { KnowledgeStore } from './graph/ports.ts';
import type { NormaliseStore, StatisticsStore, TransferStore } from './maintenance/ports.ts';
import type { Claim, Trace, TraceName } from './memories/trace.ts';
import type { Changeable, Direction, Entity, Memory, PastState, Relation, Scope } from './model.ts';

export interface Clock {
  now(): number;
}

/** A stretch of a memory that is indexed by itself: its words, and its vector once it is embedded. */
interface Passage {
  readonly terms: string;
  readonly vector: Float32Array | null;
}

export interface Mention {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** The memory is about this entity, and does not only name it. */
  readonly subject: boolean;
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

export interface MemoryStore {
  add(memories: readonly NewMemory[]): Promise<Memory[]>;
  /** Null when its scope holds the same text since that moment already. */
  addUnlessSaid(memory: NewMemory, since: number): Promise<Memory | null>;
  /** By its id, or by its row. */
  get(id: string | number, within: ScopeFilter): Promise<Memory | null>;
  byRows(rows: readonly number[]): Promise<Memory[]>;
  /** Newest ingestion first. */
  list(query: MemoryQuery): Promise<Memory[]>;
  /** How many memories are within the reach, valid or not. */
  count(within: ScopeFilter): Promise<number>;
  /** Null when the memory is gone or its revision has moved on: the caller reads it again. */
  change(id: string, revision: number, change: MemoryChange): Promise<Memory | null>;
  /** What it was before each change, the latest first. */
  history(id: string): Promise<PastState[]>;
  /** Counts that somebody looked at it; nothing else of it changes. */
  touch(id: string, at: number): Promise<void>;
  /** Takes it out of everything but the bin, and says how many edges went with it; null when it is not there. */
  discard(id: string, within: ScopeFilter, at: number): Promise<number | null>;
  discarded(within: ScopeFilter): Promise<number>;
  /** Empties the bin of what was put there before, and says how much that was. */
  purge(before: number): Promise<number>;
  /** Leaves nothing of what was learned before, in the bin neither, and says how many memories that were. */
  removeBefore(moment: number, within: ScopeFilter): Promise<number>;
  /** Leaves nothing of it, in the bin neither. */
  remove(id: string, within: ScopeFilter): Promise<boolean>;
  /** How many of each type there are; the kind stands for the type of a memory that has none. */
  types(within: ScopeFilter): Promise<Map<string, number>>;
  counts(within: ScopeFilter): Promise<Counts>;
  /** Removes everything within the reach and says how much that was. */
  reset(within: ScopeFilter): Promise<Counts>;
}

export interface Counts {
  readonly memories: number;
  readonly entities: number;
  readonly relations: number;
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
  counts(within: ScopeFilter): Promise<Map<string, number>>;
}

export interface SearchFilter {
  readonly within: ScopeFilter;
  readonly validAt: number;
  /** Only these types; the kind stands for the type of a memory that has none. */
  readonly types?: readonly string[] | undefined;
  /** Only what was learned in this time: from one moment on, and before another. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** One passage that was found; `passages` is how many its memory has. */
export interface Hit {
  readonly row: number;
  readonly score: number;
  readonly position: number;
  readonly passages: number;
}

/** A word as it is written, and as the text index knows it. */
export interface Token {
  readonly text: string;
  readonly terms: readonly string[];
}

export interface Holder {
  readonly row: number;
  readonly held: number;
  readonly importance: number;
  readonly ingestionTime: number;
}

export interface TermStatistics {
  readonly passages: number;
  readonly averageLength: number;
  readonly frequency: ReadonlyMap<string, number>;
}

export interface SearchStore {
  /** Best passages by cosine, filtered while searching. */
  nearest(vector: Float32Array, filter: SearchFilter, limit: number): Promise<Hit[]>;
  /** The cosine of every passage of these memories. */
  similarities(vector: Float32Array, rows: readonly number[]): Promise<Hit[]>;
  /** Best passages by BM25 over any of the terms, filtered while searching. */
  matching(terms: readonly string[], filter: SearchFilter, limit: number): Promise<Hit[]>;
  /**
   * Every memory that holds any of these, and how many of them at most: a long one may be counted once for each passage.
   * What has no words is looked for as it is written.
   */
  holding(tokens: readonly Token[], filter: SearchFilter): Promise<Holder[]>;
  /** The words of every passage of these memories. */
  passageTerms(rows: readonly number[]): Promise<{ row: number; terms: string }[]>;
  statistics(terms: readonly string[]): Promise<TermStatistics>;
  /** Of these memories, those that the filter lets through. */
  permitted(rows: readonly number[], filter: SearchFilter): Promise<Set<number>>;
}

export interface NewEntity {
  readonly id: string;
  readonly scope: Scope;
  readonly key: string;
  readonly name: string;
  /** Null leaves the type of an entity that is there already. */
  readonly type: string | null;
  /** The type of one that nobody has made before, in the place of what a mention took it for. */
  readonly typeIfNew?: string;
  readonly description: string | null;
  readonly createdAt: number;
}

/** An edge of the walk between a memory and an entity. */
export interface MentionEdge {
  readonly memory: number;
  readonly entity: number;
  readonly subject: boolean;
  /** How many memories mention the entity. */
  readonly mentions: number;
  /** How many memories are about it. */
  readonly subjects: number;
}

export interface KnownEntity {
  readonly row: number;
  readonly key: string;
  readonly mentions: number;
  readonly subjects: number;
}

/** Who stands beside a memory in its conversation, and how many passages that one has. */
export interface Neighbour {
  readonly memory: number;
  readonly neighbour: number;
  readonly passages: number;
}

export interface GraphStore {
  /** The entity of that name in that space, made when it is not there; a given type or description is filled in. */
  declareEntity(entity: NewEntity): Promise<Entity>;
  entity(id: string, within: ScopeFilter): Promise<Entity | null>;
  entitiesByRow(rows: readonly number[]): Promise<Entity[]>;
  /** Known entities with any of these keys. */
  entitiesByKey(keys: readonly string[], within: ScopeFilter): Promise<KnownEntity[]>;
  relate(relation: Relation): Promise<Relation>;
  /** The relations that touch these entities, valid at that moment, strongest first. */
  relations(
    entities: readonly number[],
    direction: Direction,
    validAt: number,
  ): Promise<(Relation & { fromRow: number; toRow: number })[]>;
  /**
   * The links of these memories to entities that lead on: others mention them, too, or somebody made them by hand, and
   * one with more than `hub` mentions is what some memory is about.
   */
  mentionsOf(memories: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** The memories that mention these entities; of one with more than `hub` mentions only those that are about it. */
  mentionedBy(entities: readonly number[], hub: number): Promise<MentionEdge[]>;
  /** Which of these memories mention which of these entities. */
  mentioning(memories: readonly number[], entities: readonly number[]): Promise<{ memory: number; entity: number }[]>;
  neighbours(memories: readonly number[]): Promise<Neighbour[]>;
}

/** A part of a job that is counted by itself. */
export interface Stage {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly ms: number;
}

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly stages: readonly Stage[];
  readonly startedAt: number;
  readonly heartbeat: number;
  readonly finishedAt: number | null;
  readonly error: string | null;
  /** What came of it, where there is something to count. */
  readonly result: Readonly<Record<string, number>> | null;
}

export interface JobStore {
  /** Null when a job of this kind is alive already, here or in another process. */
  start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt'>, deadBefore: number): Promise<Job | null>;
  /** False when the job is not to go on: somebody cancelled it, or took it for dead and let another begin. */
  update(
    id: string,
    change: Partial<Pick<Job, 'state' | 'done' | 'total' | 'stages' | 'heartbeat' | 'finishedAt' | 'error' | 'result'>>,
  ): Promise<boolean>;
  /** Asks the job of this kind to stop, in whichever process it runs. */
  cancel(kind: string): Promise<void>;
  /** One whose process is known to be gone has no heartbeat. */
  latest(kind: string): Promise<Job | null>;
  byId(id: string): Promise<Job | null>;
  /** Leaves no trace of jobs of this kind. */
  forget(kind: string): Promise<void>;
}

/** The model whose vectors the store holds. */
export interface VectorModel {
  readonly name: string;
  readonly dimensions: number;
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

export interface Store {
  readonly memories: MemoryStore;
  readonly search: SearchStore;
  readonly graph: GraphStore;
  readonly knowledge: KnowledgeStore;
  readonly trace: TraceStore;
  /** Everything that passes the filter, as one graph. */
  network(filter: SearchFilter): Network;
  readonly jobs: JobStore;
  readonly embeddings: EmbeddingStore;
  readonly code: CodeStore;
  readonly normalising: NormaliseStore;
  readonly transfer: TransferStore;
  readonly statistics: StatisticsStore;
  readonly access: AccessStore;
  readonly chat: ChatStore;
  /** What is wrong with the data, in words; empty when all is well. */
  check(): Promise<string[]>;
  /** Where the data lies. */
  readonly location: string;
  /** Its tables, and how many rows each has. */
  tables(): Promise<{ readonly name: string; readonly rows: number }[]>;
  /** Gives what was deleted back to the disk. */
  compact(): Promise<void>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface EmbedderStatus {
  readonly state: 'idle' | 'loading' | 'ready' | 'error';
  readonly model: string;
  readonly dimensions: number;
  /** What runs the model: native, wasm or a remote endpoint. */
  readonly backend: string;
  readonly error: string | null;
  /** What was embedded lately: how often it was asked for, and how much memory it takes. */
  readonly cache: { readonly hits: number; readonly misses: number; readonly size: number; readonly bytes: number };
}

export interface EmbeddedPassage {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface Embedder {
  status(): EmbedderStatus;
  /** The text in stretches that the model can take in whole, each with its unit vector. */
  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]>;
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** One unit vector for the beginning of each text, as much as the model takes in; many at once, on all cores. */
  bulk(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
