import { statSync } from 'node:fs';
import { RemanenceError } from '../../../errors.ts';

/** The file that a connection was opened on. Once another file is at its path, nobody reads what is written to it. */
export class Place {
  readonly path: string;
  readonly #file: string | null;

  constructor(path: string) {
    this.path = path;
    this.#file = path === ':memory:' ? null : identify(path);
  }

  /** Throws if the file is gone from its path, or is another one. */
  check(): void {
    if (this.#file === null || identify(this.path) === this.#file) return;
    throw new RemanenceError('storage', `${this.path} was moved or replaced while this server had it open.`, {
      hint: 'Restart the server. Nothing was written to the new file.',
    });
  }
}

function identify(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${found.dev}:${found.ino}`;
}
