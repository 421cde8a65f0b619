// Names and claims of memories, as rows.
import * as z from 'zod';
import { TRACE_LABELS } from '../../engine/memories/project-types.ts';
import type { Claim, TraceName } from '../../engine/memories/trace.ts';

const Label = z.enum(TRACE_LABELS);
export const ClaimRow = z.object({
  id: z.number(),
  owner_row: z.number(),
  declared: z.number(),
  created_at: z.number(),
  type: z.string(),
  from_label: Label,
  from_key: z.string(),
  from_space: z.string(),
  to_label: Label,
  to_key: z.string(),
  to_space: z.string(),
});

type ClaimEnds = Omit<z.infer<typeof ClaimRow>, 'owner_row' | 'declared' | 'created_at'>;

export const toClaim = (row: ClaimEnds): Claim => ({
  type: row.type,
  from: { label: row.from_label, key: row.from_key, space: row.from_space },
  to: { label: row.to_label, key: row.to_key, space: row.to_space },
});

export const NameRow = z.object({ label: Label, key: z.string(), space: z.string() });

/** Identifies a name or a claim. */
export const nameKey = ({ label, key, space }: TraceName): string => JSON.stringify([label, key, space]);
export const claimKey = ({ type, from, to }: Claim): string => JSON.stringify([type, nameKey(from), nameKey(to)]);
