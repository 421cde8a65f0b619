// Says why a result may be out of date, in contracts that write ids in their own way.
import type { Found } from '../engine/retrieval/results.ts';

/** Empty if nothing is known. */
export function possiblyStale(
  { stale, changedBy }: Pick<Found, 'stale' | 'changedBy'>,
  printId: (id: string) => string,
): { possibly_stale?: string } {
  if (stale === null) return {};
  return { possibly_stale: changedBy === null ? stale : stale.replace(changedBy, printId(changedBy)) };
}
