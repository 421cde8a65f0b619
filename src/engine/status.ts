// How the house is, as far as somebody may know.
import type { Job } from './job.ts';
import type { EmbedderStatus } from './memories/embedder.ts';
import type { Counts } from './memories/ports.ts';
import type { SummarizerStatus } from './notes/summarizer.ts';
import type { DiskState } from './ports.ts';

export interface Status {
  readonly version: string;
  readonly counts: Counts;
  readonly codeChunks: number;
  /** Of them, those that still wait for their vectors. */
  readonly codePending: number;
  readonly embedding: EmbedderStatus;
  readonly summaries: SummarizerStatus;
  readonly storedDimensions: number;
  /** Memories that still wait for their vectors, and the job that makes them. */
  readonly pending: number;
  readonly reembedding: Job | null;
  readonly disk: DiskState;
  readonly bytes: number;
  /** Where the data lies; empty for callers who may not see the whole store. */
  readonly location: string;
}

/**
 * The embedder, for callers who may not see the whole store. What is in its cache was asked or stored by others, and a text that
 * counts as a hit is one of theirs; what went wrong may name the machines behind it.
 */
export const outline = (status: EmbedderStatus): EmbedderStatus => ({
  ...status,
  error: status.error === null ? null : 'The embedding model failed.',
  cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
});

/** The disk, for callers who may not see the whole store: how much others fill of it is not their business. */
export const outlineDisk = ({ writes }: DiskState): DiskState => ({
  writes,
  problem: writes === 'failed' ? 'Nothing can be written at the moment.' : null,
  room: null,
  isShort: false,
});
