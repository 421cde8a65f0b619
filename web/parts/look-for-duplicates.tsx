import { useState } from 'preact/hooks';
import { read, write, writes } from '../api.ts';
import { notifyProblem, tell } from '../notices.tsx';

const LOOK_AGAIN_MS = 700;

/** New memories are checked for duplicates when stored; this checks older ones. */
export function LookForDuplicates() {
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      const { job } = await write('inbox.look', {});
      const isRunning = async () =>
        (await read('data.jobs', {})).jobs.some(({ id, state }) => id === job && state === 'running');
      while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      writes.value++;
      tell('All memories were checked.');
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
