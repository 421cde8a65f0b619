import { Worker } from 'node:worker_threads';
import { ReaderAnswer, type ReaderOptions, type ReaderRequest } from './protocol.ts';

/** On a hostile file a grammar may stall beyond its own deadlines and use up memory. In processor time. */
const STALLED_MS = 8000;
/** A thread that does not even work waits for a disk that does not answer. */
const LATEST_MS = 30_000;

/** Results are handed over at once, so a larger young generation would only waste memory. */
const YOUNG_MB = 16;

/** The outcome of a request: an answer, or that the reader ended before it started. */
type Outcome = ReaderAnswer | { readonly unread: true };

interface Moment {
  readonly at: number;
  readonly used: NodeJS.CpuUsage;
}

/** One reader thread, which answers requests in order. */
export class Reader {
  readonly #worker: Worker;
  /** The first is being processed, the others wait in the thread. */
  readonly #asked: ((outcome: Outcome) => void)[] = [];
  #watchdog: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(script: string, workerData: ReaderOptions) {
    this.#worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#worker.unref();
    this.#worker.on('message', (message: unknown) => this.#settle(ReaderAnswer.parse(message)));
    this.#worker.on('error', (error) => this.#settle({ error: error.message, crashed: true }));
    this.#worker.on('exit', () => this.#settle({ error: 'The reader stopped.', crashed: true }));
  }

  /** Whether it can take another request. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** The number of unanswered requests. */
  get load(): number {
    return this.#asked.length;
  }

  /** After a crash the thread is gone; requests queued behind the one that crashed are sent to another reader. */
  ask(request: ReaderRequest): Promise<Outcome> {
    // A thread keeps the process alive only while a request is pending.
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

  /** The thread has worked no longer than the whole process has: on a busy machine it has more time. */
  #watch(from: Moment = { at: performance.now(), used: process.cpuUsage() }, waitMs = STALLED_MS): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      const { user, system } = process.cpuUsage(from.used);
      const leftMs = Math.min(STALLED_MS - (user + system) / 1000, from.at + LATEST_MS - performance.now());
      if (leftMs > 0) this.#watch(from, leftMs);
      else this.#settle({ error: 'The reader stalled.', crashed: true, late: true });
    }, waitMs);
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
