import { describe, expect, it } from 'vitest';
import { whileWaiting } from './waiting.ts';

describe('the signal of a caller', () => {
  it('cancels the work while the caller waits', async () => {
    const caller = new AbortController();
    const waited = whileWaiting(caller.signal, async (own) => {
      caller.abort();
      return own.aborted;
    });
    expect(await waited).toBe(true);
  });

  it('cancels the work if it was given before', async () => {
    expect(await whileWaiting(AbortSignal.abort(), async (own) => own.aborted)).toBe(true);
  });

  it.each([
    ['an answer', () => Promise.resolve()],
    ['a failure', () => Promise.reject(new Error('The work failed.'))],
  ])('no longer cancels it after %s', async (_, end) => {
    const caller = new AbortController();
    let work: AbortSignal | null = null;
    await whileWaiting(caller.signal, (own) => {
      work = own;
      return end();
    }).catch(() => {});
    caller.abort();
    expect(work).toMatchObject({ aborted: false });
  });
});
