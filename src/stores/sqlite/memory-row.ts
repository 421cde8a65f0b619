// A memory as a row of its table.
import { z } from 'zod';
import { type Memory, MemoryKind, MemoryType, Metadata } from '../../engine/model.ts';
import { RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { Row } from './database.ts';
import { isFalsified } from './digest.ts';
import type { Scopes } from './scopes.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
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
  digest: z.number().nullable(),
});
export const MEMORY_COLUMNS = Object.keys(MemoryRow.shape)
  .map((column) => `m.${column}`)
  .join(', ');

/** A row of these columns as a memory. Fails when it is not what was stored. */
export function readMemory(row: Row, scopes: Scopes): Memory {
  const memory = intact(row, scopes);
  if (memory) return memory;
  throw new RemanenceError('storage', `The memory ${row.id} is damaged on disk and cannot be shown.`, {
    hint: 'Run `remanence doctor`: it names the newest backup. The memory can be deleted for good.',
  });
}

const reported = new Set<string>();

/** Several; one that is damaged does not take the others with it. */
export const readMemories = (rows: readonly Row[], scopes: Scopes): Memory[] =>
  readMemoryRows(rows, scopes).map(({ memory }) => memory);

/** The same, each with its row, for what else was selected. */
export function readMemoryRows(rows: readonly Row[], scopes: Scopes): { readonly memory: Memory; readonly row: Row }[] {
  return rows.flatMap((row) => {
    const memory = intact(row, scopes);
    if (memory) return [{ memory, row }];
    const id = String(row.id);
    if (!reported.has(id)) log.error('a memory is damaged on disk and was left out: run remanence doctor', { id });
    reported.add(id);
    return [];
  });
}

/** Null when it is not what was stored. */
function intact(row: Row, scopes: Scopes): Memory | null {
  if (isFalsified(row)) return null;
  const found = MemoryRow.parse(row);
  return {
    id: found.id,
    row: found.row,
    scope: scopes.scopeOf(found.scope_id),
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

/** All that may become another, as it is stored. */
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
