import * as z from 'zod';
import { type Actor, actingAs, inProject } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { type Waiting, WaitingKind } from '../../engine/inbox/waiting.ts';
import { MemoryKind, MemoryType, Metadata } from '../../engine/model.ts';
import { invalid } from '../../errors.ts';
import { alsoUndoing, Changed, changedAnswer } from './memory-changes.ts';
import { MemoryView, presentMemory, versionOf } from './memory-view.ts';
import { type ApiCall, changes, reads } from './route.ts';
import { versionConflict } from './versions.ts';
import { id, Place, page, paged } from './where.ts';

/** An item that waits for a decision. */
const InboxItem = z.object({
  /** Sent back with the decision. */
  id,
  kind: WaitingKind,
  at: z.number(),
  /** Why it is here, in words. */
  reason: z.string().nullable(),
  similarity: z.number().nullable(),
  /** The memory it is about, the newer of two; null for a proposal, which is not a memory yet. */
  memory: MemoryView.nullable(),
  /** The older of two that say the same or contradict each other. */
  other: MemoryView.nullable(),
  proposal: z
    .object({
      content: z.string(),
      kind: MemoryKind,
      type: MemoryType.nullable(),
      tags: z.array(z.string()),
      by: z.string(),
      source: z.string().nullable(),
      cube: z.string(),
      user: z.string().nullable(),
      project: z.string().nullable(),
    })
    .nullable(),
});
type InboxItem = z.infer<typeof InboxItem>;

/** What the caller saw: the decision is refused when one of them has changed since. */
const Seen = z.object({
  item: id,
  version: z.string().max(40).optional(),
  otherVersion: z.string().max(40).optional(),
});

const counts = reads({
  what: 'Count what waits, by kind.',
  input: z.object({}),
  output: z.record(WaitingKind, z.number()),
  async handle(_, { engine, actor }) {
    return engine.inbox.counts(actor);
  },
});

const list = reads({
  what: 'List what waits for a decision, newest first: duplicates, contradictions, stale memories, proposals.',
  input: z.object({ kind: WaitingKind, ...page(100, 30) }),
  output: paged(InboxItem),
  async handle({ kind, after, limit }, { engine, actor }) {
    const { items, next } = await engine.inbox.list(actor, kind, { after, limit });
    return { items: items.map(presentItem), next };
  },
});

const look = changes({
  what: 'Start looking for duplicates among everything the caller may change; `data.jobs` reports the progress.',
  input: z.object({}),
  output: z.object({ job: z.string() }),
  async handle(_, { engine, actor }) {
    return { job: (await engine.inbox.look(actor)).id };
  },
});

const propose = changes({
  what: 'Propose a memory, which no search finds until it is accepted. A rejected proposal is not accepted again.',
  input: Place.extend({
    content: z.string().min(1).max(200_000),
    kind: MemoryKind.optional(),
    type: MemoryType.optional(),
    tags: z.array(z.string().max(200)).max(50).default([]),
    metadata: Metadata.default({}),
    source: z.string().max(200).optional(),
  }),
  output: z.object({ item: z.string().nullable() }),
  async handle({ user, project, cube, ...input }, { engine, actor }) {
    const narrowed = inProject(actingAs(actor, user), project);
    const there = cube === undefined ? narrowed : await inCube(engine, narrowed, cube);
    return { item: await engine.inbox.propose(there, { ...input, type: input.type ?? null }) };
  },
});

const keep = changes({
  what: 'Keep it: both of two stay, a stale memory still holds, a proposal becomes a memory.',
  input: Seen,
  output: Changed,
  async handle(input, call) {
    await checkSeen(call, input);
    const memories = await call.engine.inbox.keep(call.actor, input.item, call.signal);
    return { memories: memories.map(presentMemory), undo: null };
  },
});

const merge = changes({
  what: 'Merge two: the older stays and gets what it lacks, the newer goes to the bin.',
  input: Seen.extend({ content: z.string().min(1).max(200_000).optional() }),
  output: Changed,
  async handle(input, call) {
    const { other } = await checkSeen(call, input);
    const { kept, gone } = await call.engine.inbox.merge(call.actor, input.item, input, call.signal);
    const { memories, undo } = changedAnswer(undefined, [{ before: other ?? kept, after: kept }]);
    return { memories, undo: alsoUndoing(undo, { restores: [{ id: gone.id }] }) };
  },
});

const replace = changes({
  what: 'Let the newer of two replace the older, whose validity ends now.',
  input: Seen,
  output: Changed,
  async handle(input, call) {
    const { other } = await checkSeen(call, input);
    const after = await call.engine.inbox.replace(call.actor, input.item);
    return changedAnswer(undefined, [{ before: other ?? after, after }]);
  },
});

const reject = changes({
  what: 'Reject it: the newer of two or a stale memory goes to the bin, a proposal is deleted and not accepted again.',
  input: Seen,
  output: Changed,
  async handle(input, call) {
    const { memory } = await checkSeen(call, input);
    const gone = await call.engine.inbox.reject(call.actor, input.item, memory?.revision);
    return { memories: [], undo: gone === null ? null : { reverts: [], restores: [{ id: gone.id }], discards: [] } };
  },
});

/** The actor in a cube that it may write to. Proposals wait in the store: a cube with its own file has no inbox. */
async function inCube(engine: Engine, actor: Actor, id: string): Promise<Actor> {
  const { path } = await engine.cubes.registry.find(actor, id, 'write');
  if (path !== null)
    throw invalid(`The cube ${id} has its own file, and takes no proposals.`, 'Store the memory directly.');
  return { ...actor, cube: id };
}

/** Refuses a decision about an item that has changed since the caller saw it. */
async function checkSeen({ engine, actor }: ApiCall, seen: z.infer<typeof Seen>): Promise<Waiting> {
  const { memory, other } = await engine.inbox.named(actor, seen.item);
  const pairs = [
    [memory, seen.version],
    [other, seen.otherVersion],
  ] as const;
  for (const [stored, version] of pairs) {
    if (stored !== null && version !== undefined && versionOf(stored) !== version) throw versionConflict(stored, seen);
  }
  return engine.inbox.item(actor, seen.item);
}

const presentItem = ({ memory, other, proposal, ...item }: Waiting): InboxItem => ({
  ...item,
  memory: memory && presentMemory(memory),
  other: other && presentMemory(other),
  proposal: proposal && { ...proposal, tags: [...proposal.tags] },
});

export const inboxRoutes = {
  'inbox.counts': counts,
  'inbox.list': list,
  'inbox.look': look,
  'inbox.propose': propose,
  'inbox.keep': keep,
  'inbox.merge': merge,
  'inbox.replace': replace,
  'inbox.reject': reject,
};
