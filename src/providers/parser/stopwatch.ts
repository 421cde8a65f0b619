// Limits work by the processor time of its thread: wall time would count what a busy machine gives to others.
import { readFileSync } from 'node:fs';

interface WithThreadTime {
  /** Only in newer versions of Node.js, in microseconds. */
  readonly threadCpuUsage?: () => { readonly user: number; readonly system: number };
}

const { threadCpuUsage }: NodeJS.Process & WithThreadTime = process;
/** On Linux: nanoseconds on a processor, then those spent waiting for one. */
const SCHEDULED = '/proc/thread-self/schedstat';
/** The share of a processor that a thread gets on a busy machine, where nothing tells. */
const LEAST_SHARE = 1 / 3;

/** In milliseconds. */
function threadTime(): number {
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1000;
  }
  return scheduledTime() || performance.now() * LEAST_SHARE;
}

/** 0 where the system does not count it. */
function scheduledTime(): number {
  try {
    return Number.parseInt(readFileSync(SCHEDULED, 'latin1'), 10) / 1e6;
  } catch {
    return 0;
  }
}

/** Tells whether this thread has worked for so long since. Cheap to ask: looks only when that may be. */
export function stopwatch(ms: number): () => boolean {
  const start = threadTime();
  let earliest = performance.now() + ms;
  return () => {
    const now = performance.now();
    if (now < earliest) return false;
    const left = start + ms - threadTime();
    earliest = now + left;
    return left <= 0;
  };
}
