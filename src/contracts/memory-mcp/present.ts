// The engine's nouns in the words of the memory-mcp contract.
import { z } from 'zod';
import type { CodeFound } from '../../engine/code/search.ts';
import type { Status } from '../../engine/engine.ts';
import type { Neighbourhood } from '../../engine/graph/graph.ts';
import type { Similar } from '../../engine/memories/memories.ts';
import type { Entity, Memory, Relation } from '../../engine/model.ts';
import { cutText, fairShare, tokens } from '../../engine/retrieval/budget.ts';
import type { Found, Recalled, RecalledItem } from '../../engine/retrieval/retrieval.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import type { RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';

/** What a result may take of the caller's context, and what each item takes beside its texts. */
const BUDGET = 9500;
const WHOLE = 115;
const ITEM = 75;
/** However many items there are, each shows at least so much. */
const LEAST = 15;

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
  metadata_cut: z.string().optional(),
});

/** One memory, whole or from an offset on, in as many tokens as it may take. */
export function presentMemory(memory: Memory, offset = 0, share = BUDGET - WHOLE): z.input<typeof WholeMemory> {
  const metadataSize = tokens(JSON.stringify(memory.metadata));
  const metadataFits = metadataSize <= Math.max(share / 2, LEAST);
  const cut = cutText(memory.content.slice(offset), Math.max(share - (metadataFits ? metadataSize : 0), LEAST));
  return {
    id: { tb: 'memories', id: { String: memory.id } },
    content: cut.text,
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ingestion_time: printTime(memory.ingestionTime),
    valid_from: printTime(memory.validFrom),
    valid_until: memory.validUntil === null ? null : printTime(memory.validUntil),
    importance_score: memory.importance,
    metadata: metadataFits ? memory.metadata : {},
    ...(memory.scope.user === null ? {} : { user_id: memory.scope.user }),
    ...(memory.invalidReason === null ? {} : { invalidation_reason: cutText(memory.invalidReason, LEAST * 4).text }),
    ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
    ...(cut.left === 0 ? {} : { content_cut: more(cut.left, `content_offset ${offset + cut.text.length}`) }),
    ...(metadataFits ? {} : { metadata_cut: 'left out here: call get_memory with this id' }),
  };
}

const more = (left: number, where: string): string =>
  `${left} more characters: call get_memory with this id and ${where}`;

export function presentMemories(memories: readonly Memory[]): z.input<typeof WholeMemory>[] {
  const sizes = memories.map((memory) => tokens(memory.content) + tokens(JSON.stringify(memory.metadata)));
  const share = fairShare(sizes, BUDGET - memories.length * WHOLE);
  return memories.map((memory) => presentMemory(memory, 0, Math.max(share, LEAST)));
}

export const SearchResult = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.string(),
  score: z.number(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
});

const RecallResult = z.object({
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
  possibly_stale: z.string().optional(),
  project_id: z.string().optional(),
  file_path: z.string().optional(),
  start_line: z.number().optional(),
  end_line: z.number().optional(),
  language: z.string().optional(),
  name: z.string().nullable().optional(),
  content_cut: z.string().optional(),
});

export function presentFound(found: readonly Found[]): z.input<typeof SearchResult>[] {
  return withinBudget(found, textOfMemory, ({ memory, score, stale }, content) => ({
    id: memory.id,
    ...content,
    memory_type: memory.kind,
    score: round(score),
    ...staleness(stale),
  }));
}

export const RecallOutput = z.object({
  results: z.array(RecallResult),
  query: z.string(),
  subgraph_nodes: z.number(),
  memories_count: z.number(),
  code_count: z.number(),
  note: z.string().optional(),
});

export function presentRecalled(
  { found, walked, weak, note }: Recalled<RecalledItem>,
  query: string,
): z.input<typeof RecallOutput> {
  const results = withinBudget(
    found,
    (item) => (item.source === 'memory' ? textOfMemory(item) : textOfCode(item)),
    (item, content) =>
      item.source === 'memory' ? presentMemoryItem(item, content, weak) : presentCodeItem(item, content),
  );
  const memories = found.filter(({ source }) => source === 'memory').length;
  return {
    results,
    query: presentQuery(query),
    subgraph_nodes: walked,
    memories_count: memories,
    code_count: found.length - memories,
    ...(note === null ? {} : { note }),
  };
}

function presentMemoryItem(
  { memory, score, parts, stale }: Found,
  content: Content,
  weak: boolean,
): z.input<typeof RecallResult> {
  return {
    id: memory.id,
    ...content,
    source: 'memory',
    score: round(score),
    vector_score: round(parts.vector),
    bm25_score: round(parts.lexical),
    ppr_score: round(parts.graph),
    memory_type: memory.kind,
    event_time: printTime(memory.eventTime),
    ...(weak ? { weak } : {}),
    ...staleness(stale),
  };
}

function presentCodeItem({ chunk, project, score, parts }: CodeFound, content: Content): z.input<typeof RecallResult> {
  return {
    id: String(chunk.id),
    ...content,
    source: 'code',
    score: round(score),
    vector_score: round(parts.vector ?? 0),
    bm25_score: round(parts.lexical ?? 0),
    ppr_score: 0,
    project_id: project.name,
    file_path: chunk.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    language: chunk.language,
    name: chunk.name,
  };
}

const staleness = (stale: string | null) => (stale === null ? {} : { possibly_stale: stale });

interface Content {
  readonly content: string;
  readonly content_cut?: string;
}

interface Text {
  readonly text: string;
  /** How to get what was cut, from an offset on. */
  rest(left: number, offset: number): string;
}

const textOfMemory = ({ memory }: Found): Text => ({
  text: memory.content,
  rest: (left, offset) => more(left, `content_offset ${offset}`),
});

export const textOfCode = ({ chunk }: CodeFound): Text => ({
  text: chunk.text,
  rest: (left) => `${left} more characters: read lines ${chunk.startLine}-${chunk.endLine} of the file`,
});

/** Shows as much of each text as fits when all are shown. */
export function withinBudget<T, R>(
  found: readonly T[],
  textOf: (item: T) => Text,
  present: (item: T, content: Content) => R,
): R[] {
  const texts = found.map(textOf);
  const share = fairShare(
    texts.map(({ text }) => tokens(text)),
    BUDGET - found.length * ITEM,
  );
  return found.map((item, i) => {
    const { text, left } = cutText(texts[i]?.text ?? '', Math.max(share, LEAST));
    const rest = texts[i]?.rest(left, text.length);
    return present(item, { content: text, ...(left === 0 || rest === undefined ? {} : { content_cut: rest }) });
  });
}

export const round = (score: number): number => Math.round(score * 10_000) / 10_000;

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
  content: cutText(memory.content, 50).text,
});

/** What the descriptions of a neighbourhood may take together. */
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

export function presentNeighbourhood({ entities, relations, cut }: Neighbourhood) {
  const share = fairShare(
    entities.map(({ description }) => tokens(description ?? '')),
    ENTITY_TEXTS,
  );
  return {
    entities: entities.map((entity) => presentEntity(entity, share)),
    relations: relations.map(presentRelation),
    entity_count: entities.length,
    relation_count: relations.length,
    ...(cut ? { note: 'There is more: ask for a smaller depth, or start from a nearer entity.' } : {}),
  };
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
});

export const presentStatus = ({
  version,
  counts,
  embedding,
  storedDimensions,
  pending,
  codeChunks,
}: Status): z.input<typeof StatusResult> => ({
  version,
  status: embedding.state === 'error' ? 'degraded' : 'healthy',
  memories_count: counts.memories,
  entities_count: counts.entities,
  code_chunks_count: codeChunks,
  embedding: {
    // Not loaded yet is ready: the first search loads it.
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
});

/** Plain text, as the contract has it: what went wrong, then how to mend it. */
export function presentError(error: RemanenceError): ToolFailure {
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  if (error.code === 'storage') return { text: `Database error. Please try again. ${error.message}${hint}` };
  return { text: `${error.message}${hint}` };
}

/** A whole prompt that was pasted as the query is not sent back whole. */
export const presentQuery = (query: string): string => (query.length > 500 ? `${cutText(query, 100).text}…` : query);
