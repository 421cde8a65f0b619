// What the embedder and its worker thread say to each other.
import { z } from 'zod';

export const WorkerOptions = z.object({
  model: z.string(),
  wasmRuntime: z.string(),
  /** `wasm` leaves the native runtime alone even where it is there. */
  runtime: z.enum(['auto', 'wasm']),
  threads: z.number(),
});
export type WorkerOptions = z.infer<typeof WorkerOptions>;

export const ToWorker = z.object({ id: z.number(), kind: z.enum(['passages', 'query']), text: z.string() });
export type ToWorker = z.infer<typeof ToWorker>;

export const FromWorker = z.union([
  z.object({ ready: z.object({ runtime: z.string(), dimensions: z.number() }) }),
  z.object({ id: z.number(), passages: z.array(z.object({ text: z.string(), vector: z.instanceof(Float32Array) })) }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
