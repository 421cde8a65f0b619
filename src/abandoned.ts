// Whether a process that was killed has left something, or another still works on it.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workshopOf } from './data-folder.ts';

/** Longer than a process at work pauses between two writes. */
const QUIET_MS = 10 * 60_000;
/** In a container the next process has the same number, so a process that is alive may be another one. */
const LONG_QUIET_MS = 24 * 3_600_000;

/** Of a file that was never finished, or a folder that a restore works in. */
export function isAbandoned(name: string, path: string, now: number): boolean {
  const pid = workshopOf(name);
  const patience = pid !== null && isAlive(pid) ? LONG_QUIET_MS : QUIET_MS;
  return lastWritten(path, now) < now - patience;
}

/** Writing to a file does not touch its folder, so the newest of both counts. */
function lastWritten(path: string, now: number): number {
  try {
    const found = statSync(path);
    const inside = found.isDirectory() ? readdirSync(path).map((name) => lastWritten(join(path, name), now)) : [];
    return Math.max(found.mtimeMs, ...inside);
  } catch {
    // Its process has just finished with it.
    return now;
  }
}

/** Whether a process of this machine is there, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
