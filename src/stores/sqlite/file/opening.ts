// What comes before a database can be used: its file, and the switch to WAL.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { isBusy } from './storage-error.ts';
import { refuseForeign } from './store-file.ts';

const SWITCH_MS = 2000;

/** Makes the file where there is none, and fails before anything is written when it belongs to another program. */
export function claimFile(path: string): void {
  createFile(path);
  refuseForeign(path);
}

/** The file and the folders above it, for their owner alone: what agents remember is nobody else's business. */
function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    // One that is there is not opened: closing it would drop the locks that other connections of this process hold on it.
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

/** One level at a time: Node's own recursive mkdir never returns below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Switching to WAL answers "busy" at once when two processes open a new file together. */
export function patiently(work: () => void, patienceMs: number): void {
  for (const until = performance.now() + Math.min(patienceMs, SWITCH_MS); ; ) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 40);
    }
  }
}
