import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write, writes } from '../api.ts';
import { notifyProblem, tell } from '../notices.tsx';

type Job = Routes['data.jobs']['output']['jobs'][number];

const LOOK_AGAIN_MS = 700;

/** New memories are checked for duplicates when stored; this checks older ones. */
export function LookForDuplicates() {
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      const { job } = await write('inbox.look', {});
      const ended = await endOf(job);
      writes.value++;
      if (ended?.state === 'failed') tell(`The check failed: ${ended.error}`, { isBad: true });
      else tell(ended?.state === 'completed' ? 'All memories were checked.' : 'The check was stopped.');
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="small" disabled={isBusy} onClick={look}>
      {isBusy ? 'Checking…' : 'Check all memories'}
    </button>
  );
}

/** The job as it ended; undefined if its record is gone. */
async function endOf(job: string): Promise<Job | undefined> {
  for (;;) {
    const now = (await read('data.jobs', {})).jobs.find(({ id }) => id === job);
    if (now?.state !== 'running') return now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
