// The messages between the embedder and its worker thread.
import * as z from 'zod';

export const WorkerOptions = z.object({
  model: z.string(),
  /** Use the bundled model's own training on top of the public weights. */
  taught: z.boolean(),
  wasmRuntime: z.string(),
  /** `wasm` never uses the native runtime, even if it is installed. */
  runtime: z.enum(['auto', 'wasm']),
  threads: z.number(),
});
export type WorkerOptions = z.infer<typeof WorkerOptions>;

export const ToWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passages'), id: z.number(), text: z.string() }),
  z.object({ kind: z.literal('query'), id: z.number(), text: z.string() }),
  /** Whether the text answers the question before it. */
  z.object({ kind: z.literal('judge'), id: z.number(), before: z.string(), text: z.string() }),
  /** Whether the text makes the earlier one before it outdated. */
  z.object({ kind: z.literal('compare'), id: z.number(), before: z.string(), text: z.string() }),
  /** The answer is no longer needed. */
  z.object({ kind: z.literal('cancel'), id: z.number() }),
  /** Stop after the current piece: killing a thread inside the native runtime would crash the process. */
  z.object({ kind: z.literal('stop') }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

const Ready = z.object({ runtime: z.string(), dimensions: z.number() });
export type Ready = z.infer<typeof Ready>;

export const FromWorker = z.union([
  z.object({ ready: Ready }),
  z.object({ id: z.number(), passages: z.array(z.object({ text: z.string(), vector: z.instanceof(Float32Array) })) }),
  z.object({ id: z.number(), odds: z.number() }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
