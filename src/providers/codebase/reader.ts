import { Worker } from 'node:worker_threads';
import { ReaderAnswer, type ReaderOptions, type ReaderRequest } from './protocol.ts';

/** A grammar may stall on a hostile file beyond its own deadline, and eat memory while it does. */
const WATCHDOG_MS = 6000;

/** What is read is handed over at once: room for more of it only makes the process larger. */
const YOUNG_MB = 16;

/** What a reader says of a request: an answer, or that it ended before it came to it. */
type Outcome = ReaderAnswer | { readonly unread: true };

/** One thread that answers in the order it is asked, from its start to its end. */
export class Reader {
  readonly #worker: Worker;
  /** The first is at work, the others wait in the thread. */
  readonly #asked: ((outcome: Outcome) => void)[] = [];
  #watchdog: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(script: string, workerData: ReaderOptions) {
    this.#worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#worker.on('message', (message: unknown) => this.#settle(ReaderAnswer.parse(message)));
    this.#worker.on('error', (error) => this.#settle({ error: error.message, crashed: true }));
    this.#worker.on('exit', () => this.#settle({ error: 'The reader stopped.', crashed: true }));
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** How many requests it has not answered. */
  get load(): number {
    return this.#asked.length;
  }

  /** After a crash the thread is gone; whoever waited behind the one that crashed asks another. */
  ask(request: ReaderRequest): Promise<Outcome> {
    // A thread keeps the process alive only while somebody waits for it.
    this.#worker.ref();
    const answered = new Promise<Outcome>((resolve) => this.#asked.push(resolve));
    if (this.load === 1) this.#watch();
    this.#worker.postMessage(request);
    return answered;
  }

  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#watchdog);
    await this.#worker.terminate();
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#settle({ error: 'The reader stalled.', crashed: true }), WATCHDOG_MS);
  }

  #settle(answer: ReaderAnswer): void {
    if (this.#ended) return;
    this.#asked.shift()?.(answer);
    clearTimeout(this.#watchdog);
    if ('crashed' in answer && answer.crashed) {
      void this.stop();
      for (const resolve of this.#asked.splice(0)) resolve({ unread: true });
    } else if (this.load > 0) this.#watch();
    else this.#worker.unref();
  }
}
