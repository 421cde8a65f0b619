import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 1;
/** Where nobody tells whether it has stopped. */
const BLIND_MS = 20;

/** Stops a process, all of its threads, and gives what lets it go on. */
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
