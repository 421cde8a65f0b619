import { z } from 'zod';
import { changes, defineTool, reads, type Tool } from '../contract.ts';

import { presentStatus, StatusResult } from './present.ts';

const getStatus = defineTool({
  name: 'get_status',
  title: 'Get status',
  description: 'Version, health, how much is stored, and the state of the embedding model.',
  annotations: reads,
  input: z.object({}),
  output: StatusResult,
  async handle(_, { engine, actor }) {
    return presentStatus(await engine.status(actor));
  },
});

const resetAllMemory = defineTool({
  name: 'reset_all_memory',
  title: 'Reset all memory',
  description: 'Delete ALL memories, entities, relations and indexed code for good. Requires confirm=true.',
  annotations: changes,
  input: z.object({
    // Anything but a plain true is a no: this tool does not error.
    confirm: z
      .custom<unknown>(() => true)
      .optional()
      .meta({ type: 'boolean', description: 'Must be true to confirm deletion. Safety check.' }),
  }),
  output: z.object({
    reset: z.boolean(),
    deleted: z
      .object({ memories: z.number(), entities: z.number(), relations: z.number(), code_chunks: z.number() })
      .optional(),
    message: z.string().optional(),
  }),
  async handle({ confirm }, { engine, actor }) {
    if (confirm !== true)
      return { reset: false, message: 'Confirmation required. Set confirm=true to delete all data.' };
    const { codeChunks, ...deleted } = await engine.reset(actor);
    return { reset: true, deleted: { ...deleted, code_chunks: codeChunks } };
  },
});

export const systemTools: readonly Tool[] = [getStatus, resetAllMemory];
