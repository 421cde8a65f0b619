import * as z from 'zod';
import type { Actor } from '../../engine/access/actor.ts';
import { readId, readRow } from '../../engine/ids.ts';
import { MemoryKind, MemoryType } from '../../engine/model.ts';
import { readEnd, readTime } from '../../engine/temporal/validity.ts';
import { optional } from '../contract.ts';
import { idIn } from '../ids.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID; the other spellings of our ids are accepted, too. */
export const uuid = (description: string) =>
  z
    .string()
    .refine((text) => UUID.test(text) || readId(idIn(text)) !== null || readRow(text) !== null, {
      error: 'expected a UUID',
      params: { format: 'uuid' },
    })
    .meta({ format: 'uuid', description });

export const memoryId = (description: string) => uuid(description).transform(idIn);

export const path = (description: string) => z.string().min(1).meta({ description });

export const metadata = optional(z.record(z.string(), z.unknown()));

/** The eight types, and the kinds of memories that other profiles stored without a type. */
const TYPES = [...MemoryType.options, ...MemoryKind.options];

export const memoryTypes = optional(
  z.array(
    z.string().refine((type) => TYPES.some((known) => known === type), {
      error: `expected one of ${TYPES.join(', ')}`,
    }),
  ),
).meta({
  description: `Only these types: ${MemoryType.options.join(', ')}; memories without a type have a kind: ${MemoryKind.options.join(', ')}`,
});

/** A time that cannot be read is a problem with its field, like any other. */
const timeOrIssue = (read: (text: string) => number) => (text: string, context: z.core.$RefinementCtx<string>) => {
  try {
    return read(text);
  } catch {
    context.addIssue({ code: 'custom', message: NO_TIME, params: { format: 'date-time' } });
    return z.NEVER;
  }
};

const NO_TIME = 'it must be a time in ISO 8601, for example 2026-01-06T12:00:00Z';

const time = (description: string, read: (text: string) => number) =>
  optional(z.string().transform(timeOrIssue(read))).meta({ type: 'string', format: 'date-time', description });

export const timeRange = optional(
  z
    .object({
      start: time('From this time on', readTime),
      end: time('Up to this time, or to the end of this day', readEnd),
    })
    .refine(
      ({ start, end }) => start === undefined || end === undefined || start <= end,
      'start must not be after end',
    ),
).meta({
  description: 'Only memories stored in this period (ISO 8601)',
});

export const limit = (most: number, fallback: number) =>
  z.int().min(1).max(most).default(fallback).meta({ description: 'Maximum results' });

/** Files are read and written only inside the roots, over every transport. */
export const confined = (actor: Actor): Actor => ({ ...actor, anyCode: false });
