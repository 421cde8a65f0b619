// Items that wait for a decision, and their ids.
import * as z from 'zod';
import { notFound } from '../../errors.ts';
import { cubeOf } from '../access/actor.ts';
import { noKey } from '../memories/browsing.ts';
import type { Memory } from '../model.ts';
import type { Pair, PairKey, Proposal } from './ports.ts';

export const WaitingKind = z.enum(['duplicate', 'contradiction', 'stale', 'proposal']);
export type WaitingKind = z.infer<typeof WaitingKind>;

export interface Waiting {
  readonly id: string;
  readonly kind: WaitingKind;
  readonly at: number;
  /** Why it waits, as a sentence. */
  readonly reason: string | null;
  readonly similarity: number | null;
  /** The memory it is about, or the newer of a pair; null for a proposal. */
  readonly memory: Memory | null;
  readonly other: Memory | null;
  readonly proposal:
    | (Pick<Proposal, 'content' | 'kind' | 'type' | 'tags' | 'by' | 'source'> & {
        readonly cube: string;
        readonly user: string | null;
        readonly project: string | null;
      })
    | null;
}

/** A pair of memories, one memory or a proposal, by id. */
type Item =
  | { readonly kind: 'pair'; readonly ids: PairKey }
  | { readonly kind: 'stale' | 'proposal'; readonly id: string };

export const itemId = (item: Item): string =>
  item.kind === 'pair' ? `pair-${item.ids.join('-')}` : `${item.kind}-${item.id}`;

export const notWaiting = () =>
  notFound(
    'This item is not waiting: it was decided, never existed, or one of its memories was rewritten or removed.',
    'item',
  );

export function readItem(text: string): Item {
  const [, memory, other] = /^pair-([0-9a-z]{20})-([0-9a-z]{20})$/.exec(text) ?? [];
  if (memory !== undefined && other !== undefined) return { kind: 'pair', ids: [memory, other] };
  const [, kind, id] = /^(stale|proposal)-([0-9a-z]{20})$/.exec(text) ?? [];
  if (id === undefined) throw notWaiting();
  return { kind: kind === 'stale' ? 'stale' : 'proposal', id };
}

/** Where a page of pairs ended: the pair itself may be decided before the next is read. */
export function readPairKey(key: string | undefined): number | null {
  if (key === undefined) return null;
  if (!/^\d{1,15}$/.test(key)) throw noKey();
  return Number(key);
}

/** The id of the proposal with which a page ended. */
export function readProposalKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  const [, id] = /^proposal-([0-9a-z]{20})$/.exec(key) ?? [];
  if (id === undefined) throw noKey();
  return id;
}

const REASONS = {
  duplicate: 'Both say nearly the same.',
  contradiction: 'Both are about the same, and say different things.',
};

export const waitingPair = ({ kind, memory, other, similarity, foundAt }: Pair): Waiting => ({
  id: itemId({ kind: 'pair', ids: [memory.id, other.id] }),
  kind,
  at: foundAt,
  reason: REASONS[kind],
  similarity,
  memory,
  other,
  proposal: null,
});

export const waitingStale = (memory: Memory, reason: string): Waiting => ({
  id: itemId({ kind: 'stale', id: memory.id }),
  kind: 'stale',
  at: memory.updatedAt,
  reason,
  similarity: null,
  memory,
  other: null,
  proposal: null,
});

export const waitingProposal = ({
  id,
  scope,
  proposedAt,
  content,
  kind,
  type,
  tags,
  by,
  source,
}: Proposal): Waiting => ({
  id: itemId({ kind: 'proposal', id }),
  kind: 'proposal',
  at: proposedAt,
  reason: null,
  similarity: null,
  memory: null,
  other: null,
  proposal: { content, kind, type, tags, by, source, cube: cubeOf(scope), user: scope.user, project: scope.project },
});
