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

/** A reader has the next file at hand when it is done with one: whoever sends it may be busy writing. */
const AHEAD = 8;
/** Another reader takes half a second of a core to start: so many files have to wait for it. */
const WORTH_A_THREAD = 3;

/** Readers that start when files come in, work side by side, and end some time after the last. */
export class ReaderPool {
  readonly #options: PoolOptions;
  readonly #waiting: (() => void)[] = [];
  #readers: Reader[] = [];
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
    for (;;) {
      const reader = this.#leastBusy();
      if (!reader) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      clearTimeout(this.#resting);
      const outcome = await reader.ask(request);
      this.#answered();
      if (!('unread' in outcome)) return outcome;
    }
  }

  /** One without work, a new one while there may be more, or one that has not much ahead of it. */
  #leastBusy(): Reader | undefined {
    this.#readers = this.#readers.filter(({ usable }) => usable);
    const [least] = this.#readers.toSorted((a, b) => a.load - b.load);
    if (least && least.load < WORTH_A_THREAD) return least;
    if (this.#readers.length < this.#options.threads) return this.#start();
    return least && least.load < AHEAD ? least : undefined;
  }

  #start(): Reader {
    const { script, grammars, runtime, firstVectors = null } = this.#options;
    const reader = new Reader(script, { grammars, runtime, firstVectors });
    this.#readers.push(reader);
    return reader;
  }

  #answered(): void {
    this.#waiting.shift()?.();
    if (this.#readers.every(({ load }) => load === 0)) {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => void this.close(), this.#options.idleMs).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    const readers = this.#readers.filter(({ load }) => load === 0);
    this.#readers = this.#readers.filter(({ load }) => load > 0);
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}
