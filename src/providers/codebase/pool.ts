import type { Outline, ParsedFile, Snippet } from '../../engine/code/code-base.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import type { ReaderAnswer, ReaderOptions, ReaderRequest } from './protocol.ts';
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

  /** Null for what is not worth reading. A file that no grammar can take is read as plain text. */
  async read(root: string, path: string): Promise<ParsedFile | null> {
    const parsed = await this.#ask({ kind: 'file', root, path, plain: false });
    if ('parsed' in parsed) return parsed.parsed;
    const plain = await this.#ask({ kind: 'file', root, path, plain: true });
    if ('parsed' in plain) return plain.parsed;
    throw new RemanenceError('unavailable', `${path} cannot be read: ${'error' in plain ? plain.error : ''}`);
  }

  async snippet(text: string, language: string | null): Promise<Snippet> {
    const answer = await this.#ask({ kind: 'snippet', text, language });
    if ('snippet' in answer) return answer.snippet;
    throw invalid('This code cannot be read.', 'Give one function, and name its language.');
  }

  async outline(text: string, language: string | null): Promise<Outline | null> {
    const answer = await this.#ask({ kind: 'outline', text, language });
    return 'outline' in answer ? answer.outline : null;
  }

  async #ask(request: ReaderRequest): Promise<ReaderAnswer> {
    const reader = await this.#take();
    try {
      return await reader.ask(request);
    } finally {
      this.#giveBack(reader);
    }
  }

  async #take(): Promise<Reader> {
    clearTimeout(this.#resting);
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.usable) return idle;
      this.#started--;
    }
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
