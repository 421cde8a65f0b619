// Every tool that stores, changes or removes memories, graph or chats.
import { setTimeout as delay } from 'node:timers/promises';
import { MemoryType } from '../../src/engine/model.ts';
import type { Call } from './agent.ts';
import { TWICE } from './facts.ts';
import type { Changes } from './ledger.ts';
import { changing, type Plan, type ToolOperation } from './operation.ts';
import type { World } from './world.ts';

const STATUS_EVERY_MS = 20;
const MEMORIES = ['memory', 'ended'];
const GRAPH = ['entity', 'relation', 'observation'];

/** Stores a text under a new name. */
function storing(tool: string, input: (text: string) => Record<string, unknown>, prefix = 'm') {
  return (world: World): Plan => {
    const { name, text } = world.texts.fresh(prefix);
    return { changes: changing([`memory ${name}`, text]), act: (call) => call(tool, input(text)) };
  };
}

/** Works on an existing memory. */
function onMemory(work: (memory: { name: string; id: string }, world: World) => Plan) {
  return (world: World): Plan | null => {
    const memory = world.someMemory();
    return memory && work(memory, world);
  };
}

const rewriting = (tool: string, input: (id: string, text: string) => Record<string, unknown>) =>
  onMemory(({ name, id }, world) => {
    const text = world.texts.text(name);
    return { changes: changing([`memory ${name}`, text]), act: (call) => call(tool, input(id, text)) };
  });

const removing = (tool: string, input: (id: string) => Record<string, unknown>) =>
  onMemory(({ name, id }) => ({
    changes: changing([`memory ${name}`, null], [`ended ${name}`, null]),
    act: (call) => call(tool, input(id)),
  }));

/** Removes all memories of the common store that meet a condition. */
const sweeping = (world: World, kinds: readonly string[], meets: (name: string) => boolean = () => true) =>
  changing(
    ...kinds.flatMap((kind) =>
      world
        .names(kind, (name) => !(MEMORIES.includes(kind) && world.isInFile(name)) && meets(name))
        .map((name) => [`${kind} ${name}`, null] as const),
    ),
  );

/** Memories stored twice become one. */
export const merging = (world: World): Changes =>
  new Map(
    [...world.ledger.expected]
      .filter(([, text]) => text.endsWith(TWICE))
      .map(([fact, text]) => [fact, text.slice(0, -TWICE.length)]),
  );

const twoEntities = (world: World): [string, string] | null => {
  const known = world.names('entity', (name) => world.knows('entity', name));
  const [from, to] = world.random.shuffle(known);
  return from === undefined || to === undefined ? null : [from, to];
};

/** Waits for a job that a tool has started. */
export async function finished(call: Call, tool: string, input: Record<string, unknown>): Promise<void> {
  for (;;) {
    const status = await call(tool, input);
    const state = Reflect.get(Object(status.job ?? status), 'status');
    if (state === 'completed') return;
    if (state === 'failed' || state === 'cancelled') throw new Error(`${tool}: ${JSON.stringify(status)}`);
    await delay(STATUS_EVERY_MS);
  }
}

export const memoryOperations: readonly ToolOperation[] = [
  {
    profile: 'memory-mcp',
    tool: 'store_memory',
    plan: storing('store_memory', (content) => ({ content, metadata: { by: 'torture' } })),
  },
  {
    profile: 'memory-mcp',
    tool: 'update_memory',
    plan: rewriting('update_memory', (id, content) => ({ id, content })),
  },
  { profile: 'memory-mcp', tool: 'delete_memory', plan: removing('delete_memory', (id) => ({ id })) },
  {
    profile: 'memory-mcp',
    tool: 'invalidate',
    plan: onMemory(({ name, id }) => ({
      changes: changing([`ended ${name}`, 'yes']),
      act: (call) => call('invalidate', { id, reason: 'It was tortured.' }),
    })),
  },
  {
    profile: 'memory-mcp',
    tool: 'create_entity',
    plan: (world) => {
      const name = world.texts.name('Ent');
      return {
        changes: changing([`entity ${name}`, 'service']),
        act: (call) => call('create_entity', { name, entity_type: 'service' }),
      };
    },
  },
  {
    profile: 'memory-mcp',
    tool: 'create_relation',
    plan: (world) => {
      const [from, to] = twoEntities(world) ?? [];
      if (from === undefined || to === undefined) return null;
      const type = world.texts.name('uses');
      const ends = { from_entity: world.idOf('entity', from), to_entity: world.idOf('entity', to) };
      return {
        changes: changing([`relation ${from} ${type} ${to}`, 'yes']),
        act: (call) => call('create_relation', { ...ends, relation_type: type }),
      };
    },
  },
  {
    profile: 'memory-mcp',
    tool: 'reset_all_memory',
    // Code, chats and memories are removed one after the other.
    grain: 'kind',
    sweeps: true,
    plan: (world) => ({
      changes: sweeping(world, [...MEMORIES, ...GRAPH, 'chat', 'project']),
      act: (call) => call('reset_all_memory', { confirm: true }),
    }),
  },
  {
    profile: 'long-term-memory',
    tool: 'memory_add',
    plan: (world) =>
      storing('memory_add', (content) => ({
        type: world.random.pick(MemoryType.options),
        content,
        metadata: { title: 'Torture', requirement_id: world.texts.name('REQ-') },
      }))(world),
  },
  {
    profile: 'long-term-memory',
    tool: 'memory_update',
    plan: rewriting('memory_update', (memory_id, content) => ({ memory_id, content })),
  },
  {
    profile: 'long-term-memory',
    tool: 'memory_delete',
    plan: removing('memory_delete', (memory_id) => ({ memory_id })),
  },
  {
    profile: 'long-term-memory',
    tool: 'memory_bulk_add',
    plan: (world) => {
      const fresh = Array.from({ length: world.random.int(2, 30) }, () => world.texts.fresh('bulk'));
      const twins = world.texts.fresh('twin');
      // With different types they would be two memories, which normalising does not merge.
      const typed = [...fresh, twins].map(({ text }) => ({
        type: world.random.pick(MemoryType.options),
        content: text,
      }));
      const memories = [...typed, ...typed.slice(-1)];
      return {
        changes: changing(...fresh.map(({ name, text }) => [`memory ${name}`, text] as const), [
          `memory ${twins.name}`,
          `${twins.text}${TWICE}`,
        ]),
        act: (call) => call('memory_bulk_add', { memories }),
      };
    },
  },
  {
    profile: 'long-term-memory',
    tool: 'normalize_memory',
    sweeps: true,
    plan: (world) => ({
      changes: merging(world),
      act: async (call) => {
        const { job_id } = await call('normalize_memory', {});
        await finished(call, 'normalize_status', { job_id });
      },
    }),
  },
  {
    profile: 'code-vector-memory',
    tool: 'remember',
    plan: (world) => {
      const session = world.random.pick(['sa', 'sb', 'sc']);
      return storing('remember', (content) => ({ content, session_id: session }), `${session}m`)(world);
    },
  },
  {
    profile: 'code-vector-memory',
    tool: 'upsert_entity',
    plan: (world) => {
      const [name, said] = [world.texts.name('Known'), world.texts.text('It')];
      return {
        changes: changing([`entity ${name}`, 'library'], [`observation ${name}: ${said}`, 'yes']),
        act: (call) =>
          call('upsert_entity', { name, entity_type: 'library', observations_json: JSON.stringify([said]) }),
      };
    },
  },
  {
    profile: 'code-vector-memory',
    tool: 'add_relation',
    plan: (world) => {
      const [source, target] = twoEntities(world) ?? [];
      if (source === undefined || target === undefined) return null;
      const type = world.texts.name('needs');
      return {
        changes: changing([`relation ${source} ${type} ${target}`, 'yes']),
        act: (call) => call('add_relation', { source, target, relation_type: type }),
      };
    },
  },
  {
    profile: 'code-vector-memory',
    tool: 'maintenance vacuum',
    plan: () => ({ changes: changing(), act: (call) => call('maintenance', { action: 'vacuum' }) }),
  },
  {
    profile: 'code-vector-memory',
    tool: 'maintenance purge_session',
    sweeps: true,
    plan: (world) => {
      const session = world.random.pick(['sa', 'sb', 'sc']);
      return {
        changes: sweeping(world, MEMORIES, (name) => name.startsWith(`${session}m`)),
        act: (call) => call('maintenance', { action: 'purge_session', session_id: session, confirm: true }),
      };
    },
  },
  ...[{ action: 'purge_all' }, { action: 'prune_older_than', older_than_days: 0 }].map(
    (input): ToolOperation => ({
      profile: 'code-vector-memory',
      tool: `maintenance ${input.action}`,
      sweeps: true,
      plan: (world) => ({
        changes: sweeping(world, input.action === 'purge_all' ? [...MEMORIES, ...GRAPH] : MEMORIES),
        act: (call) => call('maintenance', { ...input, confirm: true }),
      }),
    }),
  ),
  {
    profile: 'agentic-memory',
    tool: 'memory_put',
    plan: storing('memory_put', (content) => ({ content, importance: 'high' })),
  },
];
