import { z } from 'zod';
import { MemoryView } from './memory-view.ts';

/** What every refusal says. */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    /** What of the input is wrong. */
    field: z.string().optional(),
    /** Seconds to wait before the next request. */
    retryAfter: z.number().optional(),
    /** The memory as it is now, and what the caller sent, where both do not fit. */
    stored: MemoryView.optional(),
    yours: z.unknown().optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;
