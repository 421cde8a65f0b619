import { z } from 'zod';
import { defineTool, type Tool } from '../contract.ts';
import { changes, reads } from './inputs.ts';

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

export const systemTools: readonly Tool[] = [getStatus, resetAllMemory];
