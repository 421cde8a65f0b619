import * as z from 'zod';
import { MAX_REASON_CHARACTERS } from '../../engine/memories/invalidation.ts';
import { Changeable, type Memory, MemoryKind, MemoryType, Metadata } from '../../engine/model.ts';
import { MemoryView, presentMemory, versionOf } from './memory-view.ts';
import { type ApiCall, changes } from './route.ts';
import { type Target, targetOf } from './target.ts';
import { checkVersion, orConflict } from './versions.ts';
import { MemoryRef, Place, Versioned } from './where.ts';

/** How to undo a change: memories to revert, to take out of the bin, and to put there. */
export const Undo = z.object({
  reverts: z.array(Versioned).max(10),
  restores: z.array(MemoryRef).max(10),
  discards: z.array(Versioned).max(10),
});
export type Undo = z.infer<typeof Undo>;

const NOTHING: Undo = { reverts: [], restores: [], discards: [] };

/** Memories as they are now, and how to undo the change; null if that is impossible. */
export const Changed = z.object({ memories: z.array(MemoryView), undo: Undo.nullable() });

const content = z.string().min(1).max(200_000);
const Fields = z.object({
  content: content.optional(),
  kind: MemoryKind.optional(),
  label: z.string().max(200).nullable().optional(),
  tags: z.array(z.string().max(200)).max(50).optional(),
  summary: z.string().max(20_000).nullable().optional(),
  metadata: Metadata.optional(),
});

const add = changes({
  what: 'Store a new memory.',
  input: Place.extend({
    content,
    kind: MemoryKind.optional(),
    type: MemoryType.optional(),
    label: z.string().max(200).optional(),
    tags: z.array(z.string().max(200)).max(50).default([]),
    metadata: Metadata.default({}),
  }),
  output: z.object({ memory: MemoryView, redacted: z.array(z.string()) }),
  async handle({ cube, user, project, ...input }, call) {
    const { memories, actor } = await targetOf(call, { cube, user, project });
    const { memory, redacted } = await memories.store(actor, { ...input, type: input.type ?? null }, call.signal);
    return { memory: presentMemory(memory), redacted: [...redacted] };
  },
});

const edit = changes({
  what: 'Update a memory; only the given fields change.',
  input: Versioned.extend(Fields.shape),
  output: Changed,
  async handle(input, call) {
    const { cube, version: _, id: __, label, tags, summary, ...changes } = input;
    const target = await targetOf(call, { cube });
    const memory = await checkVersion(target, input, input);
    const filing = {
      label: label === undefined ? memory.label : label,
      tags: tags ?? memory.tags,
      summary: summary === undefined ? memory.summary : summary,
    };
    const revision = memory.revision;
    const update = target.memories.update(target.actor, memory.id, { ...changes, filing, revision }, call.signal);
    const after = await orConflict(target, memory.id, input, update);
    return changedAnswer(cube, [{ before: memory, after }]);
  },
});

const invalidate = changes({
  what: 'End the validity of a memory now; it stays in the history.',
  input: Versioned.extend({ reason: z.string().max(MAX_REASON_CHARACTERS).optional() }),
  output: Changed,
  async handle(input, call) {
    const target = await targetOf(call, { cube: input.cube });
    const memory = await checkVersion(target, input, input);
    const because = { reason: input.reason, revision: memory.revision };
    const after = await orConflict(
      target,
      memory.id,
      input,
      target.memories.invalidate(target.actor, memory.id, because),
    );
    return changedAnswer(input.cube, [{ before: memory, after }]);
  },
});

const replace = changes({
  what: 'Store a replacement, and end the validity of the old memory with a reference to it.',
  input: Versioned.extend({ content, reason: z.string().max(MAX_REASON_CHARACTERS).optional() }),
  output: Changed,
  async handle(input, call) {
    const target = await targetOf(call, { cube: input.cube });
    const memory = await checkVersion(target, input, input);
    const { reason, content } = input;
    const instead = { content, reason };
    const replacing = target.editing.replace(target.actor, memory, instead, call.signal);
    const { old, fresh, isNew } = await orConflict(target, memory.id, input, replacing);
    const { undo } = changedAnswer(input.cube, [{ before: memory, after: old }]);
    const memories = [fresh, old].map(presentMemory);
    const discards = isNew ? [{ id: fresh.id, cube: input.cube, version: versionOf(fresh) }] : [];
    return { memories, undo: alsoUndoing(undo, { discards }) };
  },
});

const merge = changes({
  what: 'Merge two memories: the first stays and gets what it lacks, the other goes to the bin.',
  input: z.object({ keep: Versioned, gone: Versioned, content: content.optional() }),
  output: Changed,
  async handle({ keep, gone, content }, call) {
    const target = await targetOf(call, { cube: keep.cube });
    const kept = await checkVersion(target, keep, { keep, gone, content });
    const other = await checkVersion(target, gone, { keep, gone, content });
    const merging = target.editing.merge(target.actor, kept, other, { content }, call.signal);
    const after = await orConflict(target, kept.id, { keep, gone, content }, merging);
    const { undo } = changedAnswer(keep.cube, [{ before: kept, after }]);
    const restores = [{ id: other.id, cube: gone.cube }];
    return { memories: [presentMemory(after)], undo: alsoUndoing(undo, { restores }) };
  },
});

const forget = changes({
  what: 'Move a memory to the bin: no search finds it, and it can be restored until the bin is emptied, by default after 30 days.',
  input: Versioned,
  output: Changed,
  async handle(input, call) {
    const target = await targetOf(call, { cube: input.cube });
    const memory = await checkVersion(target, input, input);
    await orConflict(target, memory.id, input, target.memories.discard(target.actor, memory.id, memory.revision));
    return { memories: [], undo: { ...NOTHING, restores: [{ id: memory.id, cube: input.cube }] } };
  },
});

const erase = changes({
  what: 'Delete a memory permanently, even one in the bin. This cannot be undone.',
  input: MemoryRef,
  output: z.object({ erased: z.string() }),
  async handle({ id, cube }, call) {
    const { editing, actor } = await targetOf(call, { cube });
    await editing.erase(actor, id);
    return { erased: id };
  },
});

const restore = changes({
  what: 'Take a memory out of the bin unchanged.',
  input: MemoryRef,
  output: Changed,
  async handle({ id, cube }, call) {
    const { memories, actor } = await targetOf(call, { cube });
    return { memories: [presentMemory(await memories.restore(actor, id, call.signal))], undo: null };
  },
});

const undo = changes({
  what: 'Undo a change, within 30 days.',
  input: Undo,
  output: Changed,
  async handle(input, call) {
    // Refuse if anything changed meanwhile, before doing any of it.
    const reverts = await Promise.all(input.reverts.map((each) => unchanged(call, each)));
    const discards = await Promise.all(input.discards.map((each) => unchanged(call, each)));
    const restores = await Promise.all(input.restores.map((each) => inBin(call, each)));
    const back: Memory[] = [];
    for (const { target, before } of restores)
      back.push(await target.memories.restore(target.actor, before.id, call.signal));
    const reverted: Change[] = [];
    for (const { target, before } of reverts) {
      const undoing = target.editing.undo(target.actor, before, call.signal);
      reverted.push({ before, after: await orConflict(target, before.id, input, undoing) });
    }
    for (const { target, before } of discards) {
      const discarding = target.memories.discard(target.actor, before.id, before.revision);
      await orConflict(target, before.id, input, discarding);
    }
    const { memories, undo } = changedAnswer(input.reverts[0]?.cube, reverted);
    // An undo that moved memories into or out of the bin cannot itself be undone.
    const isWhole = input.restores.length === 0 && input.discards.length === 0;
    return { memories: [...back.map(presentMemory), ...memories], undo: isWhole ? undo : null };
  },
});

/** A memory that still has the version the caller knows, and where it is. */
async function unchanged(
  call: ApiCall,
  versioned: z.infer<typeof Versioned>,
): Promise<{ target: Target; before: Memory }> {
  const target = await targetOf(call, { cube: versioned.cube });
  return { target, before: await checkVersion(target, versioned, versioned) };
}

async function inBin(
  call: ApiCall,
  { id, cube }: z.infer<typeof MemoryRef>,
): Promise<{ target: Target; before: Memory }> {
  const target = await targetOf(call, { cube });
  return { target, before: await target.memories.inBin(target.actor, id) };
}

/** A memory before and after a change. */
interface Change {
  readonly before: Memory;
  readonly after: Memory;
}

/** The answer to changes; memories that did not change need no undo. */
export function changedAnswer(cube: string | undefined, changes: readonly Change[]): z.infer<typeof Changed> {
  const reverts = changes
    .filter(isAnother)
    .map(({ after }) => ({ id: after.id, ...(cube === undefined ? {} : { cube }), version: versionOf(after) }));
  return {
    memories: changes.map(({ after }) => presentMemory(after)),
    undo: reverts.length === 0 ? null : { ...NOTHING, reverts },
  };
}

const FIELDS = Changeable.keyof().options;

const isAnother = ({ before, after }: Change): boolean =>
  FIELDS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/** Adds more to an undo. */
export const alsoUndoing = (undo: Undo | null, more: Partial<Undo>): Undo => ({
  ...(undo ?? NOTHING),
  ...more,
});

export const memoryChangeRoutes = {
  'memory.add': add,
  'memory.edit': edit,
  'memory.invalidate': invalidate,
  'memory.replace': replace,
  'memory.merge': merge,
  'memory.forget': forget,
  'memory.erase': erase,
  'memory.restore': restore,
  'memory.undo': undo,
};
