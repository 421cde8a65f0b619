// Names and claims of memories, as rows.
import * as z from 'zod';
import { TRACE_LABELS } from '../../engine/memories/project-types.ts';
import { type Claim, type Trace, type TraceName, traceWithin } from '../../engine/memories/trace.ts';
import { MemoryType, Metadata } from '../../engine/model.ts';

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

const TracedRow = z.object({
  id: z.string(),
  type: MemoryType.nullable(),
  content: z.string(),
  metadata: z.string().transform((text) => Metadata.parse(JSON.parse(text))),
  space: z.string(),
});

/** Keys that earlier versions wrote without the signs: of `C++`, `F#` and `.NET`. */
const SIGNED = /(?:^| )(?:[a-z](?:\+\+|#)|\.net)(?: |$)/;

/** What a memory of an earlier version states, if it names anything with signs; null otherwise. */
export function signedTrace(row: unknown): Trace | null {
  const { space, ...memory } = TracedRow.parse(row);
  const trace = traceWithin(space, memory);
  const ends = [...trace.names, ...trace.claims.flatMap(({ from, to }) => [from, to])];
  return ends.some(({ key }) => SIGNED.test(key)) ? trace : null;
}
