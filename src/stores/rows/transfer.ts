// Rows of exports and imports.
import * as z from 'zod';

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
