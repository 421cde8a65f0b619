// Rows of exports and imports.
import * as z from 'zod';
import type { Relationship, Sourced, SourcedObservation, TransferredPair } from '../../engine/maintenance/ports.ts';
import type { Relation } from '../../engine/model.ts';
import { readRelation } from './graph.ts';
import type { Row } from './row.ts';

const RelationshipRow = z.object({
  type: z.string(),
  from_key: z.string(),
  to_key: z.string(),
  created_at: z.number(),
});

export function readRelationship(row: Row): Relationship {
  const { type, from_key: from, to_key: to, created_at: createdAt } = RelationshipRow.parse(row);
  return { type, from, to, createdAt };
}

const ObservationRow = z.object({
  id: z.number(),
  text: z.string(),
  entity_id: z.string(),
  memory_id: z.string().nullable(),
  created_at: z.number(),
});

export function readObservation(row: Row): { id: number; observation: SourcedObservation } {
  const { id, text, entity_id: entity, memory_id: memory, created_at: createdAt } = ObservationRow.parse(row);
  return { id, observation: { entity, text, memory, createdAt } };
}

export function readSourcedRelation(row: Row): Sourced<Relation> {
  const { fromRow: _from, toRow: _to, ...relation } = readRelation(row);
  return { ...relation, memory: z.string().nullable().parse(row.memory_id) };
}

const PairRow = z.object({
  seq: z.number(),
  kind: z.enum(['duplicate', 'contradiction']),
  memory_id: z.string(),
  other_id: z.string(),
  similarity: z.number(),
  found_at: z.number(),
  settled: z.number(),
});

export function readTransferredPair(row: Row): { id: number; pair: TransferredPair } {
  const { seq: id, kind, memory_id, other_id, similarity, found_at: foundAt, settled } = PairRow.parse(row);
  return { id, pair: { kind, memory: memory_id, other: other_id, similarity, foundAt, kept: settled === 1 } };
}
