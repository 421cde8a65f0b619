import * as z from 'zod';
import { toMem } from '../../engine/ids.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { notFound } from '../../errors.ts';
import { adds, changes, reads, type Tool } from '../contract.ts';
import { SimilarMemory, similarTo } from '../similar.ts';
import { defineActingTool } from './acting-tool.ts';
import { asker, bounded, content, cubeId, cubeIds, memoryId, metadata, success } from './inputs.ts';
import { Buckets, MemoryResult, presentBuckets, presentMemory } from './present.ts';

const searchMemories = defineActingTool({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Find memories in all cubes that the user may see, by meaning, words and connections. Results are grouped into text, activation and parametric memories, then by cube, best first.',
  annotations: reads,
  input: z.object({
    query: z.string().meta({ description: 'What to look for, in plain words' }),
    top_k: bounded('Maximum number of results in total', 5, 1, 100),
    cube_ids: cubeIds,
    user_id: asker,
  }),
  output: z.object({
    success,
    note: z.string().optional(),
    results: Buckets,
    total_results: z.int(),
    search_time_ms: z.int(),
  }),
  async handle({ query, top_k: limit, cube_ids: cubes }, { engine, actor, signal }) {
    const began = performance.now();
    const { found, note } = await engine.cubes.search(actor, query, { cubes, limit, signal });
    return {
      success: true as const,
      ...(note === null ? {} : { note }),
      results: presentBuckets(found),
      total_results: found.length,
      search_time_ms: Math.round(performance.now() - began),
    };
  },
});

const addMemory = defineActingTool({
  name: 'add_memory',
  title: 'Add memory',
  description:
    'Store one memory in a registered cube. For memories that are not text, set metadata.memory_kind to activation or parametric. Secrets are removed. `similar` lists known memories that say the same (duplicate), that this one probably replaces (may_supersede), or that are about the same thing (related): update or delete those that no longer hold.',
  annotations: adds,
  input: z.object({
    memory_content: content('The text to remember: one self-contained fact works best'),
    mem_cube_id: cubeId('The cube to store it in'),
    user_id: asker,
    metadata: metadata('Anything to store with it'),
  }),
  output: z.object({
    success,
    memory_id: z.string(),
    cube_id: z.string(),
    created_at: z.string(),
    message: z.string(),
    similar: z.array(SimilarMemory).optional(),
    redacted: z.array(z.string()).optional(),
  }),
  async handle({ memory_content, mem_cube_id, metadata = {} }, { engine, actor, signal }) {
    const { shelf, author } = await engine.cubes.open(actor, mem_cube_id, 'write');
    await engine.users.settle(actor);
    const stored = await shelf.memories.store(author, { content: memory_content, metadata }, signal);
    const { memory, redacted } = stored;
    return {
      success: true as const,
      memory_id: toMem(memory.id),
      cube_id: mem_cube_id,
      created_at: printTime(memory.ingestionTime),
      message: 'Memory added successfully',
      ...similarTo(stored, toMem),
      ...(redacted.length > 0 ? { redacted: [...redacted] } : {}),
    };
  },
});

const getMemory = defineActingTool({
  name: 'get_memory',
  title: 'Get memory',
  description: 'Return one memory of a cube in full, with its metadata.',
  annotations: reads,
  input: z.object({
    memory_id: memoryId,
    cube_id: cubeId('The cube it is in'),
    user_id: asker,
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to continue in very long content' }),
  }),
  output: z.object({ success, memory: MemoryResult }),
  async handle({ memory_id, cube_id, content_offset }, { engine, actor }) {
    const { shelf, actor: inside } = await engine.cubes.open(actor, cube_id);
    const memory = await shelf.memories.open(inside, memory_id);
    return { success: true as const, memory: presentMemory(memory, content_offset) };
  },
});

const updateMemory = defineActingTool({
  name: 'update_memory',
  title: 'Update memory',
  description: "Replace a memory's content; metadata fields you leave out stay.",
  annotations: changes,
  input: z.object({
    memory_id: memoryId,
    cube_id: cubeId('The cube it is in'),
    updated_content: content('The new text'),
    user_id: asker,
    metadata: metadata('Metadata fields to set; null removes a field'),
  }),
  output: z.object({ success, memory_id: z.string(), updated_at: z.string(), message: z.string() }),
  async handle({ memory_id, cube_id, updated_content, metadata }, { engine, actor, signal }) {
    const { shelf, actor: inside } = await engine.cubes.open(actor, cube_id, 'write');
    const given = { content: updated_content, metadataFields: metadata };
    const memory = await shelf.memories.update(inside, memory_id, given, signal);
    return {
      success: true as const,
      memory_id: toMem(memory.id),
      updated_at: printTime(memory.updatedAt),
      message: 'Memory updated successfully',
    };
  },
});

const deleteMemory = defineActingTool({
  name: 'delete_memory',
  title: 'Delete memory',
  description: 'Delete a memory from a cube permanently.',
  annotations: changes,
  input: z.object({ memory_id: memoryId, cube_id: cubeId('The cube it is in'), user_id: asker }),
  output: z.object({ success, memory_id: z.string(), deleted_at: z.string(), message: z.string() }),
  async handle({ memory_id, cube_id }, { engine, actor }) {
    const { shelf, actor: inside } = await engine.cubes.open(actor, cube_id, 'delete');
    if (!(await shelf.memories.remove(inside, memory_id))) throw notFound(`Memory not found: ${memory_id}`, 'memory');
    return {
      success: true as const,
      memory_id,
      deleted_at: printTime(Date.now()),
      message: 'Memory deleted successfully',
    };
  },
});

export const memoryTools: readonly Tool[] = [searchMemories, addMemory, getMemory, updateMemory, deleteMemory];
