// What the summarizer and the thread with its model say to each other.
import { z } from 'zod';

export const GgufOptions = z.object({
  /** The package that runs the model. */
  library: z.string(),
  model: z.string(),
  contextTokens: z.number(),
  threads: z.number(),
  gpuLayers: z.number(),
  maxTokens: z.number(),
  temperature: z.number(),
  topP: z.number(),
  repeatPenalty: z.number(),
});
export type GgufOptions = z.infer<typeof GgufOptions>;

export const ToGguf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('complete'), id: z.number(), instruction: z.string(), text: z.string() }),
  /** Nobody waits for this answer any more. */
  z.object({ kind: z.literal('cancel'), id: z.number() }),
  z.object({ kind: z.literal('stop') }),
]);
export type ToGguf = z.infer<typeof ToGguf>;

export const FromGguf = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ failed: z.string(), installed: z.boolean() }),
  z.object({ id: z.number(), text: z.string() }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type FromGguf = z.infer<typeof FromGguf>;
