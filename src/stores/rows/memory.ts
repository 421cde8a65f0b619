// A memory as a row of its table.
import { z } from 'zod';
import { type Memory, MemoryKind, MemoryType, Metadata, PastState } from '../../engine/model.ts';
import { type Row, type ScopeOf, Texts } from './row.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: Texts,
  summary: z.string().nullable(),
  importance: z.number(),
  metadata: z.string().transform((text) => Metadata.parse(JSON.parse(text))),
  event_time: z.number(),
  ingestion_time: z.number(),
  updated_at: z.number(),
  valid_from: z.number(),
  valid_until: z.number().nullable(),
  invalid_reason: z.string().nullable(),
  superseded_by: z.string().nullable(),
  accesses: z.number(),
  accessed_at: z.number().nullable(),
  revision: z.number(),
});

export const MEMORY_COLUMNS = Object.keys(MemoryRow.shape);

export function readMemory(row: Row, scopeOf: ScopeOf): Memory {
  const found = MemoryRow.parse(row);
  return {
    id: found.id,
    row: found.row,
    scope: scopeOf(found.scope_id),
    content: found.content,
    kind: found.kind,
    type: found.type,
    label: found.label,
    tags: found.tags,
    summary: found.summary,
    importance: found.importance,
    metadata: found.metadata,
    eventTime: found.event_time,
    ingestionTime: found.ingestion_time,
    updatedAt: found.updated_at,
    validFrom: found.valid_from,
    validUntil: found.valid_until,
    invalidReason: found.invalid_reason,
    supersededBy: found.superseded_by,
    accesses: found.accesses,
    accessedAt: found.accessed_at,
    revision: found.revision,
  };
}

/** All columns that can change, as stored. */
export const columnsOf = (memory: Omit<Memory, 'row' | 'id' | 'scope'>, conversation: string | null) => ({
  content: memory.content,
  kind: memory.kind,
  type: memory.type,
  label: memory.label,
  tags: JSON.stringify(memory.tags),
  summary: memory.summary,
  importance: memory.importance,
  metadata: JSON.stringify(memory.metadata),
  conversation,
  event_time: memory.eventTime,
  ingestion_time: memory.ingestionTime,
  updated_at: memory.updatedAt,
  valid_from: memory.validFrom,
  valid_until: memory.validUntil,
  invalid_reason: memory.invalidReason,
  superseded_by: memory.supersededBy,
  accesses: memory.accesses,
  accessed_at: memory.accessedAt,
  revision: memory.revision,
});

/** The state of a memory before a change. */
export const readPast = (row: Row): PastState =>
  PastState.parse({ changedAt: row.changed_at, before: JSON.parse(String(row.before)) });
