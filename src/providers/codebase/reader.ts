import { Worker } from 'node:worker_threads';
import { ReaderAnswer, type ReaderOptions, type ReaderRequest } from './protocol.ts';

/** A grammar may stall on a hostile file beyond its own deadline, and eat memory while it does. */
const WATCHDOG_MS = 6000;

/** One thread that reads one file at a time, from its start to its end. */
export class Reader {
  readonly #worker: Worker;
  #answer: ((answer: ReaderAnswer) => void) | null = null;
  #ended = false;

  constructor(script: string, workerData: ReaderOptions) {
    this.#worker = new Worker(script, { workerData });
    this.#worker.on('message', (message: unknown) => this.#settle(ReaderAnswer.parse(message)));
    this.#worker.on('error', (error) => this.#settle({ error: error.message, crashed: true }));
    this.#worker.on('exit', () => this.#settle({ error: 'The reader stopped.', crashed: true }));
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** After a crash the thread is gone. */
  async ask(request: ReaderRequest): Promise<ReaderAnswer> {
    // A thread keeps the process alive only while somebody waits for it.
    this.#worker.ref();
    const watchdog = setTimeout(() => this.#settle({ error: 'The reader stalled.', crashed: true }), WATCHDOG_MS);
    const answer = await new Promise<ReaderAnswer>((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(request);
    });
    clearTimeout(watchdog);
    this.#worker.unref();
    if ('crashed' in answer && answer.crashed) await this.stop();
    return answer;
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #settle(answer: ReaderAnswer): void {
    if ('crashed' in answer && answer.crashed) this.#ended = true;
    this.#answer?.(answer);
    this.#answer = null;
  }
}
