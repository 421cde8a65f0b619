// Entities, relations and mentions as rows.
import * as z from 'zod';
import type { MentionEdge } from '../../engine/graph/ports.ts';
import type { Entity, Relation } from '../../engine/model.ts';
import type { Row, ScopeOf } from './row.ts';

/** The characters at the start of a memory that tell who speaks. */
export const OPENING_LENGTH = 60;

const EntityRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  mentions: z.number(),
  created_at: z.number(),
});
const RelationRow = z.object({
  id: z.string(),
  from_id: z.string(),
  to_id: z.string(),
  from_row: z.number(),
  to_row: z.number(),
  type: z.string(),
  weight: z.number(),
  created_at: z.number(),
  valid_from: z.number(),
  valid_until: z.number().nullable(),
});

export function readEntity(row: Row | undefined, scopeOf: ScopeOf): Entity {
  const { scope_id: scopeId, created_at: createdAt, ...entity } = EntityRow.parse(row);
  return { ...entity, createdAt, scope: scopeOf(scopeId) };
}

/** A row of relations with the ids of both ends. */
export function readRelation(row: Row | undefined): Relation & { fromRow: number; toRow: number } {
  const found = RelationRow.parse(row);
  return {
    id: found.id,
    from: found.from_id,
    to: found.to_id,
    fromRow: found.from_row,
    toRow: found.to_row,
    type: found.type,
    weight: found.weight,
    createdAt: found.created_at,
    validFrom: found.valid_from,
    validUntil: found.valid_until,
  };
}

export const readMention = (row: Row): MentionEdge => ({
  memory: Number(row.memory_row),
  entity: Number(row.entity_row),
  subject: row.subject === 1,
  mentions: Number(row.mentions),
  subjects: Number(row.subjects),
});
