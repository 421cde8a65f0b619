// What the engine requires from its surroundings.
//
// Every method of the Store is one transaction: it takes effect completely or not at all, and is on disk when it
// resolves. Concurrent writes, from any process, are serialised: what a method reads to decide what to write cannot
// change before it has written. So an entity, relation, observation, project, scope or job is created only once, only
// one of two changes to the same revision succeeds, and a name and a claim written at the same time find each other.
// Several calls are not one transaction: a caller that needs several must name the revision that it has read.
import type { AccessStore } from './access/ports.ts';
import type { ChatStore } from './chat/ports.ts';
import type { CodeStore } from './code/ports.ts';
import type { StoredNetwork } from './graph/network.ts';
import type { GraphStore, KnowledgeStore } from './graph/ports.ts';
import type { InboxStore } from './inbox/ports.ts';
import type { JobStore } from './job.ts';
import type { ActivityStore, NormaliseStore, ScanStore, StatisticsStore, TransferStore } from './maintenance/ports.ts';
import type { EmbeddingStore, ForgettingStore, MemoryStore, SearchFilter, TraceStore } from './memories/ports.ts';
import type { RecallStore } from './recalls/ports.ts';
import type { FrontierStore, SearchStore } from './retrieval/ports.ts';

export type { Clock } from './clock.ts';

export interface Room {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface DiskState {
  /** Busy: another process holds the lock, so writes wait. */
  readonly writes: 'ok' | 'busy' | 'failed';
  /** What is wrong or soon will be; null if all is well. */
  readonly problem: string | null;
  /** Null if unknown or hidden from the caller. */
  readonly room: Room | null;
  readonly isShort: boolean;
}

export interface Store {
  readonly memories: MemoryStore;
  readonly forgetting: ForgettingStore;
  readonly search: SearchStore;
  /** The graph as a search walks it. */
  readonly frontier: FrontierStore;
  readonly graph: GraphStore;
  readonly knowledge: KnowledgeStore;
  readonly trace: TraceStore;
  /** Everything that passes the filter, as one graph. */
  network(filter: SearchFilter): StoredNetwork;
  readonly jobs: JobStore;
  readonly embeddings: EmbeddingStore;
  readonly code: CodeStore;
  readonly normalising: NormaliseStore;
  readonly transfer: TransferStore;
  readonly scan: ScanStore;
  readonly statistics: StatisticsStore;
  readonly access: AccessStore;
  readonly chat: ChatStore;
  readonly inbox: InboxStore;
  readonly recalls: RecallStore;
  readonly activity: ActivityStore;
  /** Describes each fault in the data; empty if all is well. */
  check(): Promise<string[]>;
  /** Whether writes succeed, and how much space is left; the answer may be a few seconds old. */
  disk(): Promise<DiskState>;
  /** Where the data is stored. */
  readonly location: string;
  /** The store's tables and their row counts. */
  tables(): Promise<{ readonly name: string; readonly rows: number }[]>;
  /** Returns the space of deleted data to the disk. */
  compact(): Promise<void>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}
