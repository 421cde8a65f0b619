import * as z from 'zod';
import { type Actor, inSession } from '../../engine/access/actor.ts';
import { Metadata } from '../../engine/model.ts';
import { invalid } from '../../errors.ts';
import { type Call, optional } from '../contract.ts';
import { idIn } from '../ids.ts';

/** Required by the contract, but the configuration may set a default; if both are missing, a specific error says so. */
export const session = z
  .preprocess((value) => value ?? '', z.string())
  .meta({ description: 'Session scope key; notes from other sessions are never found' });

/** The actor in the session that a call names, or in the configured one. */
export function entering({ engine, actor }: Pick<Call, 'engine' | 'actor'>, session: string): Actor {
  const name = session.trim() || engine.notes.settings.session;
  if (name === undefined) throw invalid('session_id is required');
  return inSession(actor, name);
}

export const text = (description: string) => optional(z.string()).meta({ description });

export const offset = z
  .int()
  .min(0)
  .default(0)
  .meta({ description: 'Where to continue in very long content; only for a query such as id:42' });

/** The id of a query that consists of `id:` and a number, or the id that `possibly_stale` names. */
export const askedId = (query: string): string | null => /^\s*id:\s*(\d+|[0-9a-z]{20})\s*$/i.exec(query)?.[1] ?? null;

/** A memory by its number; any other spelling of its id is accepted, too. */
export const memoryId = (description: string) =>
  z
    .custom<string | number>((value) => typeof value === 'number' || typeof value === 'string', {
      error: 'expected a memory id',
    })
    .transform(idIn)
    .meta({ type: 'integer', description });

export function checkShare(share: number | undefined): void {
  if (share !== undefined && !(share > 0 && share <= 1)) {
    throw invalid(`top_p is ${share}; it must be above 0 and at most 1.`);
  }
}

const MIDDLE = 3;

/** Clamped to 1..5; anything but a number is 3. */
export const priority = z
  .custom<unknown>(() => true)
  .optional()
  .transform((value) => {
    const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof given !== 'number' || !Number.isFinite(given)) return MIDDLE;
    return Math.min(Math.max(Math.trunc(given), 1), 5);
  })
  .meta({ type: 'integer', description: '1 (most important) to 5 (least); 3 if left out' });

export const readTags = (tags: string | undefined): string[] | null => {
  const given = tags?.split(',').map((tag) => tag.trim());
  return given?.some(Boolean) ? given.filter(Boolean) : null;
};

export function readMetadata(json: string | undefined): Metadata {
  if (json === undefined || json.trim() === '') return {};
  const parsed = Metadata.safeParse(parse(json));
  if (!parsed.success) throw invalid('metadata_json must be a JSON object.');
  return parsed.data;
}

export function readObservations(json: string | undefined): string[] {
  if (json === undefined || json.trim() === '') return [];
  const parsed = z.array(z.string()).safeParse(parse(json));
  if (!parsed.success) throw invalid('observations_json must be a JSON array of strings.');
  return parsed.data;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
