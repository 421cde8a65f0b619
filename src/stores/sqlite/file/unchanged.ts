import { statSync } from 'node:fs';
import { RemanenceError } from '../../../errors.ts';

/** A file opened as immutable. SQLite does not notice who writes to it, so this looks for itself. */
export class Unchanged {
  readonly #path: string;
  readonly #before: string;

  /** Create it before the file is opened. */
  constructor(path: string) {
    this.#path = path;
    this.#before = stateOf(path);
  }

  /** Throws if what was read may be outdated, or in parts. */
  check(): void {
    if (!hasEntries(this.#path) && stateOf(this.#path) === this.#before) return;
    throw new RemanenceError(
      'unavailable',
      'Another process has changed the database since it was opened; restart this process.',
      {
        hint: 'It has read-only access and reads the database as it was when opened.',
      },
    );
  }
}

function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${found.ino}:${found.size}:${found.mtimeNs}`;
}

/** A process that only reads leaves the log empty. */
const hasEntries = (path: string): boolean =>
  ['-wal', '-journal'].some((log) => (statSync(path + log, { throwIfNoEntry: false })?.size ?? 0) > 0);
