// What the inbox requires from a store.
import * as z from 'zod';
import type { ScopeFilter } from '../access/actor.ts';
import { type Memory, MemoryKind, MemoryType, Metadata, Scope } from '../model.ts';

/** A proposed memory, which no search finds. */
export const Proposal = z.object({
  id: z.string(),
  scope: Scope,
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  tags: z.array(z.string()),
  metadata: Metadata,
  /** Who proposed it. */
  by: z.string(),
  /** Where it comes from: a hook, a transcript. */
  source: z.string().nullable(),
  proposedAt: z.number(),
});
export type Proposal = z.infer<typeof Proposal>;

export type PairKind = 'duplicate' | 'contradiction';

/** Two memories that duplicate or contradict each other; the newer comes first. */
export interface Pair {
  readonly kind: PairKind;
  readonly memory: Memory;
  readonly other: Memory;
  readonly similarity: number;
  readonly foundAt: number;
}

/** A pair as it was noted. */
export interface NotedPair extends Pair {
  /** Increases with each; its place among them. */
  readonly seq: number;
}

/** The ids of both memories. */
export type PairKey = readonly [memory: string, other: string];

export interface PairPage {
  readonly within: ScopeFilter;
  /** Both memories must be valid at this time. */
  readonly at: number;
  /** The place of the last pair of the page before. */
  readonly after: number | null;
  readonly limit: number;
}

/** A memory that may have changed what an earlier one says. */
export interface Successor {
  readonly row: number;
  readonly id: string;
  /** The beginning of its text at least. */
  readonly content: string;
}

/** A memory that gets another text loses its pairs and what was decided about them: both were about the former. */
export interface InboxStore {
  /** Ignores pairs that are already noted, or that someone decided to keep. */
  note(pairs: readonly Pair[]): Promise<void>;
  /** Newest first. */
  pairs(kind: PairKind, page: PairPage): Promise<NotedPair[]>;
  pair(key: PairKey, within: ScopeFilter): Promise<Pair | null>;
  countPairs(kind: PairKind, within: ScopeFilter, at: number): Promise<number>;
  /** By row, the newest memory that contradicts each of these and is about no earlier time. */
  successors(rows: readonly number[], within: ScopeFilter, at: number): Promise<Map<number, Successor>>;
  /** Records the decision to keep both, so that the pair is not shown again. */
  settle(key: PairKey): Promise<void>;
  /** Those of these pairs, whichever of both comes first, that someone decided to keep. */
  settled(keys: readonly PairKey[]): Promise<PairKey[]>;

  /** False if the same text already waits in its scope, or was rejected there. */
  propose(proposal: Proposal, digest: string): Promise<boolean>;
  /** Newest first. */
  proposals(within: ScopeFilter, after: string | null, limit: number): Promise<Proposal[]>;
  proposal(id: string, within: ScopeFilter): Promise<Proposal | null>;
  countProposals(within: ScopeFilter): Promise<number>;
  /** Deletes it; false if it does not exist. Keeps the digest of a rejected one, so that it is not proposed again. */
  withdraw(id: string, within: ScopeFilter, isRejected: boolean): Promise<boolean>;
}
