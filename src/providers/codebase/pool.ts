import type { ParsedFile } from '../../engine/code/ports.ts';
import type { ReaderOptions } from './protocol.ts';
import { Reader } from './reader.ts';

export interface PoolOptions extends ReaderOptions {
  /** The bundled script of a reader. */
  readonly script: string;
  readonly threads: number;
  /** A reader is stopped when nobody has asked for so long. */
  readonly idleMs: number;
}

/** Readers that start when files come in, work side by side, and end some time after the last. */
export class ReaderPool {
  readonly #options: PoolOptions;
  readonly #idle: Reader[] = [];
  readonly #waiting: ((reader: Reader) => void)[] = [];
  #started = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async read(root: string, path: string): Promise<ParsedFile | null> {
    const parsed = await this.#once(root, path, false);
    if (parsed !== 'failed') return parsed;
    const plain = await this.#once(root, path, true);
    return plain === 'failed' ? null : plain;
  }

  async #once(root: string, path: string, plain: boolean): Promise<ParsedFile | null | 'failed'> {
    const reader = await this.#take();
    try {
      return await reader.read({ root, path, plain });
    } finally {
      this.#giveBack(reader);
    }
  }

  async #take(): Promise<Reader> {
    clearTimeout(this.#resting);
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#started < this.#options.threads) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): Reader {
    const { script, grammars, runtime } = this.#options;
    this.#started++;
    return new Reader(script, { grammars, runtime });
  }

  #giveBack(reader: Reader): void {
    if (!reader.usable) this.#started--;
    const next = this.#waiting.shift();
    if (next) next(reader.usable ? reader : this.#start());
    else if (reader.usable) this.#idle.push(reader);
    clearTimeout(this.#resting);
    if (this.#idle.length === this.#started)
      this.#resting = setTimeout(() => void this.close(), this.#options.idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    const readers = this.#idle.splice(0);
    this.#started -= readers.length;
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}
