import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/open.ts';
import { openSqliteStore } from '../stores/sqlite/store.ts';
import { DAY_MS } from './clock.ts';
import { type JobContext, Jobs } from './job.ts';
import type { Store } from './ports.ts';
import { yieldToEventLoop } from './waiting.ts';

let folder: string;
let store: Store;
let jobs: Jobs;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = temporaryFolder();
  store = await openSqliteStore(join(folder, 'remanence.db'));
  jobs = new Jobs(store.jobs, { now: () => Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (work: (running: JobContext) => Promise<void>) => {
  const started = await jobs.begin('index', work);
  if (!started) throw new Error('not started');
  return started;
};

const untilStopped = ({ signal }: JobContext): Promise<void> =>
  new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)));

const beats = async (times: number) => {
  for (let i = 0; i < times; i++) {
    await vi.advanceTimersByTimeAsync(2000);
    await yieldToEventLoop();
  }
};

const missBeats = (times: number) => {
  const update = vi.spyOn(store.jobs, 'update');
  for (let i = 0; i < times; i++) update.mockRejectedValueOnce(new Error('the store is away'));
};

describe('a job', () => {
  it('goes on after missed heartbeats', async () => {
    missBeats(3);
    const { ended } = await begin(async ({ signal }) => {
      await beats(5);
      signal.throwIfAborted();
    });
    expect(await ended).toMatchObject({ state: 'completed', error: null });
  });

  it('whose heartbeats keep failing has failed, and says why', async () => {
    missBeats(7);
    const { ended } = await begin(untilStopped);
    await beats(7);
    expect(await ended).toMatchObject({ state: 'failed', error: 'the store is away' });
  });

  it('that ended more than a day ago is not listed', async () => {
    let now = Date.now();
    const aging = new Jobs(store.jobs, { now: () => now });
    await aging.run('index', async () => {});
    expect(await aging.list(10)).toHaveLength(1);
    now += DAY_MS + 1;
    expect(await aging.list(10)).toEqual([]);
  });

  it('that is cancelled has not failed', async () => {
    const { ended } = await begin(untilStopped);
    await jobs.cancel('index');
    await beats(1);
    expect(await ended).toMatchObject({ state: 'cancelled', error: null });
  });
});
