import * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Engine } from '../../engine/engine.ts';
import { toUuid } from '../../engine/ids.ts';
import type { Changes } from '../../engine/memories/changing.ts';
import { type Memory, MemoryType } from '../../engine/model.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { problemOfInput } from '../../engine/text/problem.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { adds, type Call, changes, defineTool, ignoring, optional, reads, type Tool } from '../contract.ts';
import { SimilarMemory, similarTo } from '../similar.ts';
import { round } from '../texts.ts';
import { refusal, unknownArguments } from '../unknown-arguments.ts';
import { memoryId, metadata } from './inputs.ts';
import { History, MemoryResult, presentHistory, presentMemory, presentRelated, RelatedItem } from './present.ts';

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
    'Store a requirement, design decision, code pattern, component, function, test result, session summary or user preference. Ids and names in its metadata link it to other memories, including those added later. `conflicts` lists known memories of its type that say nearly the same, `similar` those that this one may replace (may_supersede) or that are about the same thing (related): update those that no longer hold.',
  annotations: adds,
  input: z.object({
    type: MemoryType.meta({ description: 'The type of memory' }),
    content: z.string().min(1).max(100_000).meta({ description: 'The text to remember' }),
    metadata: metadata.meta({
      description:
        'Fields by type, all optional: requirement_id, title, priority, status, implementing_components · design_type, decision, related_requirements, affected_components · pattern_name, code_template, applicable_components · component_id, name, file_path, dependencies, base_pattern · test_name, status, affected_component',
    }),
    relationships: optional(
      z.array(z.object({ type: z.string(), target_id: memoryId('The memory it points to') })),
    ).meta({
      description: 'Relationships to memories that are already stored',
    }),
  }),
  output: z.object({
    memory_id: z.string(),
    status: z.literal('created'),
    conflicts: z.array(z.object({ memory_id: z.string(), similarity: z.number() })),
    similar: z.array(SimilarMemory).optional(),
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
      ...similarTo(stored, toUuid),
      ...(stored.redacted.length > 0 ? { redacted: [...stored.redacted] } : {}),
    };
  },
});

const memoryUpdate = defineTool({
  name: 'memory_update',
  title: 'Update memory',
  description:
    'Change the content or metadata fields; fields you leave out stay, null removes one. The previous state is kept in the history. Metadata {"deleted": false} restores a deleted memory from the bin.',
  annotations: changes,
  input: z.object({
    memory_id: memoryId('The memory to change'),
    content: optional(z.string().max(100_000)).meta({ description: 'The new text' }),
    metadata: metadata.meta({ description: 'Fields to set; null removes a field' }),
    expected_version: optional(z.int()).meta({
      description: 'The version you read; the update is refused (CON_) if the memory has changed since',
    }),
  }),
  output: z.object({
    memory_id: z.string(),
    status: z.literal('updated'),
    updated_fields: z.array(z.string()),
    version: z.number(),
  }),
  async handle({ memory_id, content, metadata, expected_version: expected }, { engine, actor, signal }) {
    const updated_fields = Object.entries({ content, metadata }).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    );
    if (updated_fields.length === 0) throw invalid('There is nothing to update.', "Include 'content' or 'metadata'.");
    if (metadata?.deleted === true)
      throw invalid('metadata.deleted: true does not delete a memory.', 'Call memory_delete to move it into the bin.');
    const numbering = await engine.access.numbering(actor);
    const revision = expected === undefined ? undefined : numbering.read('version', expected);
    const changes = { content, metadataFields: metadata, revision };
    const isBinned = metadata?.deleted === false && (await engine.memories.discardedAt(actor, memory_id)) !== null;
    const memory = isBinned
      ? await restored({ engine, actor, signal }, memory_id, changes)
      : await orBinned(engine.memories.update(actor, memory_id, changes, signal), engine, actor, memory_id).catch(
          (thrown: unknown) => {
            throw outdated(thrown, numbering, expected);
          },
        );
    const version = numbering.show('version', memory.revision);
    return { memory_id: toUuid(memory.id), status: 'updated' as const, updated_fields, version };
  },
});

/** Where the update was based on another version, says which one there is. */
function outdated(thrown: unknown, { show }: Numbering, expected: number | undefined): unknown {
  if (!(thrown instanceof RemanenceError) || typeof thrown.details?.revision !== 'number') return thrown;
  const version = show('version', thrown.details.revision);
  return new RemanenceError('conflict', `The memory has version ${version}, not ${expected}.`, {
    hint: 'Read it again, and base the change on its current state.',
    details: { version, expected_version: expected },
  });
}

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
    'Delete a memory and its relationships. Searches no longer find it, and it is removed permanently when the bin is emptied, by default after 30 days. Until then, memory_update with metadata {"deleted": false} restores it.',
  annotations: changes,
  input: z.object({ memory_id: memoryId('The memory to delete') }),
  output: z.object({ status: z.literal('deleted'), relationships_removed: z.int() }),
  async handle({ memory_id }, { engine, actor }) {
    const removed = await orBinned(engine.memories.discard(actor, memory_id), engine, actor, memory_id);
    return { status: 'deleted' as const, relationships_removed: removed };
  },
});

const memoryGet = defineTool({
  name: 'memory_get',
  title: 'Get memory',
  description:
    'Return one memory in full, with its times and version; on request also what it is related to and its previous states.',
  annotations: reads,
  input: z.object({
    memory_id: memoryId('The memory to read'),
    include_relationships: z
      .boolean()
      .default(false)
      .meta({ description: 'Also return what it is directly related to' }),
    include_history: z.boolean().default(false).meta({ description: 'Also return its state before each change' }),
    content_offset: z.int().min(0).default(0).meta({ description: 'Where to continue in very long content' }),
    history_offset: z.int().min(0).default(0).meta({ description: 'Where to continue in a long history' }),
  }),
  output: z.object({
    memory: MemoryResult,
    relationships: z.array(RelatedItem).optional(),
    ...History,
  }),
  async handle(input, { engine, actor }) {
    const { memory_id, include_relationships, include_history, content_offset, history_offset } = input;
    const memory = await orBinned(engine.memories.open(actor, memory_id), engine, actor, memory_id);
    const [known] = await engine.inbox.staleness(actor, [memory]);
    const around = { types: null, direction: 'both', depth: 1 } as const;
    return {
      memory: presentMemory(memory, await engine.access.numbering(actor), content_offset, known),
      ...(include_relationships
        ? { relationships: (await engine.graph.around(actor, memory.id, around)).related.map(presentRelated) }
        : {}),
      ...(include_history
        ? presentHistory(memory, await engine.memories.history(actor, memory.id), history_offset)
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
  description: 'Store up to 100 memories at once. Valid ones are stored; invalid ones are reported by index.',
  annotations: adds,
  input: z.object({
    memories: z
      // Each is validated separately, so that a bad one does not affect the others.
      .array(z.unknown().meta({ ...z.toJSONSchema(BulkItem, { io: 'input' }) }))
      .max(MAX_MEMORIES)
      .meta({ description: 'Each with a type, content and optional metadata, as for memory_add' }),
  }),
  output: z.object({
    created: z.int(),
    memory_ids: z.array(z.string()),
    errors: z.array(z.object({ index: z.int(), error: z.string() })),
  }),
  async handle({ memories }, { engine, actor, signal, progress }) {
    const unknown = unknownArguments(z.array(BulkItem), memories, ['memories']);
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
      ...(unknown.length > 0 ? ignoring(unknown) : {}),
    };
  },
});

/** The parsed item, or what is wrong with it. */
function readItem(item: unknown): z.infer<typeof BulkItem> | RemanenceError {
  const refused = refusal(unknownArguments(BulkItem, item));
  if (refused !== null) return invalid(refused);
  const read = BulkItem.safeParse(item);
  if (read.success) return read.data;
  const problems = read.error.issues.map(
    (issue) => `${issue.path.join('.') || 'memory'}: ${problemOfInput(issue, item)}`,
  );
  return invalid(`${problems.join('; ')}.`, 'Each memory needs a type and a content.');
}

export const memoryTools: readonly Tool[] = [memoryAdd, memoryUpdate, memoryDelete, memoryGet, memoryBulkAdd];
