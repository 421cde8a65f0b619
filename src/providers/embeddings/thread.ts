import { Worker } from 'node:worker_threads';
import type { EmbeddedPassage } from '../../engine/memories/embedder.ts';
import { RemanenceError } from '../../errors.ts';
import { FromWorker, type Ready, type ToWorker, type WorkerOptions } from './protocol.ts';
import { forbidTelemetry } from './telemetry.ts';

type Answer = Extract<FromWorker, { passages: unknown } | { odds: unknown }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const STOP_TIMEOUT_MS = 5000;

/** One worker thread with a loaded model. */
export class ModelThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  /** Rejects when the thread ends before the model is loaded. */
  readonly ready: Promise<Ready>;
  readonly ended: Promise<void>;

  constructor(script: string, options: WorkerOptions) {
    const workerData: WorkerOptions = forbidTelemetry() ? options : { ...options, runtime: 'wasm' };
    const worker = new Worker(script, { workerData });
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        const parsed = FromWorker.parse(message);
        if ('ready' in parsed) resolve(parsed.ready);
        else this.#answer(parsed);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The worker ended with code ${code}.`)));
    });
    this.ended = new Promise((resolve) => {
      worker.on('exit', () => {
        const failure = new RemanenceError('unavailable', 'The embedding worker stopped.');
        for (const waiting of this.#waiting.values()) waiting.reject(failure);
        resolve();
      });
    });
  }

  get idle(): boolean {
    return this.#waiting.size === 0;
  }

  async ask(kind: 'passages' | 'query', text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    const answer = await this.#request((id) => ({ kind, id, text }), signal);
    if (!('passages' in answer)) throw new RemanenceError('internal', 'The embedding worker answered another request.');
    return answer.passages;
  }

  /** Two texts read together: the log odds that the second answers the first, or makes it outdated. */
  async odds(kind: 'judge' | 'compare', before: string, text: string, signal?: AbortSignal): Promise<number> {
    const answer = await this.#request((id) => ({ kind, id, before, text }), signal);
    if (!('odds' in answer)) throw new RemanenceError('internal', 'The embedding worker answered another request.');
    return answer.odds;
  }

  async #request(message: (id: number) => ToWorker, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const id = this.#nextId++;
    const cancel = () => {
      this.#post({ kind: 'cancel', id });
      this.#waiting.get(id)?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel);
    // A thread keeps the process alive only while a request is pending.
    this.#worker.ref();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#post(message(id));
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
      if (this.idle) this.#worker.unref();
    }
  }

  /** Lets the native runtime finish its current work. */
  async stop(): Promise<void> {
    this.#worker.ref();
    this.#post({ kind: 'stop' });
    const timer = setTimeout(() => void this.#worker.terminate(), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #answer(message: Exclude<FromWorker, { ready: unknown }>): void {
    const waiting = this.#waiting.get(message.id);
    if ('error' in message)
      waiting?.reject(new RemanenceError('unavailable', `The embedding model failed: ${message.error}`));
    else waiting?.resolve(message);
  }
}
