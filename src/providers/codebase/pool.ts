import type { Outline, ParsedFile, Snippet } from '../../engine/code/code-base.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { optimiseLater } from './optimising.ts';
import type { ReaderAnswer, ReaderOptions, ReaderRequest } from './protocol.ts';
import { Reader } from './reader.ts';

export interface PoolOptions extends ReaderOptions {
  /** The bundled reader script. */
  readonly script: string;
  readonly threads: number;
  /** Readers stop after this long without a request, or sooner after many files. */
  readonly idleMs: number;
}

/** Files queued per reader, so that it need not wait for a sender that is busy writing. */
const AHEAD = 24;
/** Starting a reader takes half a second of CPU time, so it is worth it only when this many files wait. */
const WORTH_A_THREAD = 3;
/** After this many files a reader holds much memory, so it stops soon after the last: a new one is small. */
const MANY_FILES = 200;
const SOON_MS = 1000;

/** Readers that start when files arrive, work in parallel, and stop when idle. */
export class ReaderPool {
  readonly #options: PoolOptions;
  readonly #waiting: (() => void)[] = [];
  #readers: Reader[] = [];
  #resting: NodeJS.Timeout | undefined;
  #readSinceRest = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** The number of running readers. */
  get size(): number {
    return this.#readers.length;
  }

  /** Starts a reader for what will soon be asked. */
  prepare(): void {
    if (this.#readers.length === 0) this.#start();
    this.#rest();
  }

  /** Null for a file not worth reading. A file that its grammar cannot parse is read as plain text. */
  async read(root: string, path: string): Promise<ParsedFile | null> {
    const first = await this.#ask({ kind: 'file', root, path, plain: false });
    if ('parsed' in first) return first.parsed;
    const plain = await this.#ask({ kind: 'file', root, path, plain: true });
    const isLate = 'late' in first && first.late;
    if ('parsed' in plain) return plain.parsed && isLate ? { ...plain.parsed, late: true } : plain.parsed;
    throw new RemanenceError('unavailable', `${path} cannot be read: ${'error' in plain ? plain.error : ''}`);
  }

  async snippet(text: string, language: string | null): Promise<Snippet> {
    const answer = await this.#ask({ kind: 'snippet', text, language });
    if ('snippet' in answer) return answer.snippet;
    throw invalid('This code cannot be parsed.', 'Give one function, and name its language.');
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

  /** An almost idle reader, a new one if there may be more, or the least loaded one with a free queue. */
  #leastBusy(): Reader | undefined {
    this.#readers = this.#readers.filter(({ usable }) => usable);
    const [least] = this.#readers.toSorted((a, b) => a.load - b.load);
    if (least && least.load < WORTH_A_THREAD) return least;
    if (this.#readers.length < this.#options.threads) return this.#start();
    return least && least.load < AHEAD ? least : undefined;
  }

  #start(): Reader {
    const { script, grammars, runtime, firstVectors = null } = this.#options;
    optimiseLater(true);
    const reader = new Reader(script, { grammars, runtime, firstVectors });
    this.#readers.push(reader);
    return reader;
  }

  #answered(): void {
    this.#waiting.shift()?.();
    this.#readSinceRest++;
    this.#rest();
  }

  /** Stops idle readers after a while. */
  #rest(): void {
    if (this.#readers.some(({ load }) => load > 0)) return;
    clearTimeout(this.#resting);
    const { idleMs } = this.#options;
    const restMs = this.#readSinceRest > MANY_FILES ? Math.min(SOON_MS, idleMs) : idleMs;
    this.#resting = setTimeout(() => void this.close(), restMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    this.#readSinceRest = 0;
    const readers = this.#readers.filter(({ load }) => load === 0);
    this.#readers = this.#readers.filter(({ load }) => load > 0);
    if (this.#readers.length === 0) optimiseLater(false);
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}
