// The state of the engine, reduced to what the caller may know.
import type { Job } from './job.ts';
import type { EmbedderStatus } from './memories/embedder.ts';
import type { Counts } from './memories/ports.ts';
import type { SummarizerStatus } from './notes/summarizer.ts';
import type { DiskState } from './ports.ts';

export interface Status {
  readonly version: string;
  readonly counts: Counts;
  readonly codeChunks: number;
  /** Code chunks that still wait for their vectors. */
  readonly codePending: number;
  readonly embedding: EmbedderStatus;
  readonly summaries: SummarizerStatus;
  readonly storedDimensions: number;
  /** Memories that still wait for their vectors. */
  readonly pending: number;
  readonly reembedding: Job | null;
  readonly disk: DiskState;
  readonly bytes: number;
  /** Where the data is stored; empty for callers who may not see the whole store. */
  readonly location: string;
}

/**
 * The embedder's status for callers who may not see the whole store. Cache figures would reveal whether others have
 * stored or searched a text, and an error message may name the machines behind the model.
 */
export const publicEmbedderStatus = (status: EmbedderStatus): EmbedderStatus => ({
  ...status,
  error: status.error === null ? null : 'The embedding model failed.',
  cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
});

/** The disk's state for callers who may not see the whole store: hides how much space others use. */
export const publicDiskState = ({ writes }: DiskState): DiskState => ({
  writes,
  problem: writes === 'failed' ? 'Nothing can be written at the moment.' : null,
  room: null,
  isShort: false,
});
