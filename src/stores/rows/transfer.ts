// Rows of exports and imports.
import * as z from 'zod';
import type { NotedPair } from '../../engine/maintenance/ports.ts';
import type { Row } from './row.ts';

export const RelationshipRow = z.object({
  type: z.string(),
  from_key: z.string(),
  to_key: z.string(),
  created_at: z.number(),
});

export const ObservationRow = z.object({
  id: z.number(),
  text: z.string(),
  entity_id: z.string(),
  memory_id: z.string().nullable(),
  created_at: z.number(),
});

const NotedPairRow = z.object({
  seq: z.number(),
  kind: z.enum(['duplicate', 'contradiction']),
  memory_id: z.string(),
  other_id: z.string(),
  similarity: z.number(),
  found_at: z.number(),
  settled: z.number(),
});

export function readNotedPair(row: Row): { id: number; pair: NotedPair } {
  const { seq: id, kind, memory_id, other_id, similarity, found_at: foundAt, settled } = NotedPairRow.parse(row);
  return { id, pair: { kind, memory: memory_id, other: other_id, similarity, foundAt, kept: settled === 1 } };
}
