// A memory as the page sees it.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { cubeOf } from '../../engine/access/actor.ts';
import { type Memory, MemoryKind, MemoryType, Metadata } from '../../engine/model.ts';

/** Times are epoch milliseconds. */
export const MemoryView = z.object({
  id: z.string(),
  /** Sent back with every change: one based on another version is refused. */
  version: z.string(),
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: z.array(z.string()),
  summary: z.string().nullable(),
  importance: z.number(),
  metadata: Metadata,
  cube: z.string(),
  user: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
  eventTime: z.number(),
  learnedAt: z.number(),
  updatedAt: z.number(),
  validFrom: z.number(),
  validUntil: z.number().nullable(),
  invalidReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  accesses: z.number(),
  accessedAt: z.number().nullable(),
});
export type MemoryView = z.infer<typeof MemoryView>;

/** A hash, since revisions would reveal how much the whole store changes; it only tells versions of a memory apart. */
export const versionOf = ({ id, revision }: Pick<Memory, 'id' | 'revision'>): string =>
  createHash('sha256').update(`${id} ${revision}`).digest('base64url').slice(0, 16);

export const presentMemory = (memory: Memory): MemoryView => ({
  id: memory.id,
  version: versionOf(memory),
  content: memory.content,
  kind: memory.kind,
  type: memory.type,
  label: memory.label,
  tags: memory.tags,
  summary: memory.summary,
  importance: memory.importance,
  metadata: memory.metadata,
  cube: cubeOf(memory.scope),
  user: memory.scope.user,
  project: memory.scope.project,
  session: memory.scope.session,
  eventTime: memory.eventTime,
  learnedAt: memory.ingestionTime,
  updatedAt: memory.updatedAt,
  validFrom: memory.validFrom,
  validUntil: memory.validUntil,
  invalidReason: memory.invalidReason,
  supersededBy: memory.supersededBy,
  accesses: memory.accesses,
  accessedAt: memory.accessedAt,
});
