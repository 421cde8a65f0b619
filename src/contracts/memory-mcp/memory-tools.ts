import * as z from 'zod';
import { actingAs } from '../../engine/access/actor.ts';
import { readKind } from '../../engine/memories/draft.ts';
import { MemoryKind } from '../../engine/model.ts';
import { adds, changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { SimilarMemory, similarTo } from '../similar.ts';
import { possiblyStale } from '../staleness.ts';
import { bounded, id, metadata, onlyUser, user } from './inputs.ts';
import { presentMemories, presentMemory, WholeMemory } from './present.ts';

const KNOWN = 'Nothing new was stored: the memory with this id already says the same.';

const storeMemory = defineTool({
  name: 'store_memory',
  title: 'Store memory',
  description:
    'Remember one fact, decision, preference or how-to, and return its id. Secrets are removed. `similar` lists known memories that say the same (duplicate), that this one probably replaces (may_supersede), or that are about the same thing (related): invalidate those that no longer hold.',
  annotations: adds,
  input: z.object({
    content: z
      .string()
      .meta({ description: 'The text to remember: one self-contained fact works best (1 byte to 100 KB)' }),
    memory_type: optional(MemoryKind).meta({
      description: 'episodic (what happened), semantic (what is true, the default) or procedural (how to do something)',
    }),
    user_id: user('Store it for this user only (optional)'),
    metadata: metadata('Any JSON object; a session_id or conversation_id in it links the memories of one conversation'),
  }),
  output: z.object({
    id: z.string(),
    similar: z.array(SimilarMemory).optional(),
    redacted: z.array(z.string()).optional(),
    note: z.string().optional(),
  }),
  async handle({ content, memory_type: kind, user_id, metadata = {} }, { engine, actor, signal }) {
    const stored = await engine.memories.store(actingAs(actor, user_id), { content, kind, metadata }, signal);
    return {
      id: stored.memory.id,
      ...similarTo(stored, (id) => id),
      ...(stored.redacted.length > 0 ? { redacted: [...stored.redacted] } : {}),
      ...(stored.isNew ? {} : { note: KNOWN }),
    };
  },
});

const getMemory = defineTool({
  name: 'get_memory',
  title: 'Get memory',
  description: 'Return one memory in full, with its times, validity and metadata.',
  annotations: reads,
  input: z.object({
    id: id('The memory ID to retrieve'),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to continue in very long content' }),
  }),
  output: WholeMemory,
  async handle({ id, content_offset }, { engine, actor }) {
    const memory = await engine.memories.get(actor, id);
    const [known] = await engine.inbox.staleness(actor, [memory]);
    return { ...presentMemory(memory, content_offset), ...(known ? possiblyStale(known, ({ id }) => id) : {}) };
  },
});

const NOTHING_GIVEN = 'Nothing was changed: give content, memory_type or metadata.';

const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update memory',
  description:
    'Change a memory in place; fields you leave out stay. If a fact is no longer true, prefer to invalidate it and store a new memory.',
  annotations: changes,
  input: z.object({
    id: id('The memory ID to update'),
    content: optional(z.string()).meta({ description: 'New content (optional, re-embeds if changed)' }),
    memory_type: optional(z.string()).meta({ description: 'New type: episodic, semantic or procedural (optional)' }),
    metadata: metadata('New metadata, which replaces the old (optional)'),
  }),
  output: WholeMemory.extend({ note: z.string().optional() }),
  async handle({ id, content, memory_type, metadata }, { engine, actor, signal }) {
    const kind = memory_type === undefined ? undefined : readKind(memory_type);
    const memory = presentMemory(await engine.memories.update(actor, id, { content, kind, metadata }, signal));
    const isNothing = [content, kind, metadata].every((each) => each === undefined);
    return isNothing ? { ...memory, note: NOTHING_GIVEN } : memory;
  },
});

const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete memory',
  description:
    'Delete a memory permanently; only backups keep it until they expire. To keep the history of a fact that is no longer true, use invalidate.',
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
  description: 'List all memories, newest first, including invalidated ones.',
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

export const memoryTools: readonly Tool[] = [storeMemory, getMemory, updateMemory, deleteMemory, listMemories];
