// Presents the engine's nouns in the terms of the memory-mcp contract.
import * as z from 'zod';
import type { Neighbourhood } from '../../engine/graph/graph.ts';
import type { Entity, Memory, Relation } from '../../engine/model.ts';
import { cutText, cutWithNotice, fairShare, tokens } from '../../engine/retrieval/budget.ts';
import type { Status } from '../../engine/status.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { DISK_FULL, NOT_WRITABLE, type RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';
import { BUDGET, MIN_TOKENS } from '../texts.ts';
import { more } from './inputs.ts';

/** Tokens a whole memory takes besides its texts. */
const WHOLE = 115;

const recordId = (table: string) => z.object({ tb: z.literal(table), id: z.object({ String: z.string() }) });

export const WholeMemory = z.object({
  id: recordId('memories'),
  content: z.string(),
  memory_type: z.string(),
  event_time: z.string(),
  ingestion_time: z.string(),
  valid_from: z.string(),
  valid_until: z.string().nullable(),
  importance_score: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  user_id: z.string().optional(),
  invalidation_reason: z.string().optional(),
  superseded_by: z.string().optional(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
  metadata_cut: z.string().optional(),
});

/** The tokens of a reason among other memories, and of one memory's. */
const LISTED_REASON_TOKENS = 60;
export const MAX_REASON_TOKENS = 4000;

/** A reason within that many tokens, with a mark where it was cut. */
export function presentReason(reason: string, most: number): string {
  const { text, left } = cutText(reason, most);
  return left === 0 ? text : `${text}…`;
}

/** One memory, whole or from an offset on. */
export function presentMemory(memory: Memory, offset = 0): z.input<typeof WholeMemory> {
  const reason = presentReason(memory.invalidReason ?? '', MAX_REASON_TOKENS);
  return presentWithin(memory, offset, BUDGET - WHOLE - tokens(reason), reason);
}

function presentWithin(memory: Memory, offset: number, share: number, reason: string): z.input<typeof WholeMemory> {
  const metadataSize = tokens(JSON.stringify(memory.metadata));
  const metadataFits = metadataSize <= Math.max(share / 2, MIN_TOKENS);
  const room = Math.max(share - (metadataFits ? metadataSize : 0), MIN_TOKENS);
  const { text, notice } = cutWithNotice(memory.content.slice(offset), room, (left, shown) =>
    more(left, `content_offset ${offset + shown}`),
  );
  return {
    id: { tb: 'memories', id: { String: memory.id } },
    content: text,
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ingestion_time: printTime(memory.ingestionTime),
    valid_from: printTime(memory.validFrom),
    valid_until: memory.validUntil === null ? null : printTime(memory.validUntil),
    importance_score: memory.importance,
    metadata: metadataFits ? memory.metadata : {},
    ...(memory.scope.user === null ? {} : { user_id: memory.scope.user }),
    ...(memory.invalidReason === null ? {} : { invalidation_reason: reason }),
    ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
    ...(notice === null ? {} : { content_cut: notice }),
    ...(metadataFits ? {} : { metadata_cut: 'left out here: call get_memory with this id' }),
  };
}

export function presentMemories(memories: readonly Memory[]): z.input<typeof WholeMemory>[] {
  const sizes = memories.map((memory) => tokens(memory.content) + tokens(JSON.stringify(memory.metadata)));
  const share = fairShare(sizes, BUDGET - memories.length * WHOLE);
  return memories.map((memory) =>
    presentWithin(
      memory,
      0,
      Math.max(share, MIN_TOKENS),
      presentReason(memory.invalidReason ?? '', LISTED_REASON_TOKENS),
    ),
  );
}

/** Tokens for all descriptions of a neighbourhood. */
const ENTITY_TEXTS = 1500;

export const EntityResult = z.object({
  id: recordId('entities'),
  name: z.string(),
  entity_type: z.string(),
  description: z.string().nullable(),
  distance: z.number(),
  mentions: z.number(),
  created_at: z.string(),
});

export const RelationResult = z.object({
  id: recordId('relations'),
  from_entity: z.string(),
  to_entity: z.string(),
  relation_type: z.string(),
  weight: z.number(),
  valid_from: z.string(),
});

export const MentioningMemory = z.object({ id: z.string(), content: z.string() });

export function presentNeighbourhood({ entities, relations, memories, cut }: Neighbourhood) {
  const share = fairShare(
    entities.map(({ description }) => tokens(description ?? '')),
    ENTITY_TEXTS,
  );
  return {
    entities: entities.map((entity) => presentEntity(entity, share)),
    relations: relations.map(presentRelation),
    entity_count: entities.length,
    relation_count: relations.length,
    memories: presentMentioning(memories),
    ...(cut ? { note: 'There is more: ask for a smaller depth, or start from a nearer entity.' } : {}),
  };
}

function presentMentioning(memories: readonly Memory[]): z.input<typeof MentioningMemory>[] {
  const share = fairShare(
    memories.map(({ content }) => tokens(content)),
    ENTITY_TEXTS,
  );
  return memories.map(({ id, content }) => {
    const { text, left } = cutText(content, share);
    return { id, content: left === 0 ? text : `${text} …` };
  });
}

const presentEntity = (entity: Entity & { distance: number }, share: number): z.input<typeof EntityResult> => ({
  id: { tb: 'entities', id: { String: entity.id } },
  name: entity.name,
  entity_type: entity.type,
  description: entity.description === null ? null : cutText(entity.description, share).text,
  distance: entity.distance,
  mentions: entity.mentions,
  created_at: printTime(entity.createdAt),
});

const presentRelation = (relation: Relation): z.input<typeof RelationResult> => ({
  id: { tb: 'relations', id: { String: relation.id } },
  from_entity: relation.from,
  to_entity: relation.to,
  relation_type: relation.type,
  weight: relation.weight,
  valid_from: printTime(relation.validFrom),
});

export const StatusResult = z.object({
  version: z.string(),
  status: z.string(),
  memories_count: z.number(),
  entities_count: z.number(),
  code_chunks_count: z.number(),
  embedding: z.object({
    status: z.enum(['loading', 'ready', 'error']),
    model: z.string(),
    dimensions: z.number(),
    loaded: z.boolean(),
    backend: z.string(),
    error: z.string().optional(),
    pending: z.number().optional(),
    cache_stats: z.object({ hits: z.number(), misses: z.number(), size: z.number() }),
  }),
  db_dimension: z.number(),
  disk: z.object({
    writes: z.enum(['ok', 'busy', 'failed']),
    free_bytes: z.number().optional(),
    problem: z.string().optional(),
  }),
});

export const presentStatus = ({
  version,
  counts,
  embedding,
  storedDimensions,
  pending,
  codeChunks,
  disk,
}: Status): z.input<typeof StatusResult> => ({
  version,
  status: embedding.state === 'error' || disk.writes === 'failed' ? 'degraded' : 'healthy',
  memories_count: counts.memories,
  entities_count: counts.entities,
  code_chunks_count: codeChunks,
  embedding: {
    // An idle model is ready: the first search loads it.
    status: embedding.state === 'idle' ? 'ready' : embedding.state,
    model: embedding.model,
    dimensions: embedding.dimensions,
    loaded: embedding.state === 'ready',
    backend: embedding.backend,
    ...(embedding.error === null ? {} : { error: embedding.error }),
    ...(pending === 0 ? {} : { pending }),
    cache_stats: embedding.cache,
  },
  db_dimension: storedDimensions,
  disk: {
    writes: disk.writes,
    ...(disk.room ? { free_bytes: disk.room.freeBytes } : {}),
    ...(disk.problem === null ? {} : { problem: disk.problem }),
  },
});

/** Plain text, as the contract requires: what went wrong, then how to fix it. */
export function presentError(error: RemanenceError): ToolFailure {
  const hint = error.hint === undefined ? '' : `${/[.!?]$/.test(error.message) ? '' : '.'} ${error.hint}`;
  if (error.code !== 'storage') return { text: `${error.message}${hint}` };
  // Trying again at once does not help.
  const isLasting = [NOT_WRITABLE, DISK_FULL].some((reason) => reason === error.details?.reason);
  return { text: `Database error.${isLasting ? '' : ' Please try again.'} ${error.message}${hint}` };
}
