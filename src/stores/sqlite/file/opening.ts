// Prepares a database for use: its file, and the switch to WAL.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { isBusy } from './storage-error.ts';
import { refuseForeign } from './store-file.ts';

const SWITCH_MS = 2000;

/** Creates a missing file; throws before writing anything if the file belongs to another program. */
export function claimFile(path: string): void {
  createFile(path);
  refuseForeign(path);
}

/** Creates the file and its parent folders, accessible only to their owner, since memories are private. */
function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    // Do not open an existing file: closing it would drop the locks of this process's other connections.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    else if (statSync(path).isFile()) accessSync(path, constants.R_OK | constants.W_OK);
    else throw new Error(`${path} is not a file`);
  } catch (error) {
    throw new RemanenceError('storage', `The data folder ${dirname(path)} cannot be used: ${messageOf(error)}`, {
      hint: 'Pass a --data-dir that you may write to.',
      cause: error,
    });
  }
}

/** One level at a time, because Node's recursive mkdir never returns below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Retries, because switching to WAL fails with "busy" at once if two processes open a new file together. */
export function retryWhileBusy(work: () => void, timeoutMs: number): void {
  for (const until = performance.now() + Math.min(timeoutMs, SWITCH_MS); ; ) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 40);
    }
  }
}
