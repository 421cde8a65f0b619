// The messages between the users of a GGUF model and the thread that runs it.
import * as z from 'zod';

export const GgufOptions = z.object({
  /** The package that runs the model. */
  library: z.string(),
  model: z.string(),
  contextTokens: z.number(),
  threads: z.number(),
  gpuLayers: z.number(),
});
export type GgufOptions = z.infer<typeof GgufOptions>;

const GgufRequest = z.object({
  system: z.string(),
  turns: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).readonly(),
  /** Whether the last turn may be cut to fit; otherwise a prompt that is too long is refused. */
  cuts: z.boolean(),
  /** Additional texts that end the answer. */
  stop: z.array(z.string()),
  maxTokens: z.number(),
  temperature: z.number(),
  topP: z.number(),
  repeatPenalty: z.number(),
});
export type GgufRequest = z.infer<typeof GgufRequest>;

export const ToGguf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), id: z.number(), request: GgufRequest }),
  /** The answer is no longer needed. */
  z.object({ kind: z.literal('cancel'), id: z.number() }),
  z.object({ kind: z.literal('stop') }),
]);
export type ToGguf = z.infer<typeof ToGguf>;

export const FromGguf = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ failed: z.string(), installed: z.boolean() }),
  z.object({ id: z.number(), text: z.string(), tokens: z.number() }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type FromGguf = z.infer<typeof FromGguf>;
