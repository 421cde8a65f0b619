import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delayAfter, Slowdown } from './slowdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first few wrong tokens are answered at once, then each with a longer delay, up to a limit', () => {
  const delays = Array.from({ length: 12 }, (_, i) => delayAfter(i + 1));
  expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 8000]);
});

it('an address that was quiet for ten minutes starts over', async () => {
  const slowdown = new Slowdown();
  for (let i = 0; i < 5; i++) expect(await slowdown.earn('a', 0)).toBeNull();
  const settled = vi.fn();
  const sixth = slowdown.earn('a', 0).then(settled);
  await vi.advanceTimersByTimeAsync(200);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await sixth;
  expect(settled).toHaveBeenCalled();
  expect(await slowdown.earn('a', 700_000)).toBeNull();
});

it('at most eight answers per address and two hundred in total wait; further clients are told when to retry', async () => {
  const slowdown = new Slowdown();
  const told: (number | null)[] = [];
  const ask = (address: string) => void slowdown.earn(address, 0).then((seconds) => told.push(seconds));
  for (let address = 0; address < 100; address++) for (let i = 0; i < 20; i++) ask(`${address}`);
  await vi.advanceTimersByTimeAsync(0);
  // 100 addresses with 20 tokens each: 5 each are answered at once, 200 wait, and the rest are sent away.
  expect(told.filter((seconds) => seconds === null)).toHaveLength(500);
  expect(told.filter((seconds) => seconds !== null)).toHaveLength(1300);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toHaveLength(2000);
});
