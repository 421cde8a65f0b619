import { z } from 'zod';

/** What the live line tells, by the name of the event. */
export const LiveEvents = {
  /** Something was stored, changed or removed; `ids` are those that the caller may see. */
  written: z.object({ at: z.number(), ids: z.array(z.string()), removed: z.number() }),
  /** A client was given something. */
  recalled: z.object({
    at: z.number(),
    id: z.string(),
    tool: z.string(),
    client: z.string().nullable(),
    question: z.string(),
    given: z.number(),
  }),
};
export type LiveEvents = { readonly [K in keyof typeof LiveEvents]: z.infer<(typeof LiveEvents)[K]> };
