// The tools of memgos: cubes in the store and in separate files, their memories, and chats.
import { join } from 'node:path';
import { changing, type Plan, type ToolOperation } from './operation.ts';
import type { World } from './world.ts';

const profile = 'memgos';

/** A memory in a cube, and that cube. */
function someOfCube(world: World): { name: string; cube: string; id: string } | null {
  const name = world.some('memory', (each) => {
    const cube = world.cubeOf(each);
    return cube !== null && world.ledger.expected.has(`cube ${cube}`) && world.knows('memory', each);
  });
  const cube = name === null ? null : world.cubeOf(name);
  return name === null || cube === null ? null : { name, cube, id: world.idOf('memory', name) };
}

const registering = (tool: string, place: (world: World, id: string) => Record<string, string>): ToolOperation => ({
  profile,
  tool,
  plan: (world): Plan => {
    const id = world.texts.name('box');
    const path = place(world, id);
    return {
      changes: changing([`cube ${id}`, Object.keys(path).length > 0 ? 'in a file' : 'in the store']),
      act: (call) => call('register_cube', { cube_id: id, name: id, ...path }),
    };
  },
});

export const cubeOperations: readonly ToolOperation[] = [
  registering('register_cube', () => ({})),
  registering('register_cube with a file', (world, id) => ({ cube_path: join(world.place.work, `${id}.db`) })),
  {
    profile,
    tool: 'add_memory',
    plan: (world) => {
      const cube = world.some('cube', (id) => id !== 'default') ?? 'default';
      const { name, text } = world.texts.fresh(cube === 'default' ? 'm' : `${cube}-`);
      return {
        changes: changing([`memory ${name}`, text]),
        act: (call) => call('add_memory', { memory_content: text, mem_cube_id: cube }),
      };
    },
  },
  {
    profile,
    tool: 'update_memory',
    plan: (world) => {
      const memory = someOfCube(world);
      if (!memory) return null;
      const text = world.texts.text(memory.name);
      const input = { memory_id: memory.id, cube_id: memory.cube, updated_content: text };
      return { changes: changing([`memory ${memory.name}`, text]), act: (call) => call('update_memory', input) };
    },
  },
  {
    profile,
    tool: 'delete_memory',
    plan: (world) => {
      const memory = someOfCube(world);
      if (!memory) return null;
      const input = { memory_id: memory.id, cube_id: memory.cube };
      return {
        changes: changing([`memory ${memory.name}`, null], [`ended ${memory.name}`, null]),
        act: (call) => call('delete_memory', input),
      };
    },
  },
  {
    profile,
    tool: 'chat',
    plan: (world) => {
      const session = world.texts.name('talk');
      // No word of it is in any text: a question with a word that only a deleted memory had goes with it.
      return {
        changes: changing([`chat ${session}`, 'asked']),
        act: (call) => call('chat', { query: 'What is known of the weather?', session_id: session }),
      };
    },
  },
];
