import * as z from 'zod';
import { MemoryView } from './memory-view.ts';

/** The shape of every error. */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    /** The input field that is wrong. */
    field: z.string().optional(),
    /** Seconds to wait before the next request. */
    retryAfter: z.number().optional(),
    /** On a conflict: the memory as it is now, and what the caller sent. */
    stored: MemoryView.optional(),
    yours: z.unknown().optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;
