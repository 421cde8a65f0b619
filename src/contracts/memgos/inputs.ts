import * as z from 'zod';
import { optional } from '../contract.ts';
import { idIn } from '../ids.ts';

/** An empty user id counts as missing. */
export const user = (description: string) =>
  z
    .string()
    .nullish()
    .transform((value) => value || undefined)
    .meta({ description });

export const asker = user("The user to act as (optional); with a token, only that token's user");

export const cubeId = (description: string) => z.string().min(1).meta({ description });

export const cubeIds = optional(z.array(z.string()))
  .transform((ids) => (ids?.length === 0 ? undefined : ids))
  .meta({ description: 'Only these cubes (default: all that the user may see)' });

export const memoryId = z
  .string()
  .min(1)
  .meta({ description: 'A memory id, as returned by another tool' })
  .transform(idIn);

export const metadata = (description: string) => optional(z.record(z.string(), z.unknown())).meta({ description });

export const bounded = (description: string, fallback: number, least: number, most: number) =>
  z.int().min(least).max(most).default(fallback).meta({ description });

export const content = (description: string) => z.string().min(1).max(50_000).meta({ description });

export const success = z.literal(true);
