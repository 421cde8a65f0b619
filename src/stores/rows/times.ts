// When a memory happened, was stored and holds, and those of its relatives, as both stores return them.
import * as z from 'zod';

export const TimesRow = z.object({
  eventTime: z.number(),
  ingestionTime: z.number(),
  validFrom: z.number(),
  validUntil: z.number().nullable(),
});
export const KinRow = TimesRow.extend({
  row: z.number(),
  of: z.number(),
  isLater: z.coerce.boolean(),
  isSuccessor: z.coerce.boolean(),
});
