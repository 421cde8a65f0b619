import * as z from 'zod';

/** The events of the live stream, by name. */
export const LiveEvents = {
  /** Memories that the caller may see were stored, changed or removed. */
  written: z.object({
    at: z.number(),
    memories: z.array(z.object({ id: z.string(), text: z.string().describe('Its beginning.'), isNew: z.boolean() })),
    removed: z.number(),
  }),
  /** A client recalled memories. */
  recalled: z.object({
    at: z.number(),
    id: z.string(),
    who: z.string(),
    tool: z.string(),
    client: z.string().nullable(),
    question: z.string(),
    given: z.number(),
  }),
};
export type LiveEvents = { readonly [K in keyof typeof LiveEvents]: z.infer<(typeof LiveEvents)[K]> };
