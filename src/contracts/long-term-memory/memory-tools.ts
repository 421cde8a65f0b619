import * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { toUuid } from '../../engine/ids.ts';
import type { Changes } from '../../engine/memories/changing.ts';
import { type Memory, MemoryType } from '../../engine/model.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { problemOf } from '../../engine/text/problem.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { adds, type Call, changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { round } from '../texts.ts';
import { memoryId, metadata } from './inputs.ts';
import { MemoryResult, PastResult, presentMemory, presentPast, presentRelated, RelatedItem } from './present.ts';

const MAX_MEMORIES = 100;

/** For a memory in the bin, the error says how to restore it. */
async function orBinned<T>(wanted: Promise<T>, engine: Engine, actor: Actor, id: string): Promise<T> {
  try {
    return await wanted;
  } catch (thrown) {
    const isMissing = thrown instanceof RemanenceError && thrown.code === 'not_found';
    const at = isMissing ? await engine.memories.discardedAt(actor, id) : null;
    if (at === null) throw thrown;
    throw new RemanenceError('not_found', `Memory ${id} was deleted at ${printTime(at)}.`, {
      hint: 'It is still in the bin: memory_update with metadata {"deleted": false} restores it.',
      details: { resource: 'memory', deleted_at: printTime(at) },
    });
  }
}

const memoryAdd = defineTool({
  name: 'memory_add',
  title: 'Add memory',
  description:
    'Store a requirement, design decision, code pattern, component, function, test result, session summary or user preference. Its metadata ties it to others by their ids and names, also to those that come later. Says which known memories it nearly repeats.',
  annotations: adds,
  input: z.object({
    type: MemoryType.meta({ description: 'What it is' }),
    content: z.string().min(1).max(100_000).meta({ description: 'The text to remember' }),
    metadata: metadata.meta({
      description:
        'Type-specific, all optional: requirement_id, title, priority, status, implementing_components · design_type, decision, related_requirements, affected_components · pattern_name, code_template, applicable_components · component_id, name, file_path, dependencies, base_pattern · test_name, status, affected_component',
    }),
    relationships: optional(
      z.array(z.object({ type: z.string(), target_id: memoryId('The memory it leads to') })),
    ).meta({
      description: 'Edges to memories that are stored already',
    }),
  }),
  output: z.object({
    memory_id: z.string(),
    status: z.literal('created'),
    conflicts: z.array(z.object({ memory_id: z.string(), similarity: z.number() })),
    redacted: z.array(z.string()).optional(),
  }),
  async handle({ type, content, metadata = {}, relationships = [] }, { engine, actor, signal }) {
    const relations = relationships.map((each) => ({ type: each.type, target: each.target_id }));
    const stored = await engine.memories.store(actor, { type, content, metadata, relations }, signal);
    return {
      memory_id: toUuid(stored.memory.id),
      status: 'created' as const,
      conflicts: stored.conflicts.map(({ memory, similarity }) => ({
        memory_id: toUuid(memory.id),
        similarity: round(similarity),
      })),
      ...(stored.redacted.length > 0 ? { redacted: [...stored.redacted] } : {}),
    };
  },
});

const memoryUpdate = defineTool({
  name: 'memory_update',
  title: 'Update memory',
  description:
    'Change the content or fields of the metadata; what is not given stays, a metadata field that is null is taken out. What it was is kept in its history. Metadata of {"deleted": false} brings a deleted memory back from the bin.',
  annotations: changes,
  input: z.object({
    memory_id: memoryId('The memory to change'),
    content: optional(z.string()).meta({ description: 'The new text' }),
    metadata: metadata.meta({ description: 'Fields to set' }),
    expected_version: optional(z.int()).meta({
      description: 'The version that was read: refused with CON_ when somebody has changed it since',
    }),
  }),
  output: z.object({
    memory_id: z.string(),
    status: z.literal('updated'),
    updated_fields: z.array(z.string()),
    version: z.number(),
  }),
  async handle({ memory_id, content, metadata, expected_version: expected }, { engine, actor, signal }) {
    const given = { ...(content === undefined ? {} : { content }), ...(metadata === undefined ? {} : { metadata }) };
    const updated_fields = Object.keys(given);
    if (updated_fields.length === 0) throw invalid('There is nothing to update.', "Include 'content' or 'metadata'.");
    const numbering = await engine.access.numbering(actor);
    const revision = expected === undefined ? undefined : numbering.read('version', expected);
    const changes = { content, metadataFields: metadata, revision };
    const isBinned = metadata?.deleted === false && (await engine.memories.discardedAt(actor, memory_id)) !== null;
    const memory = isBinned
      ? await restored({ engine, actor, signal }, memory_id, changes)
      : await orBinned(engine.memories.update(actor, memory_id, changes, signal), engine, actor, memory_id);
    const version = numbering.show('version', memory.revision);
    return { memory_id: toUuid(memory.id), status: 'updated' as const, updated_fields, version };
  },
});

/** Brings a memory back from the bin, and changes what else was given. */
async function restored(
  { engine: { memories }, actor, signal }: Pick<Call, 'engine' | 'actor' | 'signal'>,
  id: string,
  { content, metadataFields = {}, revision }: Changes,
): Promise<Memory> {
  if (revision !== undefined)
    throw invalid('A memory in the bin has no version to expect.', 'Leave out expected_version to restore it.');
  const memory = await memories.restore(actor, id, signal);
  const { deleted: _, ...fields } = metadataFields;
  const isMore = content !== undefined || Object.keys(fields).length > 0;
  return isMore ? memories.update(actor, id, { content, metadataFields: fields }, signal) : memory;
}

const memoryDelete = defineTool({
  name: 'memory_delete',
  title: 'Delete memory',
  description:
    'Delete a memory and its relationships. It is gone from every search at once, and for good when the bin is emptied, by default after 30 days; until then memory_update with metadata {"deleted": false} brings it back.',
  annotations: changes,
  input: z.object({ memory_id: memoryId('The memory to delete') }),
  output: z.object({ status: z.literal('deleted'), relationships_removed: z.int() }),
  async handle({ memory_id }, { engine, actor }) {
    return { status: 'deleted' as const, relationships_removed: await engine.memories.discard(actor, memory_id) };
  },
});

const memoryGet = defineTool({
  name: 'memory_get',
  title: 'Get memory',
  description:
    'One memory, whole, with its times and version; on request with what it is related to and what it was before.',
  annotations: reads,
  input: z.object({
    memory_id: memoryId('The memory to read'),
    include_relationships: z.boolean().default(false).meta({ description: 'Also what it is directly related to' }),
    include_history: z.boolean().default(false).meta({ description: 'Also what it was before each change' }),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to go on in a very long content' }),
  }),
  output: z.object({
    memory: MemoryResult,
    relationships: z.array(RelatedItem).optional(),
    history: z.array(PastResult).optional(),
  }),
  async handle({ memory_id, include_relationships, include_history, content_offset }, { engine, actor }) {
    const memory = await orBinned(engine.memories.open(actor, memory_id), engine, actor, memory_id);
    const stale = (await engine.code.links.stale(actor, [memory.row])).get(memory.row);
    const around = { types: null, direction: 'both', depth: 1 } as const;
    return {
      memory: presentMemory(memory, await engine.access.numbering(actor), content_offset, stale),
      ...(include_relationships
        ? { relationships: (await engine.graph.around(actor, memory.id, around)).related.map(presentRelated) }
        : {}),
      ...(include_history
        ? { history: (await engine.memories.history(actor, memory.id)).slice(0, 10).map(presentPast) }
        : {}),
    };
  },
});

const BulkItem = z.object({
  type: z.string(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const memoryBulkAdd = defineTool({
  name: 'memory_bulk_add',
  title: 'Add memories',
  description: 'Store up to 100 memories at once. Good ones are stored, bad ones are reported by their index.',
  annotations: adds,
  input: z.object({
    memories: z
      // Each is validated separately, so that a bad one does not affect the others.
      .array(z.unknown().meta({ ...z.toJSONSchema(BulkItem, { io: 'input' }) }))
      .max(MAX_MEMORIES)
      .meta({ description: 'As memory_add takes them' }),
  }),
  output: z.object({
    created: z.int(),
    memory_ids: z.array(z.string()),
    errors: z.array(z.object({ index: z.int(), error: z.string() })),
  }),
  async handle({ memories }, { engine, actor, signal, progress }) {
    const outcomes = await engine.memories.storeValid(actor, memories.map(readItem), {
      signal,
      onProgress: (done) => progress(done, memories.length),
    });
    return {
      created: outcomes.filter((outcome) => 'memory' in outcome).length,
      memory_ids: outcomes.flatMap((outcome) => ('memory' in outcome ? [toUuid(outcome.memory.id)] : [])),
      errors: outcomes.flatMap((outcome, index) =>
        'error' in outcome
          ? [{ index, error: [outcome.error.message, outcome.error.hint].filter(Boolean).join(' ') }]
          : [],
      ),
    };
  },
});

/** The parsed item, or what is wrong with it. */
function readItem(item: unknown): z.infer<typeof BulkItem> | RemanenceError {
  const read = BulkItem.safeParse(item);
  if (read.success) return read.data;
  return invalid(
    read.error.issues.map((issue) => `${issue.path.join('.') || 'memory'}: ${problemOf(issue)}`).join('; '),
  );
}

export const memoryTools: readonly Tool[] = [memoryAdd, memoryUpdate, memoryDelete, memoryGet, memoryBulkAdd];
