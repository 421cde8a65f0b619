// Hourly figures of the whole store.
import { type Actor, seesAll } from '../../access/actor.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Clock, Store } from '../../ports.ts';
import { waitBriefly } from '../../waiting.ts';
import type { Measured, StoreSize } from '../ports.ts';
import { hourOf, type Timings } from './timings.ts';

export interface Hour {
  /** Start of the hour. */
  readonly at: number;
  readonly searches: number;
  readonly searchMs: number | null;
  readonly slowestSearchMs: number | null;
  readonly writes: number;
  readonly writeMs: number | null;
  readonly slowestWriteMs: number | null;
  readonly cacheHitRate: number | null;
  readonly recalls: number;
  readonly emptyRecalls: number;
  readonly weakRecalls: number;
  readonly memories: number | null;
  readonly bytes: number | null;
}

const KEPT_MS = 31 * 24 * HOUR_MS;
const NOTHING: Measured = { count: 0, ms: 0, slowest: 0 };

export class Hours {
  readonly #store: Store;
  readonly #timings: Timings;
  readonly #clock: Clock;

  constructor(store: Store, timings: Timings, clock: Clock) {
    this.#store = store;
    this.#timings = timings;
    this.#clock = clock;
  }

  /** Records the store's size, once an hour. */
  async note(): Promise<void> {
    const now = this.#clock.now();
    await this.#store.statistics.noteSize(hourOf(now), await this.#size(), now - KEPT_MS);
  }

  async #size(): Promise<StoreSize> {
    return { memories: await this.#store.memories.count({}), bytes: await this.#store.size() };
  }

  /** The last `hours` hours, oldest first; empty for callers who may not see the whole store. */
  async of(actor: Actor, hours: number): Promise<Hour[]> {
    if (!seesAll(actor)) return [];
    await waitBriefly(this.#timings.flush());
    const present = hourOf(this.#clock.now());
    const since = present - (hours - 1) * HOUR_MS;
    // What was noted at the start of this hour may be long out of date.
    const presentSize = await this.#size();
    const measured = new Map((await this.#store.statistics.hours(since)).map((each) => [each.hour, each]));
    const recalled = new Map((await this.#store.recalls.hours(since)).map((each) => [each.hour, each]));
    const known = [...new Set([...measured.keys(), ...recalled.keys(), present])].sort((a, b) => a - b);
    return known.map((at) => {
      const of = (operation: string) => measured.get(at)?.operations.get(operation) ?? NOTHING;
      const [search, write, hits, misses] = [of('search'), of('write'), of('cache_hit').count, of('cache_miss').count];
      const { recalls = 0, empty = 0, weak = 0 } = recalled.get(at) ?? {};
      const size = at === present ? presentSize : measured.get(at)?.size;
      return {
        at,
        searches: search.count,
        searchMs: average(search),
        slowestSearchMs: search.count === 0 ? null : search.slowest,
        writes: write.count,
        writeMs: average(write),
        slowestWriteMs: write.count === 0 ? null : write.slowest,
        cacheHitRate: hits + misses === 0 ? null : hits / (hits + misses),
        recalls,
        emptyRecalls: empty,
        weakRecalls: weak,
        memories: size?.memories ?? null,
        bytes: size?.bytes ?? null,
      };
    });
  }
}

const average = ({ count, ms }: Measured): number | null => (count === 0 ? null : ms / count);
