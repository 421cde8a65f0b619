// Inbox items as rows.
import * as z from 'zod';
import { type NotedPair, Proposal } from '../../engine/inbox/ports.ts';
import type { Memory } from '../../engine/model.ts';
import type { Row, ScopeOf } from './row.ts';

const PairRow = z.object({
  seq: z.number(),
  kind: z.enum(['duplicate', 'contradiction']),
  memory_row: z.number(),
  other_row: z.number(),
  similarity: z.number(),
  found_at: z.number(),
});

/** Pairs whose memories are both there. */
export async function readPairs(
  rows: readonly Row[],
  load: (rows: readonly number[]) => Promise<readonly Memory[]>,
): Promise<NotedPair[]> {
  const found = rows.map((row) => PairRow.parse(row));
  const memories = await load(found.flatMap((row) => [row.memory_row, row.other_row]));
  const byRow = new Map(memories.map((memory) => [memory.row, memory]));
  return found.flatMap(({ seq, kind, memory_row, other_row, similarity, found_at: foundAt }) => {
    const [memory, other] = [byRow.get(memory_row), byRow.get(other_row)];
    return memory && other ? [{ seq, kind, memory, other, similarity, foundAt }] : [];
  });
}

export function readProposal(
  { scope_id, tags, metadata, proposed_by: by, proposed_at: proposedAt, ...row }: Row,
  scopeOf: ScopeOf,
): Proposal {
  return Proposal.parse({
    ...row,
    by,
    proposedAt,
    scope: scopeOf(Number(scope_id)),
    tags: JSON.parse(String(tags)),
    metadata: JSON.parse(String(metadata)),
  });
}
