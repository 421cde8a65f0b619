import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stopwatch } from './stopwatch.ts';

describe('a stopwatch', () => {
  it('counts the time that the thread works, not the time that it waits', async () => {
    const isLate = stopwatch(60);
    await delay(150);
    expect(isLate()).toBe(false);
    while (!isLate()) Math.random();
    expect(isLate()).toBe(true);
  });
});
