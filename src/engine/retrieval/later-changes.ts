// Results that a later memory may have changed: "We use Vitest", then "We switched from Vitest to Jest".
import { areAboutOthers, isOfOnePlace, namesOtherValue } from '../memories/likeness.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { READ } from './ordering.ts';
import type { Found, Staleness } from './results.ts';

/** What is said of a result that this later memory may have changed, and that may be out of date for other reasons, too. */
export const outdated = (later: Staleness['later'], stale: string | null = null): Staleness => ({
  changedBy: later?.id ?? null,
  later,
  stale: stale ?? (later ? `A later memory may have changed this: ${later.id}` : null),
});

/** Marks each of the first results to which a later one among them gives another value, unless someone decided to keep both. */
export async function markLaterChanges<T extends Pick<Found, 'memory' | 'stale'>>(
  found: readonly T[],
  inbox: Pick<Store['inbox'], 'settled'>,
): Promise<readonly T[]> {
  const first = found.slice(0, READ);
  const pairs = first.flatMap(({ memory, stale }) =>
    stale === null
      ? first.filter((other) => changes(other.memory, memory)).map((other) => [other.memory.id, memory.id] as const)
      : [],
  );
  if (pairs.length === 0) return found;
  const kept = new Set((await inbox.settled(pairs)).map(String));
  const open = pairs.filter((pair) => !kept.has(String(pair)));
  return found.map((each) => {
    const [id] = open.find(([, earlier]) => earlier === each.memory.id) ?? [];
    const later = first.find(({ memory }) => memory.id === id);
    return later === undefined ? each : { ...each, ...outdated(later.memory) };
  });
}

const changes = (later: Memory, earlier: Memory): boolean =>
  later.eventTime > earlier.eventTime &&
  isOfOnePlace(earlier, later) &&
  namesOtherValue(later.content, earlier.content) &&
  // Takes long for long texts, of which hardly any gets this far.
  !areAboutOthers(later.content, earlier.content);
