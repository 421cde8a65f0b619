// How long searches and writes take, over all processes of this store.
import { HOUR_MS } from '../../clock.ts';
import type { Clock } from '../../ports.ts';
import { waitBriefly } from '../../waiting.ts';
import type { Measured, StatisticsStore, Timing } from '../ports.ts';

export type Operation = 'search' | 'write';

/** Texts sent to the embedder that were in its cache, and those that were not. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
}

export interface Performance {
  /** Null until something was measured. */
  readonly averageSearchMs: number | null;
  readonly averageWriteMs: number | null;
  /** From 0 to 1. */
  readonly cacheHitRate: number | null;
}

type TimingsStore = Pick<StatisticsStore, 'addTimings' | 'timings'>;

const NOTHING: Measured = { count: 0, ms: 0, slowest: 0 };

/** The start of the hour that contains a moment. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

export class Timings {
  readonly #store: TimingsStore;
  readonly #clock: Clock;
  readonly #cache: () => CacheUse;
  #counted: CacheUse = { hits: 0, misses: 0 };
  #waiting = new Map<string, Measured>();

  constructor(store: TimingsStore, clock: Clock, cache: () => CacheUse) {
    this.#store = store;
    this.#clock = clock;
    this.#cache = cache;
  }

  /** Failed calls are not measured. */
  async measure(operation: Operation, work: () => unknown): Promise<unknown> {
    const began = this.#clock.now();
    const result = await work();
    this.#add(operation, 1, this.#clock.now() - began);
    return result;
  }

  #add(operation: string, count: number, ms: number): void {
    if (count > 0) this.#merge(operation, { count, ms, slowest: ms });
  }

  #merge(operation: string, { count, ms, slowest }: Measured): void {
    const known = this.#waiting.get(operation) ?? NOTHING;
    this.#waiting.set(operation, {
      count: known.count + count,
      ms: known.ms + ms,
      slowest: Math.max(known.slowest, slowest),
    });
  }

  /** Stores what was measured since the last flush; what cannot be stored now goes with the next. */
  async flush(): Promise<void> {
    const { hits, misses } = this.#cache();
    this.#add('cache_hit', hits - this.#counted.hits, 0);
    this.#add('cache_miss', misses - this.#counted.misses, 0);
    this.#counted = { hits, misses };
    const waiting = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#store.addTimings(waiting, hourOf(this.#clock.now()));
    } catch (error) {
      for (const [operation, measured] of waiting) this.#merge(operation, measured);
      throw error;
    }
  }

  async averages(): Promise<Performance> {
    await waitBriefly(this.flush());
    const all = await this.#store.timings();
    const of = (operation: string) => all.get(operation) ?? NOTHING;
    const average = ({ count, ms }: Timing) => (count === 0 ? null : ms / count);
    const [hits, misses] = [of('cache_hit').count, of('cache_miss').count];
    return {
      averageSearchMs: average(of('search')),
      averageWriteMs: average(of('write')),
      cacheHitRate: hits + misses === 0 ? null : hits / (hits + misses),
    };
  }
}
