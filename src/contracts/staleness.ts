// Says that a memory has ended, and why a result may be out of date, in contracts that write ids in their own way.
import type { Memory } from '../engine/model.ts';
import type { Staleness } from '../engine/retrieval/results.ts';
import { printTime } from '../engine/temporal/validity.ts';

/** Empty if no end is known. */
export const ended = ({ validUntil }: Memory): { valid_until?: string } =>
  validUntil === null ? {} : { valid_until: printTime(validUntil) };

/** Empty if nothing is known. */
export function possiblyStale(
  { stale, changedBy }: Staleness,
  printId: (id: string) => string,
): { possibly_stale?: string } {
  if (stale === null) return {};
  return { possibly_stale: changedBy === null ? stale : stale.replace(changedBy, printId(changedBy)) };
}
