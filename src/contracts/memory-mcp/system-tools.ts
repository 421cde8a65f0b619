import * as z from 'zod';
import { RemanenceError } from '../../errors.ts';
import { changes, defineTool, reads, type Tool } from '../contract.ts';
import { describeCopy, describeRemoval } from '../removal.ts';
import { presentStatus, StatusResult } from './present.ts';

const getStatus = defineTool({
  name: 'get_status',
  title: 'Get status',
  description: 'Report the version, the health, how much is stored, and the state of the embedding model.',
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
  description:
    'Delete ALL memories, entities, relations and indexed code that you own. Requires confirm=true; without it, only reports how much would be deleted.',
  annotations: changes,
  input: z.object({
    // Anything but true means no: this tool never returns an error.
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
    const bulk = { everything: true };
    if (confirm !== true) {
      const outlook = await engine.removing.preview(actor, bulk);
      const asked = `Confirmation required. Set confirm=true${confirm ? ', a boolean,' : ''} to delete all data.`;
      return { reset: false, message: `${asked} ${describeRemoval(outlook)}` };
    }
    try {
      const removed = await engine.removing.remove(actor, bulk);
      const { memories, entities, relations, codeChunks: code_chunks } = removed;
      const message = describeCopy(removed);
      return {
        reset: true,
        deleted: { memories, entities, relations, code_chunks },
        ...(message === null ? {} : { message }),
      };
    } catch (thrown) {
      // This tool never returns an error.
      if (!(thrown instanceof RemanenceError) || thrown.code !== 'storage') throw thrown;
      return { reset: false, message: [thrown.message, thrown.hint].filter(Boolean).join(' ') };
    }
  },
});

export const systemTools: readonly Tool[] = [getStatus, resetAllMemory];
