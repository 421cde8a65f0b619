// Results that a later memory may have changed: "We use Vitest", then "We switched from Vitest to Jest".
import { namesOtherValue } from '../memories/likeness.ts';
import type { Memory } from '../model.ts';
import type { Found, Staleness } from './results.ts';
import { READ } from './verdicts.ts';

/** What is said of a result that this later memory may have changed, and that may be out of date for other reasons, too. */
export const outdated = (later: string | null, stale: string | null = null): Staleness => ({
  changedBy: later,
  stale: stale ?? (later && `A later memory may have changed this: ${later}`),
});

/** Marks each of the first results to which a later one among them gives another value; none where a time is asked for. */
export function markLaterChanges<T extends Pick<Found, 'memory' | 'parts' | 'stale'>>(found: readonly T[]): T[] {
  const first = found.slice(0, READ).map(({ memory }) => memory);
  return found.map((each, i) => {
    if (each.stale !== null || each.parts.time !== null || i >= READ) return each;
    const later = first.find((other) => changes(other, each.memory));
    return later ? { ...each, ...outdated(later.id) } : each;
  });
}

const changes = (later: Memory, earlier: Memory): boolean =>
  later.eventTime > earlier.eventTime && namesOtherValue(later.content, earlier.content);
