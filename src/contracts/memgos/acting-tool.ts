import type * as z from 'zod';
import { defineTool, type Tool, type ToolDefinition } from '../contract.ts';
import type { asker } from './inputs.ts';

/** A tool whose caller acts for the `user_id` in its input, if allowed. */
export const defineActingTool = <I extends z.ZodObject<{ user_id: typeof asker }>, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): Tool =>
  defineTool({
    ...definition,
    async handle(input, call) {
      const actor = await call.engine.access.as(call.actor, input.user_id);
      return definition.handle(input, { ...call, actor });
    },
  });
