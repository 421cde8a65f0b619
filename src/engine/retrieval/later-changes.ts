// Results that a later memory may have changed: "We use Vitest", then "We switched from Vitest to Jest".
import type { ScopeFilter } from '../access/actor.ts';
import { namesOtherValue } from '../memories/likeness.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Found } from './results.ts';

/** How many of the first results are looked at. */
const LOOKED_AT = 5;

/** What was noticed when memories were stored. */
interface Contradictions {
  successors(rows: readonly number[], within: ScopeFilter, at: number): Promise<ReadonlyMap<number, string>>;
}

/**
 * Marks each of the first results that a later memory contradicts, as noticed when that was stored, or that a later one
 * among them gives another value; none where a time is asked for.
 */
export async function markLaterChanges<T extends Pick<Found, 'memory' | 'parts' | 'stale'>>(
  found: readonly T[],
  inbox: Contradictions,
  { within, validAt }: SearchFilter,
): Promise<T[]> {
  const first = found.slice(0, LOOKED_AT).map(({ memory }) => memory);
  if (first.length === 0) return [];
  const rows = first.map(({ row }) => row);
  const successors = await inbox.successors(rows, within, validAt);
  return found.map((each, i) => {
    if (each.stale !== null || each.parts.time !== null || i >= LOOKED_AT) return each;
    const later = successors.get(each.memory.row) ?? first.find((other) => changes(other, each.memory))?.id;
    return later === undefined ? each : { ...each, stale: `A later memory may have changed this: ${later}` };
  });
}

const changes = (later: Memory, earlier: Memory): boolean =>
  later.eventTime > earlier.eventTime && namesOtherValue(later.content, earlier.content);
