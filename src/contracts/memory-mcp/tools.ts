import { z } from 'zod';
import { actingAs } from '../../engine/access/actor.ts';
import { readKind } from '../../engine/memories/memories.ts';
import { Direction, MemoryKind } from '../../engine/model.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { defineTool, optional, type Tool } from '../contract.ts';
import { bounded, clamped, id, user } from './inputs.ts';
import {
  EntityResult,
  presentFound,
  presentMemories,
  presentMemory,
  presentNeighbourhood,
  presentQuery,
  presentRecalled,
  presentSimilar,
  RecallResult,
  RelationResult,
  SearchResult,
  SimilarMemory,
  WholeMemory,
} from './present.ts';

const reads = { readOnly: true };
const adds = { readOnly: false, destructive: false, idempotent: false };
const changes = { readOnly: false, destructive: true, idempotent: true };
const metadata = (description: string) => optional(z.record(z.string(), z.unknown())).meta({ description });
const query = (description: string) => z.string().meta({ description });
const onlyUser = user('Only memories of this user (optional)');

const storeMemory = defineTool({
  name: 'store_memory',
  title: 'Store memory',
  description:
    'Remember one fact, decision, preference or how-to. Returns its id. Secrets are cut out; known memories that say the same or that this one may replace are listed.',
  annotations: adds,
  input: z.object({
    content: z
      .string()
      .meta({ description: 'The text to remember: one self-contained fact works best (1 byte to 100 KB)' }),
    memory_type: optional(MemoryKind).meta({
      description: 'episodic (what happened), semantic (what is so, the default) or procedural (how to)',
    }),
    user_id: user('Keep it apart for this user (optional)'),
    metadata: metadata(
      'Any JSON object; session_id or conversation_id in it ties memories of one conversation together',
    ),
  }),
  output: z.object({
    id: z.string(),
    similar: z.array(SimilarMemory).optional(),
    redacted: z.array(z.string()).optional(),
  }),
  async handle({ content, memory_type: kind, user_id, metadata = {} }, { engine, actor, signal }) {
    const stored = await engine.memories.store(actingAs(actor, user_id), { content, kind, metadata }, signal);
    return {
      id: stored.memory.id,
      ...(stored.similar.length > 0 ? { similar: stored.similar.map(presentSimilar) } : {}),
      ...(stored.redacted.length > 0 ? { redacted: [...stored.redacted] } : {}),
    };
  },
});

const getMemory = defineTool({
  name: 'get_memory',
  title: 'Get memory',
  description: 'One memory by its id, whole, with its times, validity and metadata.',
  annotations: reads,
  input: z.object({
    id: id('The memory ID to retrieve'),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to go on in a very long content' }),
  }),
  output: WholeMemory,
  async handle({ id, content_offset }, { engine, actor }) {
    return presentMemory(await engine.memories.get(actor, id), content_offset);
  },
});

const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update memory',
  description:
    'Change a memory in place; only the given fields change. For a fact that became untrue, prefer invalidate and a new memory.',
  annotations: changes,
  input: z.object({
    id: id('The memory ID to update'),
    content: optional(z.string()).meta({ description: 'New content (optional, re-embeds if changed)' }),
    memory_type: optional(z.string()).meta({ description: 'New type: episodic, semantic or procedural (optional)' }),
    metadata: metadata('New metadata, in place of the old (optional)'),
  }),
  output: WholeMemory,
  async handle({ id, content, memory_type, metadata }, { engine, actor, signal }) {
    const kind = memory_type === undefined ? undefined : readKind(memory_type);
    return presentMemory(await engine.memories.update(actor, id, { content, kind, metadata }, signal));
  },
});

const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete memory',
  description: 'Delete a memory for good, everywhere. To keep the history of a fact that ended, use invalidate.',
  annotations: changes,
  input: z.object({ id: id('The memory ID to delete') }),
  output: z.object({ deleted: z.boolean() }),
  async handle({ id }, { engine, actor }) {
    return { deleted: await engine.memories.remove(actor, id) };
  },
});

const listMemories = defineTool({
  name: 'list_memories',
  title: 'List memories',
  description: 'All memories, newest first, invalidated ones included.',
  annotations: reads,
  input: z.object({
    limit: bounded('Maximum number to return', 20, 100),
    offset: z.int().min(0).default(0).meta({ description: 'Offset for pagination (default: 0)' }),
    user_id: onlyUser,
  }),
  output: z.object({ memories: z.array(WholeMemory), total: z.number(), limit: z.number(), offset: z.number() }),
  async handle({ limit, offset, user_id }, { engine, actor }) {
    const { memories, total } = await engine.memories.list(actingAs(actor, user_id), { limit, offset });
    return { memories: presentMemories(memories), total, limit, offset };
  },
});

const searchOutput = z.object({ results: z.array(SearchResult), count: z.number(), query: z.string() });

const search = defineTool({
  name: 'search',
  title: 'Search by meaning',
  description: 'Valid memories nearest in meaning to the query. recall is the better choice for most questions.',
  annotations: reads,
  input: z.object({
    query: query('What to look for, in plain words'),
    limit: bounded('Maximum results', 10, 50),
    user_id: onlyUser,
  }),
  output: searchOutput,
  async handle({ query, limit, user_id }, { engine, actor, signal }) {
    const found = await engine.retrieval.byMeaning(actingAs(actor, user_id), query, limit, signal);
    return { results: presentFound(found), count: found.length, query: presentQuery(query) };
  },
});

const searchText = defineTool({
  name: 'search_text',
  title: 'Search by words',
  description:
    'Valid memories that hold the words of the query, best match first (BM25). For exact names, identifiers and error messages.',
  annotations: reads,
  input: z.object({
    query: query('Words to look for; plain text, no syntax'),
    limit: bounded('Maximum results', 10, 50),
    user_id: onlyUser,
  }),
  output: searchOutput,
  async handle({ query, limit, user_id }, { engine, actor }) {
    const found = await engine.retrieval.byWords(actingAs(actor, user_id), query, limit);
    return { results: presentFound(found), count: found.length, query: presentQuery(query) };
  },
});

const recall = defineTool({
  name: 'recall',
  title: 'Recall',
  description:
    'Find what is known about a question: by meaning, by words and by what is connected. Ask before you start work and whenever you miss context. Results marked weak are probably not about it.',
  annotations: reads,
  input: z.object({
    query: query('The question or task, in plain words; a whole prompt is fine'),
    limit: clamped('Maximum results', 10, 50),
    include_memories: z.boolean().default(true).meta({ description: 'Include memory results (default: true)' }),
    include_code: z.boolean().default(false).meta({ description: 'Include code chunk results (default: false)' }),
    project_id: optional(z.string()).meta({
      description: 'Filter code results by project (optional, requires include_code=true)',
    }),
    language: optional(z.string()).meta({
      description: 'Filter code by language: rust, python, javascript, typescript, go (optional)',
    }),
    vector_weight: z.number().default(0.4).meta({ description: 'Weight for vector similarity (default: 0.40)' }),
    bm25_weight: z.number().default(0.15).meta({ description: 'Weight for BM25 (default: 0.15)' }),
    ppr_weight: z.number().default(0.45).meta({ description: 'Weight for PPR graph ranking (default: 0.45)' }),
    user_id: onlyUser,
  }),
  output: z.object({
    results: z.array(RecallResult),
    query: z.string(),
    subgraph_nodes: z.number(),
    memories_count: z.number(),
    code_count: z.number(),
    note: z.string().optional(),
  }),
  async handle(input, { engine, actor, signal }) {
    const weights = { vector: input.vector_weight, lexical: input.bm25_weight, graph: input.ppr_weight };
    const limit = input.include_memories ? input.limit : 0;
    const recalled = await engine.retrieval.recall(actingAs(actor, input.user_id), input.query, {
      limit,
      weights,
      signal,
    });
    return {
      results: presentRecalled(recalled),
      query: presentQuery(input.query),
      subgraph_nodes: recalled.walked,
      memories_count: recalled.found.length,
      code_count: 0,
      ...(recalled.note === null ? {} : { note: recalled.note }),
    };
  },
});

const createEntity = defineTool({
  name: 'create_entity',
  title: 'Create entity',
  description:
    'Put a person, project, service, file or concept into the knowledge graph. The same name gives the same entity.',
  annotations: { ...adds, idempotent: true },
  input: z.object({
    name: z.string().meta({ description: 'Entity name' }),
    entity_type: optional(z.string()).meta({ description: 'Type: person, project, concept, file, etc.' }),
    description: optional(z.string()).meta({ description: 'Optional description' }),
    user_id: user('Keep it apart for this user (optional)'),
  }),
  output: z.object({ id: z.string() }),
  async handle({ name, entity_type: type, description, user_id }, { engine, actor }) {
    const entity = await engine.graph.createEntity(actingAs(actor, user_id), { name, type, description });
    return { id: entity.id };
  },
});

const createRelation = defineTool({
  name: 'create_relation',
  title: 'Create relation',
  description: 'Connect two entities by a directed, weighted relation.',
  annotations: adds,
  input: z.object({
    from_entity: id('Source entity ID'),
    to_entity: id('Target entity ID'),
    relation_type: z.string().meta({ description: 'Relation type: works_on, knows, uses, etc.' }),
    weight: z.number().min(0).max(1).default(1).meta({ description: 'Relation weight (0.0-1.0, default: 1.0)' }),
  }),
  output: z.object({ id: z.string() }),
  async handle({ from_entity: from, to_entity: to, relation_type: type, weight }, { engine, actor }) {
    const relation = await engine.graph.createRelation(actor, { from, to, type, weight });
    return { id: relation.id };
  },
});

const getRelated = defineTool({
  name: 'get_related',
  title: 'Get related entities',
  description: 'Walk the knowledge graph from one entity, nearest first.',
  annotations: reads,
  input: z.object({
    entity_id: id('Entity ID to start from'),
    depth: z.int().min(1).max(3).default(1).meta({ description: 'Traversal depth (1-3, default: 1)' }),
    direction: Direction.default('outgoing').meta({ description: 'Traversal direction' }),
  }),
  output: z.object({
    entities: z.array(EntityResult),
    relations: z.array(RelationResult),
    entity_count: z.number(),
    relation_count: z.number(),
  }),
  async handle({ entity_id, depth, direction }, { engine, actor }) {
    return presentNeighbourhood(await engine.graph.related(actor, entity_id, depth, direction));
  },
});

const getValid = defineTool({
  name: 'get_valid',
  title: 'Get valid memories',
  description: 'Memories that are valid now, newest first.',
  annotations: reads,
  input: z.object({ user_id: user('Optional user ID filter'), limit: clamped('Maximum to return', 20, 100) }),
  output: z.object({ results: z.array(WholeMemory), count: z.number() }),
  async handle({ user_id, limit }, { engine, actor }) {
    const { memories } = await engine.memories.validAt(actingAs(actor, user_id), limit);
    return { results: presentMemories(memories), count: memories.length };
  },
});

const getValidAt = defineTool({
  name: 'get_valid_at',
  title: 'Get memories valid at a time',
  description: 'Memories that were valid at a moment in the past: what was true then.',
  annotations: reads,
  input: z.object({
    timestamp: z.string().meta({ description: 'Timestamp in ISO 8601 format', format: 'date-time' }),
    user_id: user('Optional user ID filter'),
    limit: clamped('Maximum to return', 20, 100),
  }),
  output: z.object({ results: z.array(WholeMemory), count: z.number(), timestamp: z.string() }),
  async handle({ timestamp, user_id, limit }, { engine, actor }) {
    const { memories, at } = await engine.memories.validAtTime(actingAs(actor, user_id), limit, timestamp);
    return { results: presentMemories(memories), count: memories.length, timestamp: printTime(at) };
  },
});

const invalidate = defineTool({
  name: 'invalidate',
  title: 'Invalidate memory',
  description:
    'Mark a memory as no longer true from now on. It stays readable and keeps its history, but searches leave it out.',
  annotations: changes,
  input: z.object({
    id: id('Memory ID to invalidate'),
    reason: optional(z.string()).meta({ description: 'Optional reason for invalidation' }),
    superseded_by: optional(id('')).meta({
      type: 'string',
      description: 'Optional ID of memory that supersedes this one',
    }),
  }),
  output: z.object({ invalidated: z.boolean() }),
  async handle({ id, reason, superseded_by: supersededBy }, { engine, actor }) {
    await engine.memories.invalidate(actor, id, { reason, supersededBy });
    return { invalidated: true };
  },
});

const getStatus = defineTool({
  name: 'get_status',
  title: 'Get status',
  description: 'Version, health, how much is stored, and the state of the embedding model.',
  annotations: reads,
  input: z.object({}),
  output: z.object({
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
  }),
  async handle(_, { engine, actor }) {
    const { embedding, ...status } = await engine.status(actor);
    return {
      version: status.version,
      status: embedding.state === 'error' ? 'degraded' : 'healthy',
      memories_count: status.counts.memories,
      entities_count: status.counts.entities,
      code_chunks_count: 0,
      embedding: {
        // Not loaded yet is ready: the first search loads it.
        status: embedding.state === 'idle' ? 'ready' : embedding.state,
        model: embedding.model,
        dimensions: embedding.dimensions,
        loaded: embedding.state === 'ready',
        backend: embedding.backend,
        ...(embedding.error === null ? {} : { error: embedding.error }),
        ...(status.pending === 0 ? {} : { pending: status.pending }),
        cache_stats: embedding.cache,
      },
      db_dimension: status.storedDimensions,
    };
  },
});

const resetAllMemory = defineTool({
  name: 'reset_all_memory',
  title: 'Reset all memory',
  description: 'Delete ALL memories, entities and relations for good. Requires confirm=true.',
  annotations: changes,
  input: z.object({
    // Anything but a plain true is a no: this tool does not error.
    confirm: z
      .custom<unknown>(() => true)
      .optional()
      .meta({ type: 'boolean', description: 'Must be true to confirm deletion. Safety check.' }),
  }),
  output: z.object({
    reset: z.boolean(),
    deleted: z
      .object({ memories: z.number(), entities: z.number(), relations: z.number(), code_chunks: z.number() })
      .optional(),
    message: z.string().optional(),
  }),
  async handle({ confirm }, { engine, actor }) {
    if (confirm !== true)
      return { reset: false, message: 'Confirmation required. Set confirm=true to delete all data.' };
    return { reset: true, deleted: { ...(await engine.memories.reset(actor)), code_chunks: 0 } };
  },
});

export const tools: readonly Tool[] = [
  storeMemory,
  getMemory,
  updateMemory,
  deleteMemory,
  listMemories,
  search,
  searchText,
  recall,
  createEntity,
  createRelation,
  getRelated,
  getValid,
  getValidAt,
  invalidate,
  getStatus,
  resetAllMemory,
];
