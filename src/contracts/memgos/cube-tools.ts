import * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import type { Cube, CubeFigures } from '../../engine/access/ports.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { optional, reads, type Tool } from '../contract.ts';
import { defineActingTool } from './acting-tool.ts';
import { asker, cubeId, success } from './inputs.ts';
import { KIND_FIELD } from './present.ts';

const Statistics = z.object({
  total_memories: z.int(),
  text_memories: z.int(),
  activation_memories: z.int(),
  parametric_memories: z.int(),
  total_size_bytes: z.int(),
  last_accessed: z.string(),
});

const NOTHING: CubeFigures = { total: 0, saying: new Map(), bytes: 0, changedAt: null, accessedAt: null };

function statisticsOf({ createdAt }: Cube, figures: CubeFigures): z.input<typeof Statistics> {
  const { total, saying, bytes, accessedAt, changedAt } = figures;
  const [activation, parametric] = [saying.get('activation') ?? 0, saying.get('parametric') ?? 0];
  return {
    total_memories: total,
    text_memories: total - activation - parametric,
    activation_memories: activation,
    parametric_memories: parametric,
    total_size_bytes: bytes,
    last_accessed: printTime(accessedAt ?? changedAt ?? createdAt),
  };
}

/** The path of the server's own store is never shown; that of a cube's file only to callers who may see every cube. */
const pathOf = ({ path }: Cube, { cubes }: Actor): string | null => (cubes === undefined ? path : null);

const registerCube = defineActingTool({
  name: 'register_cube',
  title: 'Register cube',
  description:
    'Create a cube to store memories in; an existing cube stays as it is. With cube_path, its memories are stored there, in a file of their own.',
  annotations: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    cube_id: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[a-zA-Z0-9_-]+$/, { error: 'it may have only letters (a to z), digits, _ and -' })
      .meta({ description: 'The id of the cube: letters, digits, underscores, hyphens' }),
    cube_path: optional(z.string()).meta({
      description: 'A folder or .db file for the cube, inside the folders that the server may use (optional)',
    }),
    user_id: asker,
    name: optional(z.string()).meta({ description: 'A human-readable name (optional)' }),
    description: optional(z.string()).meta({ description: 'What the cube is for (optional)' }),
  }),
  output: z.object({ success, cube_id: z.string(), created_at: z.string(), message: z.string() }),
  async handle({ cube_id: id, cube_path, name, description }, { engine, actor }) {
    const { cube, isNew } = await engine.cubes.register(actor, { id, name, description }, cube_path);
    return {
      success: true as const,
      cube_id: cube.id,
      created_at: printTime(cube.createdAt),
      message: isNew ? 'Memory cube registered successfully' : 'Memory cube is registered already; nothing was changed',
    };
  },
});

const listCubes = defineActingTool({
  name: 'list_cubes',
  title: 'List cubes',
  description: 'List the cubes that the user may see; with include_stats, also what each contains.',
  annotations: reads,
  input: z.object({
    user_id: asker,
    include_stats: z.boolean().default(false).meta({
      description: 'Also return statistics, with text, activation and parametric memories counted separately',
    }),
  }),
  output: z.object({
    success,
    cubes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        owner_id: z.string(),
        created_at: z.string(),
        is_loaded: z.boolean(),
        memory_count: z.int(),
        statistics: Statistics.optional(),
      }),
    ),
    total_cubes: z.int(),
  }),
  async handle({ include_stats }, { engine, actor }) {
    const cubes = await engine.cubes.registry.list(actor);
    const figures = await Promise.all(cubes.map((cube) => engine.cubes.figures(actor, cube, KIND_FIELD)));
    return {
      success: true as const,
      cubes: cubes.map((cube, i) => {
        const held = figures[i] ?? null;
        return {
          id: cube.id,
          name: cube.name,
          owner_id: cube.owner,
          created_at: printTime(cube.createdAt),
          is_loaded: held !== null,
          memory_count: held?.total ?? 0,
          ...(include_stats ? { statistics: statisticsOf(cube, held ?? NOTHING) } : {}),
        };
      }),
      total_cubes: cubes.length,
    };
  },
});

const cubeInfo = defineActingTool({
  name: 'cube_info',
  title: 'Cube info',
  description: 'Return one cube: its owner, whether it can be used, and how many memories of each kind it contains.',
  annotations: reads,
  input: z.object({ cube_id: cubeId('The cube to look at'), user_id: asker }),
  output: z.object({
    success,
    cube: z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().optional(),
      path: z
        .string()
        .nullable()
        .meta({ description: "The cube's own file, shown only to callers who may see every cube" }),
      owner_id: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      is_loaded: z.boolean(),
      statistics: Statistics,
    }),
  }),
  async handle({ cube_id }, { engine, actor }) {
    const cube = await engine.cubes.registry.find(actor, cube_id);
    const figures = await engine.cubes.figures(actor, cube, KIND_FIELD);
    return {
      success: true as const,
      cube: {
        id: cube.id,
        name: cube.name,
        ...(cube.description === null ? {} : { description: cube.description }),
        path: pathOf(cube, actor),
        owner_id: cube.owner,
        created_at: printTime(cube.createdAt),
        updated_at: printTime(Math.max(cube.updatedAt, figures?.changedAt ?? 0)),
        is_loaded: figures !== null,
        statistics: statisticsOf(cube, figures ?? NOTHING),
      },
    };
  },
});

export const cubeTools: readonly Tool[] = [registerCube, listCubes, cubeInfo];
