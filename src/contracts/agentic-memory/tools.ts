import * as z from 'zod';
import { readKind } from '../../engine/memories/draft.ts';
import { adds, defineTool, reads, type Tool } from '../contract.ts';
import { idIn } from '../ids.ts';
import { MemoryResult, presentFound, presentMemory, readImportance, SearchResult } from './present.ts';

const MAX_RESULTS = 50;

const memoryPut = defineTool({
  name: 'memory_put',
  title: 'Put memory',
  description: 'Remember one fact, event or how-to, and return it with its id. Secrets are removed.',
  annotations: adds,
  input: z.object({
    content: z.string().meta({ description: 'Text content of the memory' }),
    memory_type: z.string().default('episodic').meta({
      description: 'episodic (what happened, the default), semantic (what is true) or procedural (how to do something)',
    }),
    importance: z
      .string()
      .default('medium')
      .meta({ description: 'LOW, MEDIUM (the default), HIGH or CRITICAL, in any case' }),
  }),
  output: MemoryResult,
  async handle({ content, memory_type, importance }, { engine, actor, signal }) {
    const input = { content, kind: readKind(memory_type), importance: readImportance(importance) };
    return presentMemory((await engine.memories.store(actor, input, signal)).memory);
  },
});

const memoryGet = defineTool({
  name: 'memory_get',
  title: 'Get memory',
  description: 'Return one memory by its id, or null. Counts as an access.',
  annotations: { readOnly: true, idempotent: false },
  input: z.object({
    memory_id: z.string().meta({ description: 'UUID of the memory to retrieve' }).transform(idIn),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to continue in very long content' }),
  }),
  output: MemoryResult.nullable(),
  async handle({ memory_id, content_offset }, { engine, actor }) {
    const memory = await engine.memories.openIfExists(actor, memory_id);
    return memory && presentMemory(memory, { offset: content_offset });
  },
});

const memorySearch = defineTool({
  name: 'memory_search',
  title: 'Search memories',
  description:
    'Find the memories that a query is about, best first. The score is 0.5 relevance (the share of the query words in the memory, its similarity in meaning, or the likelihood that it answers), 0.3 recency and 0.2 importance. Results marked weak probably do not answer the query.',
  annotations: reads,
  input: z.object({
    query: z.string().meta({ description: 'Text query for relevance scoring' }),
    k: z
      .int()
      .default(5)
      .transform((k) => Math.min(Math.max(k, 0), MAX_RESULTS))
      .meta({ description: `Maximum results to return (default: 5, max: ${MAX_RESULTS})` }),
  }),
  output: z.array(SearchResult),
  async handle({ query, k }, { engine, actor, signal }) {
    const answer = await engine.retrieval.byOverlap(actor, query, k, signal);
    const memories = answer.found.map(({ memory }) => memory);
    return presentFound(answer, await engine.inbox.staleness(actor, memories));
  },
});

export const tools: readonly Tool[] = [memoryPut, memoryGet, memorySearch];
