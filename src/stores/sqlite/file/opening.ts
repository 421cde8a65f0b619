// Prepares a database for use: its file, and the switch to WAL.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, NOT_WRITABLE, RemanenceError } from '../../../errors.ts';
import { isBusy } from './storage-error.ts';
import { readingAddress, refuseForeign } from './store-file.ts';
import { Unchanged } from './unchanged.ts';

const SWITCH_MS = 2000;

/** What SQLite opens. */
interface Address {
  readonly address: string;
  /** Whether this process may only read it. */
  readonly isReadOnly: boolean;
  /** If SQLite will not notice changes of the file by others. */
  readonly unchanged: Unchanged | null;
}

export function addressOf(path: string): Address {
  if (!isOnlyReadable(path)) return { address: path, isReadOnly: false, unchanged: null };
  const unchanged = new Unchanged(path);
  const address = readingAddress(path);
  return { address, isReadOnly: true, unchanged: address === path ? null : unchanged };
}

/** Creates a missing file; throws before writing anything if the file belongs to another program. */
export function claimFile(path: string): Address {
  const found = addressOf(path);
  if (!found.isReadOnly) createFile(path);
  refuseForeign(path);
  return found;
}

/** SQLite writes to the file and creates others beside it. */
const isOnlyReadable = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true &&
  may(constants.R_OK, path) &&
  !(may(constants.W_OK, path) && may(constants.W_OK, dirname(path)));

function may(access: number, path: string): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
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
      details: { reason: NOT_WRITABLE },
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
