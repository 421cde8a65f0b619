// The engine's nouns in the words of the memory-mcp contract.
import { z } from 'zod';
import type { Neighbourhood } from '../../engine/graph/graph.ts';
import type { Similar } from '../../engine/memories/memories.ts';
import type { Entity, Memory, Relation } from '../../engine/model.ts';
import { cutText, fairShare } from '../../engine/retrieval/budget.ts';
import type { Found, Recalled } from '../../engine/retrieval/retrieval.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import type { RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';

/** What a result may take of the caller's context. */
const BUDGET_TOKENS = 9000;
const WHOLE_MEMORY_TOKENS = 8000;

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
  content_cut: z.string().optional(),
});

export function presentMemory(
  memory: Memory,
  offset = 0,
  share = WHOLE_MEMORY_TOKENS * 4,
): z.input<typeof WholeMemory> {
  const cut = cutText(memory.content.slice(offset), share);
  const next = offset + cut.text.length;
  return {
    id: { tb: 'memories', id: { String: memory.id } },
    content: cut.text,
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ingestion_time: printTime(memory.ingestionTime),
    valid_from: printTime(memory.validFrom),
    valid_until: memory.validUntil === null ? null : printTime(memory.validUntil),
    importance_score: memory.importance,
    metadata: memory.metadata,
    ...(memory.scope.user === null ? {} : { user_id: memory.scope.user }),
    ...(memory.invalidReason === null ? {} : { invalidation_reason: memory.invalidReason }),
    ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
    ...(cut.left === 0
      ? {}
      : {
          content_cut: `${cut.left} more characters: call get_memory with id ${memory.id} and content_offset ${next}`,
        }),
  };
}

export function presentMemories(memories: readonly Memory[]): z.input<typeof WholeMemory>[] {
  const share = fairShare(
    memories.map((memory) => memory.content.length),
    BUDGET_TOKENS - memories.length * 60,
  );
  return memories.map((memory) => presentMemory(memory, 0, Math.max(share, 80)));
}

export const SearchResult = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.string(),
  score: z.number(),
  content_cut: z.string().optional(),
});

export const RecallResult = z.object({
  id: z.string(),
  content: z.string(),
  source: z.enum(['memory', 'code']),
  score: z.number(),
  vector_score: z.number(),
  bm25_score: z.number(),
  ppr_score: z.number(),
  memory_type: z.string().optional(),
  event_time: z.string().optional(),
  weak: z.boolean().optional(),
  content_cut: z.string().optional(),
});

export function presentFound(found: readonly Found[]): z.input<typeof SearchResult>[] {
  return withinBudget(found, ({ memory, score }, content) => ({
    id: memory.id,
    ...content,
    memory_type: memory.kind,
    score: round(score),
  }));
}

export function presentRecalled({ found, weak }: Recalled): z.input<typeof RecallResult>[] {
  return withinBudget(found, ({ memory, score, parts }, content) => ({
    id: memory.id,
    ...content,
    source: 'memory' as const,
    score: round(score),
    vector_score: round(parts.vector),
    bm25_score: round(parts.lexical),
    ppr_score: round(parts.graph),
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ...(weak ? { weak } : {}),
  }));
}

function withinBudget<T>(
  found: readonly Found[],
  present: (found: Found, content: { content: string; content_cut?: string }) => T,
): T[] {
  const share = fairShare(
    found.map(({ memory }) => memory.content.length),
    BUDGET_TOKENS - found.length * 60,
  );
  return found.map((item) => {
    const { text, left } = cutText(item.memory.content, Math.max(share, 80));
    const note = left === 0 ? {} : { content_cut: `${left} more characters: call get_memory with this id` };
    return present(item, { content: text, ...note });
  });
}

const round = (score: number): number => Math.round(score * 10_000) / 10_000;

export const SimilarMemory = z.object({
  id: z.string(),
  similarity: z.number(),
  relation: z.enum(['duplicate', 'may_supersede']),
  content: z.string(),
});

export const presentSimilar = ({ memory, similarity, likeness }: Similar): z.input<typeof SimilarMemory> => ({
  id: memory.id,
  similarity: round(similarity),
  relation: likeness,
  content: cutText(memory.content, 200).text,
});

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

export const presentNeighbourhood = ({ entities, relations }: Neighbourhood) => ({
  entities: entities.map(presentEntity),
  relations: relations.map(presentRelation),
  entity_count: entities.length,
  relation_count: relations.length,
});

const presentEntity = (entity: Entity & { distance: number }): z.input<typeof EntityResult> => ({
  id: { tb: 'entities', id: { String: entity.id } },
  name: entity.name,
  entity_type: entity.type,
  description: entity.description,
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

/** Plain text, as the contract has it: what went wrong, then how to mend it. */
export function presentError(error: RemanenceError): ToolFailure {
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  if (error.code === 'storage') return { text: `Database error. Please try again. ${error.message}${hint}` };
  return { text: `${error.message}${hint}` };
}

/** A whole prompt that was pasted as the query is not sent back whole. */
export const presentQuery = (query: string): string => (query.length > 500 ? `${cutText(query, 500).text}…` : query);
