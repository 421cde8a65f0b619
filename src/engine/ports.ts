// What the engine asks of the world.
//
// Every method of the Store is one transaction: it happens whole or not at all, and is on the disk when it resolves. Writes
// that come at the same time, from whichever process, end as if one had followed the other: what a method reads to decide what
// it writes cannot change before it has written. So the same entity, relation, observation, project, scope or job is made once,
// one of two changes from the same revision succeeds, and a name and a claim that are written together find each other.
// Several calls are several moments: whoever needs more than one asks for the revision that it has read.
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
  /** Busy: another process holds the lock at the moment, so writes wait. */
  readonly writes: 'ok' | 'busy' | 'failed';
  /** What is wrong, or soon will be; null when all is well. */
  readonly problem: string | null;
  /** Null when it is not known, or hidden from whoever asks. */
  readonly room: Room | null;
  readonly isShort: boolean;
}

export interface Store {
  readonly memories: MemoryStore;
  readonly forgetting: ForgettingStore;
  readonly search: SearchStore;
  /** The graph as the walk of a search goes over it. */
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
  /** What is wrong with the data, in words; empty when all is well. */
  check(): Promise<string[]>;
  /** Whether writes go through, and how much room there is for them; an answer may be some seconds old. */
  disk(): Promise<DiskState>;
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
