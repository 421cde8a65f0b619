import { expect, it } from 'vitest';
import { Timings } from './timings.ts';

it('what could not be stored is stored with the next figures', async () => {
  const stored: (readonly [string, number])[] = [];
  let isFull = true;
  const store = {
    addTimings: async (measured: ReadonlyMap<string, { count: number }>) => {
      if (isFull) throw new Error('The disk is full.');
      for (const [operation, { count }] of measured) stored.push([operation, count]);
    },
    timings: async () => new Map(),
  };
  const timings = new Timings(store, { now: () => 0 }, () => ({ hits: 2, misses: 1 }));
  await timings.measure('search', () => {});
  await expect(timings.flush()).rejects.toThrow('full');
  await timings.measure('search', () => {});
  isFull = false;
  await timings.flush();
  expect(stored).toEqual([
    ['search', 2],
    ['cache_hit', 2],
    ['cache_miss', 1],
  ]);
});
