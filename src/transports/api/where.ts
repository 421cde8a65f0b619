// Where a request looks: everything its actor may see, or a part of it.
import * as z from 'zod';
import { MemoryKind, MemoryType } from '../../engine/model.ts';

const name = z.string().min(1).max(256);

export const Where = z.object({
  cube: name.optional().describe('Only this cube.'),
  user: name.optional().describe('Only what belongs to this user.'),
  project: name.optional().describe('Only what belongs to this project.'),
});
export type Where = z.infer<typeof Where>;

/** Where a request stores something new. */
export const Place = z.object({
  cube: name.optional().describe('The cube to store it in; by default, the cube `default`.'),
  user: name.optional().describe('The user it will belong to; by default, the one the caller is confined to, if any.'),
  project: name
    .optional()
    .describe('The project it will belong to; by default, the one the caller is confined to, if any.'),
});

/** The range of dates on either side of 1970, in milliseconds. */
export const LAST_MOMENT = 8.64e15;
export const moment = z.int().min(-LAST_MOMENT).max(LAST_MOMENT).describe('Epoch milliseconds.');

export const Filters = Where.extend({
  kinds: z.array(MemoryKind).max(3).optional(),
  types: z.array(MemoryType).max(8).optional(),
  tag: z.string().min(1).max(200).optional(),
  label: z.string().min(1).max(200).optional(),
  session: name.optional(),
  since: moment.optional().describe('Learned at this moment or later.'),
  until: moment.optional().describe('Learned before this moment.'),
  validity: z.enum(['valid', 'ended', 'all']).default('valid'),
});

export const page = (most: number, usual: number) => ({
  after: z.string().max(200).optional().describe('The `next` of the page before.'),
  limit: z.int().min(1).max(most).default(usual),
});

export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });

export const id = z.string().min(1).max(100);
/** A memory, and its cube if that has its own file. */
export const MemoryRef = z.object({ id, cube: name.optional() });
export const Versioned = MemoryRef.extend({ version: z.string().max(40) });
