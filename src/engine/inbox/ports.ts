// What the inbox asks of a store.
import { z } from 'zod';
import type { ScopeFilter } from '../access/actor.ts';
import { type Memory, MemoryKind, MemoryType, Metadata, Scope } from '../model.ts';

/** A memory that somebody proposes; no search looks here. */
export const Proposal = z.object({
  id: z.string(),
  scope: Scope,
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  tags: z.array(z.string()),
  metadata: Metadata,
  /** Who proposed it, and what that came from: a hook, a transcript. */
  by: z.string(),
  source: z.string().nullable(),
  proposedAt: z.number(),
});
export type Proposal = z.infer<typeof Proposal>;

export type PairKind = 'duplicate' | 'contradiction';

/** Two memories that say the same, or contradict each other; the newer comes first. */
export interface Pair {
  readonly kind: PairKind;
  readonly memory: Memory;
  readonly other: Memory;
  readonly similarity: number;
  readonly foundAt: number;
}

/** The ids of both. */
export type PairKey = readonly [memory: string, other: string];

export interface PairPage {
  readonly within: ScopeFilter;
  /** Both are valid at this moment. */
  readonly at: number;
  readonly after: PairKey | null;
  readonly limit: number;
}

export interface InboxStore {
  /** A pair that is known is not noted twice, nor one that somebody has kept. */
  note(pairs: readonly Pair[]): Promise<void>;
  /** Newest first. */
  pairs(kind: PairKind, page: PairPage): Promise<Pair[]>;
  pair(key: PairKey, within: ScopeFilter): Promise<Pair | null>;
  countPairs(kind: PairKind, within: ScopeFilter, at: number): Promise<number>;
  /** Somebody has decided that both stay: they are not shown again. */
  settle(key: PairKey): Promise<void>;

  /** False when the same text waits in its scope already, or was rejected there. */
  propose(proposal: Proposal, digest: string): Promise<boolean>;
  /** Newest first. */
  proposals(within: ScopeFilter, after: string | null, limit: number): Promise<Proposal[]>;
  proposal(id: string, within: ScopeFilter): Promise<Proposal | null>;
  countProposals(within: ScopeFilter): Promise<number>;
  /** Deletes it; false when it is not there. What is rejected stays known by its digest, so that it is not proposed again. */
  withdraw(id: string, within: ScopeFilter, isRejected: boolean): Promise<boolean>;
}
