import { z } from 'zod';

/** What the live line tells, by the name of the event. */
export const LiveEvents = {
  /** Something was stored, changed or removed, as far as the caller may see it. */
  written: z.object({
    at: z.number(),
    memories: z.array(z.object({ id: z.string(), text: z.string().describe('Its beginning.'), isNew: z.boolean() })),
    removed: z.number(),
  }),
  /** A client was given something. */
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
