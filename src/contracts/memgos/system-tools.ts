import * as z from 'zod';
import type { EmbedderStatus } from '../../engine/memories/embedder.ts';
import type { DiskState } from '../../engine/ports.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { success } from './inputs.ts';
import { STDIO } from './user-tools.ts';

/** The version of the contract, not of the server. */
const API_VERSION = '1.0.0';

export const Category = z.enum(['memory', 'cube', 'chat', 'user', 'system']);
export type Category = z.infer<typeof Category>;

const healthCheck = defineTool({
  name: 'health_check',
  title: 'Health check',
  description: 'Report whether each part of the memory works: storage and search, chat, and users.',
  annotations: reads,
  input: z.object({}),
  output: z.object({
    success,
    health: z.object({
      status: z.enum(['healthy', 'degraded']),
      timestamp: z.string(),
      api_connection: z.object({ status: z.string(), url: z.string(), response_time_ms: z.int() }),
      services: z.object({ memory_system: z.string(), chat_system: z.string(), user_system: z.string() }),
      problems: z.array(z.string()).optional(),
      version: z.string().meta({ description: 'The version of this API' }),
      server_version: z.string(),
      uptime_seconds: z.int(),
    }),
  }),
  async handle(_, { engine, actor, address }) {
    const began = performance.now();
    const { embedding, version, disk } = await engine.status(actor);
    const responseTime = Math.round(performance.now() - began);
    const unopened = (await engine.cubes.unopened(actor)).map((id) => `The cube ${id} cannot be opened.`);
    const chat = engine.chat.status(actor);
    // A store that waits for another process is busy, not broken.
    const written = disk.writes === 'busy' ? null : disk.problem;
    const problems = [embedding.error, chat.error, written, ...unopened].filter((problem) => problem !== null);
    return {
      success: true as const,
      health: {
        status: problems.length === 0 ? ('healthy' as const) : ('degraded' as const),
        timestamp: printTime(Date.now()),
        // The store is in this process, so this is the time of a local call.
        api_connection: { status: 'connected', url: address ?? STDIO, response_time_ms: responseTime },
        services: {
          memory_system: memorySystem(embedding.state, disk.writes, unopened.length),
          chat_system:
            chat.model === null ? 'extractive: no language model' : chat.error === null ? 'operational' : 'failing',
          user_system: 'operational',
        },
        ...(problems.length === 0 ? {} : { problems }),
        version: API_VERSION,
        server_version: version,
        uptime_seconds: Math.round(process.uptime()),
      },
    };
  },
});

function memorySystem(embedding: EmbedderStatus['state'], writes: DiskState['writes'], unopened: number): string {
  if (writes === 'failed') return 'reads only: nothing can be written';
  if (embedding === 'error') return 'words only: no embedding model';
  return unopened === 0 ? 'operational' : `operational except for ${unopened} of the cubes`;
}

/** `all` returns every tool of the profile by category, including these. */
export const systemTools = (all: () => Readonly<Record<Category, readonly Tool[]>>): readonly Tool[] => [
  healthCheck,
  defineTool({
    name: 'list_tools',
    title: 'List tools',
    description: 'List all tools with their input schemas, or those of one category.',
    annotations: reads,
    input: z.object({ category: optional(Category).meta({ description: 'Only this category (optional)' }) }),
    output: z.object({
      success,
      tools: z.array(
        z.object({
          name: z.string(),
          category: Category,
          description: z.string(),
          input_schema: z.record(z.string(), z.unknown()),
        }),
      ),
      total_tools: z.int(),
      categories: z.record(z.string(), z.int()),
    }),
    async handle({ category }) {
      const tools = Category.options.flatMap((each) => all()[each].map((tool) => ({ tool, category: each })));
      const wanted = tools.filter((each) => category === undefined || each.category === category);
      return {
        success: true as const,
        tools: wanted.map(({ tool, category }) => ({
          name: tool.name,
          category,
          description: tool.description,
          input_schema: tool.inputSchema,
        })),
        total_tools: wanted.length,
        categories: Object.fromEntries(Category.options.map((each) => [each, all()[each].length])),
      };
    },
  }),
];
