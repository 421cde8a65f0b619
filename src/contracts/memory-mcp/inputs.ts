import * as z from 'zod';
import { optional } from '../contract.ts';
import { idIn } from '../ids.ts';

/** An id in any spelling, including the `{tb, id}` of a memory that clients echo back. */
export const id = (description: string) =>
  z
    .custom<string | object>((value) => typeof value === 'string' || (typeof value === 'object' && value !== null), {
      error: 'expected an id',
    })
    .meta({ type: 'string', description })
    .transform(idIn);

/** An empty user id counts as missing. */
export const user = (description: string) =>
  z
    .string()
    .nullish()
    .transform((value) => value || undefined)
    .meta({ description });

/** A number that the contract does not bound: clamped, not refused. */
export const clamped = (description: string, fallback: number, most: number) =>
  z
    .int()
    .default(fallback)
    .transform((value) => Math.min(Math.max(value, 1), most))
    .meta({ description: `${description} (default: ${fallback}, max: ${most})` });

export const bounded = (description: string, fallback: number, most: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .default(fallback)
    .meta({ description: `${description} (default: ${fallback}, max: ${most})` });

export const metadata = (description: string) => optional(z.record(z.string(), z.unknown())).meta({ description });

export const query = (description: string) => z.string().meta({ description });

export const onlyUser = user('Only memories of this user (optional)');

/** How to get the rest of a memory. */
export const more = (left: number, where: string): string =>
  `${left} more characters: call get_memory with this id and ${where}`;
