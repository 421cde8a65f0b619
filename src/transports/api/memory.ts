import * as z from 'zod';
import { Changeable } from '../../engine/model.ts';
import { MemoryView, presentMemory } from './memory-view.ts';
import { reads } from './route.ts';
import { targetOf } from './target.ts';
import { Filters, id, MemoryRef, page, paged, Where } from './where.ts';

/** The earlier values of the fields that changed. */
const Past = z.object({ changedAt: z.number(), before: Changeable.partial() });

/** Code that a memory names. */
const CodePlace = z.object({
  project: z.string(),
  path: z.string(),
  /** Null for the whole file. */
  symbol: z.string().nullable(),
  state: z.enum(['same', 'changed', 'moved', 'gone']),
  movedTo: z.string().nullable(),
});

const Binned = z.object({ memory: MemoryView, deletedAt: z.number(), endsAt: z.number() });

/** A neighbour of a memory in the graph. */
const Neighbour = z.object({
  label: z.string(),
  name: z.string(),
  memory: z.string().nullable(),
  relationship: z.string(),
  direction: z.enum(['outgoing', 'incoming']),
});

const get = reads({
  what: 'Get a memory with its history and the code it names.',
  input: MemoryRef,
  output: z.object({
    memory: MemoryView,
    stale: z.string().nullable(),
    history: z.array(Past),
    code: z.array(CodePlace),
    /** Whether the newest change can be undone. */
    undoable: z.boolean(),
    /** The memory that this one replaced, in the same cube. */
    replaces: z.object({ id: z.string(), content: z.string() }).nullable(),
  }),
  async handle({ id, cube }, call) {
    const { memories, editing, links, actor } = await targetOf(call, { cube });
    const memory = await memories.get(actor, id);
    const history = await memories.history(actor, memory.id);
    const stale = await links.stale(actor, [memory.row]);
    const places = await links.placesOf(actor, memory.row);
    const replaced = await memories.predecessor(actor, memory);
    return {
      memory: presentMemory(memory),
      stale: stale.get(memory.row) ?? null,
      history,
      code: places.map(({ project, ...place }) => ({ ...place, project: project.name })),
      undoable: editing.isUndoable(history),
      replaces: replaced && { id: replaced.id, content: replaced.content },
    };
  },
});

const neighbours = reads({
  what: 'List what a memory is connected to: entities, memories, files and symbols.',
  input: z.object({ id }),
  output: z.object({ neighbours: z.array(Neighbour), cut: z.boolean() }),
  async handle({ id }, { engine, actor }) {
    return engine.explorer.neighbours(actor, id);
  },
});

const list = reads({
  what: 'List memories, filtered, newest first; paged by key, so that every page takes the same time.',
  input: Filters.extend(page(200, 50)),
  output: paged(MemoryView),
  async handle({ cube, user, project, ...query }, call) {
    const { browsing, actor } = await targetOf(call, { cube, user, project });
    const { items, next } = await browsing.page(actor, query);
    return { items: items.map(presentMemory), next };
  },
});

const names = reads({
  what: 'List the tags, labels, users, projects and cubes that filters can name.',
  input: Where,
  output: z.object({
    tags: z.array(z.string()),
    labels: z.array(z.string()),
    users: z.array(z.string()),
    projects: z.array(z.string()),
    cubes: z.array(z.string()),
  }),
  async handle(where, call) {
    const { browsing, actor } = await targetOf(call, where);
    const cubes = await call.engine.cubes.registry.list(call.actor);
    const { tags, labels, users, projects } = await browsing.names(actor);
    return {
      tags: [...tags],
      labels: [...labels],
      users: [...users],
      projects: [...projects],
      cubes: cubes.map((cube) => cube.id),
    };
  },
});

const bin = reads({
  what: 'List forgotten memories that can be restored, newest first.',
  input: Where.extend(page(200, 50)),
  output: paged(Binned),
  async handle({ after, limit, ...where }, call) {
    const { browsing, actor } = await targetOf(call, where);
    const { items, next } = await browsing.bin(actor, { after, limit });
    return { items: items.map(({ memory, ...times }) => ({ memory: presentMemory(memory), ...times })), next };
  },
});

export const memoryRoutes = {
  'memory.get': get,
  'memory.neighbours': neighbours,
  'memory.list': list,
  'memory.names': names,
  'memory.bin': bin,
};
