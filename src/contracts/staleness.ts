// Says that a memory has ended, and why a result may be out of date, in contracts that write ids in their own way.
import type { Memory } from '../engine/model.ts';
import type { Staleness } from '../engine/retrieval/results.ts';
import { printTime } from '../engine/temporal/validity.ts';
import { shorten } from '../engine/text/sentences.ts';

/** Empty if no end is known. */
export const ended = ({ validUntil }: Memory): { valid_until?: string } =>
  validUntil === null ? {} : { valid_until: printTime(validUntil) };

/** Characters shown of another memory, so that nobody has to ask for it. */
export const OTHER_LENGTH = 160;

/** Empty if nothing is known. With the later memory's text: it may not be among the results. */
export function possiblyStale(
  { stale, later }: Staleness,
  printId: (later: NonNullable<Staleness['later']>) => string,
): { possibly_stale?: string } {
  if (stale === null) return {};
  if (!later) return { possibly_stale: stale };
  const summary = `${printId(later)}: ${shorten(later.content, OTHER_LENGTH)}`;
  return { possibly_stale: stale.replace(later.id, () => summary) };
}
