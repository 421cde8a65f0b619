import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 1;
/** Waiting time where the system does not report whether a process has stopped. */
const BLIND_MS = 20;

/** Stops all threads of a process; returns a function that continues it. */
export async function freeze(child: ChildProcess): Promise<() => void> {
  child.kill('SIGSTOP');
  if (process.platform !== 'linux') await delay(BLIND_MS);
  else while (child.exitCode === null && !hasStopped(child.pid ?? 0)) await delay(LOOK_EVERY_MS);
  return () => child.kill('SIGCONT');
}

function hasStopped(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.[1];
      return state !== 'R' && state !== 'S' && state !== 'D';
    });
  } catch {
    return true;
  }
}
