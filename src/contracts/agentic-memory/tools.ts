import * as z from 'zod';
import { readKind } from '../../engine/memories/draft.ts';
import { adds, defineTool, reads, type Tool } from '../contract.ts';
import { idIn } from '../ids.ts';
import { MemoryResult, presentFound, presentMemory, readImportance, SearchResult } from './present.ts';

const MAX_RESULTS = 50;

const memoryPut = defineTool({
  name: 'memory_put',
  title: 'Put memory',
  description: 'Remember one fact, event or how-to. Secrets are cut out. Gives the memory with its id.',
  annotations: adds,
  input: z.object({
    content: z.string().meta({ description: 'Text content of the memory' }),
    memory_type: z
      .string()
      .default('episodic')
      .meta({ description: 'episodic (what happened, the default), semantic (what is so) or procedural (how to)' }),
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
  description: 'One memory by its id, or null. Counts that it was looked at.',
  annotations: { readOnly: true, idempotent: false },
  input: z.object({
    memory_id: z.string().meta({ description: 'UUID of the memory to retrieve' }).transform(idIn),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to go on in a very long content' }),
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
    'The memories that a query is about, best first: 0.5 of the score is relevance (the share of its words that a memory holds, how near it is in meaning, or how likely it answers), 0.3 how new it is, 0.2 how important. Results marked weak probably do not answer it.',
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
