import { describe, expect, it } from 'vitest';
import { RunningCalls } from './running-calls.ts';

const call = { profile: 'test', tool: 'slow' };

describe('a server that is told to stop', () => {
  it('does not wait if no call runs', async () => {
    const started = performance.now();
    await new RunningCalls().settled(60_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('waits until the last of its calls has ended', async () => {
    const calls = new RunningCalls();
    const observe = calls.counting();
    const [first, second] = [observe(call), observe(call)];
    let settled = false;
    const waiting = calls.settled(60_000).then(() => {
      settled = true;
    });
    first('ok');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(settled).toBe(false);
    second('internal');
    await waiting;
  });

  it('does not wait for ever', async () => {
    const calls = new RunningCalls();
    calls.counting()(call);
    const started = performance.now();
    await calls.settled(30);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('tells other observers which call began and how it ended', () => {
    const seen: unknown[] = [];
    const observe = new RunningCalls().counting((begun) => {
      seen.push(begun);
      return (status) => seen.push(status);
    });
    observe(call)('not_found');
    expect(seen).toEqual([call, 'not_found']);
  });
});
