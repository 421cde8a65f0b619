import { Worker } from 'node:worker_threads';
import type { ParsedFile } from '../../engine/code/ports.ts';
import { ReadAnswer, type ReaderOptions, type ReadRequest } from './protocol.ts';

/** A grammar may stall on a hostile file beyond its own deadline, and eat memory while it does. */
const WATCHDOG_MS = 6000;

/** One thread that reads one file at a time, from its start to its end. */
export class Reader {
  readonly #worker: Worker;
  #answer: ((answer: ReadAnswer) => void) | null = null;
  #ended = false;

  constructor(script: string, workerData: ReaderOptions) {
    this.#worker = new Worker(script, { workerData });
    this.#worker.on('message', (message: unknown) => this.#settle(ReadAnswer.parse(message)));
    this.#worker.on('error', (error) => this.#settle({ error: error.message, crashed: true }));
    this.#worker.on('exit', () => this.#settle({ error: 'The reader stopped.', crashed: true }));
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** `failed` when the grammar could not take the file: the thread is gone then, and another may read it as plain text. */
  async read(request: ReadRequest): Promise<ParsedFile | null | 'failed'> {
    // A thread keeps the process alive only while somebody waits for it.
    this.#worker.ref();
    const watchdog = setTimeout(() => this.#settle({ error: 'The reader stalled.', crashed: true }), WATCHDOG_MS);
    const answer = await new Promise<ReadAnswer>((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(request);
    });
    clearTimeout(watchdog);
    this.#worker.unref();
    if ('parsed' in answer) return answer.parsed;
    if (answer.crashed) await this.stop();
    return 'failed';
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #settle(answer: ReadAnswer): void {
    if ('crashed' in answer && answer.crashed) this.#ended = true;
    this.#answer?.(answer);
    this.#answer = null;
  }
}
