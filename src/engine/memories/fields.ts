// A memory's fields, named as in rows and exports, without its numbers in a store.
import type { Memory } from '../model.ts';

type Fields = Omit<Memory, 'id' | 'row' | 'scope' | 'revision'>;
type StoredFields = ReturnType<typeof toStoredFields>;

export const toStoredFields = (memory: Fields) => ({
  content: memory.content,
  kind: memory.kind,
  type: memory.type,
  label: memory.label,
  tags: memory.tags,
  summary: memory.summary,
  importance: memory.importance,
  metadata: memory.metadata,
  event_time: memory.eventTime,
  ingestion_time: memory.ingestionTime,
  updated_at: memory.updatedAt,
  valid_from: memory.validFrom,
  valid_until: memory.validUntil,
  invalid_reason: memory.invalidReason,
  superseded_by: memory.supersededBy,
  accesses: memory.accesses,
  accessed_at: memory.accessedAt,
});

export const fromStoredFields = (fields: StoredFields): Fields => ({
  content: fields.content,
  kind: fields.kind,
  type: fields.type,
  label: fields.label,
  tags: fields.tags,
  summary: fields.summary,
  importance: fields.importance,
  metadata: fields.metadata,
  eventTime: fields.event_time,
  ingestionTime: fields.ingestion_time,
  updatedAt: fields.updated_at,
  validFrom: fields.valid_from,
  validUntil: fields.valid_until,
  invalidReason: fields.invalid_reason,
  supersededBy: fields.superseded_by,
  accesses: fields.accesses,
  accessedAt: fields.accessed_at,
});
