// What the embedder and its worker thread say to each other.
import { z } from 'zod';

export const WorkerOptions = z.object({
  model: z.string(),
  /** Of the bundled model: what was learned beside the public weights counts, too. */
  taught: z.boolean(),
  wasmRuntime: z.string(),
  /** `wasm` leaves the native runtime alone even where it is there. */
  runtime: z.enum(['auto', 'wasm']),
  threads: z.number(),
});
export type WorkerOptions = z.infer<typeof WorkerOptions>;

export const ToWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passages'), id: z.number(), text: z.string() }),
  z.object({ kind: z.literal('query'), id: z.number(), text: z.string() }),
  /** Nobody waits for this answer any more. */
  z.object({ kind: z.literal('cancel'), id: z.number() }),
  /** End after the piece at hand: a thread that is killed inside the native runtime takes the process with it. */
  z.object({ kind: z.literal('stop') }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

const Ready = z.object({ runtime: z.string(), dimensions: z.number() });
export type Ready = z.infer<typeof Ready>;

export const FromWorker = z.union([
  z.object({ ready: Ready }),
  z.object({ id: z.number(), passages: z.array(z.object({ text: z.string(), vector: z.instanceof(Float32Array) })) }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
