// Decides whether an unfinished file or folder was left by a killed process or is still in use.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stagingFolderOwner } from './data-folder.ts';

/** Longer than a working process pauses between two writes. */
const QUIET_MS = 10 * 60_000;
/** In a container the next process has the same pid, so a living process may be a different one. */
const LONG_QUIET_MS = 24 * 3_600_000;

/** Whether an unfinished file, or the working folder of a restore, was abandoned. */
export function isAbandoned(name: string, path: string, now: number): boolean {
  const pid = stagingFolderOwner(name);
  const quietMs = pid !== null && isAlive(pid) ? LONG_QUIET_MS : QUIET_MS;
  return lastWritten(path, now) < now - quietMs;
}

/** The newest time counts, because writing to a file does not touch its folder. */
function lastWritten(path: string, now: number): number {
  try {
    const found = statSync(path);
    const inside = found.isDirectory() ? readdirSync(path).map((name) => lastWritten(join(path, name), now)) : [];
    return Math.max(found.mtimeMs, ...inside);
  } catch {
    // Its process has just removed it.
    return now;
  }
}

/** Whether a process exists on this machine, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
