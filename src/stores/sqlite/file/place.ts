import { statSync } from 'node:fs';
import { RemanenceError } from '../../../errors.ts';

/** The file that a connection was opened on. Once another file is at its path, writes to it are read by nobody. */
export class Place {
  readonly #path: string;
  readonly #file: string | null;

  constructor(path: string) {
    this.#path = path;
    this.#file = path === ':memory:' ? null : identify(path);
  }

  /** Fails when the file is gone from its path, or is another one. */
  check(): void {
    if (this.#file === null || identify(this.#path) === this.#file) return;
    throw new RemanenceError('storage', `${this.#path} was moved or replaced while this server had it open.`, {
      hint: 'Restart the server. Nothing was written to the file that is there now.',
    });
  }
}

function identify(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${found.dev}:${found.ino}`;
}
