// Inbox items as rows.
import { z } from 'zod';
import { Proposal } from '../../engine/inbox/ports.ts';
import type { Row, ScopeOf } from './row.ts';

export const PairRow = z.object({
  kind: z.enum(['duplicate', 'contradiction']),
  memory_row: z.number(),
  other_row: z.number(),
  similarity: z.number(),
  found_at: z.number(),
});

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
