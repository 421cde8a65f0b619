// How the page's reads wait for a server that does not answer.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReachable, read } from '../web/api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = () => Promise.reject(new TypeError('fetch failed'));

it('a read waits until the server answers again, and leaves nothing behind on its signal', async () => {
  const counts = { duplicate: 0 };
  const fetch = vi.fn<() => Promise<Response>>().mockImplementationOnce(away).mockImplementationOnce(away);
  vi.stubGlobal('fetch', fetch.mockResolvedValue(Response.json(counts)));
  const { signal } = new AbortController();
  const answer = read('inbox.counts', {}, signal);
  await vi.advanceTimersByTimeAsync(100);
  expect(isReachable.value).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toEqual(counts);
  expect(isReachable.value).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a read that is no longer wanted ends at once, however long it would still wait', async () => {
  vi.stubGlobal('fetch', away);
  const unwanted = new AbortController();
  const answer = read('inbox.counts', {}, unwanted.signal);
  await vi.advanceTimersByTimeAsync(100);
  unwanted.abort(new Error('closed'));
  await expect(answer).rejects.toThrow('closed');
  expect(vi.getTimerCount()).toBe(0);
});
