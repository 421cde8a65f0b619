import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EmbeddedPassage, Embedder, EmbedderStatus } from '../../engine/ports.ts';
import { RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { ContentCache } from './cache.ts';
import { FromWorker, type ToWorker, type WorkerOptions } from './protocol.ts';

export interface LocalEmbedderOptions extends WorkerOptions {
  /** The bundled worker script. */
  readonly script: string;
  /** The model is unloaded when nobody has asked for so long. */
  readonly idleMs: number;
  /** Known before the model is loaded, for the model that comes with the package. */
  readonly dimensions: number;
}

interface Waiting {
  resolve(passages: EmbeddedPassage[]): void;
  reject(error: Error): void;
}

const CACHED_TEXTS = 2000;

/** A folder with model.onnx and tokenizer.json, run in a worker thread that starts with the first text. */
export class LocalEmbedder implements Embedder {
  readonly #options: LocalEmbedderOptions;
  readonly #cache = new ContentCache<EmbeddedPassage[]>(CACHED_TEXTS);
  readonly #waiting = new Map<number, Waiting>();
  #worker: Promise<Worker> | null = null;
  #state: EmbedderStatus['state'] = 'idle';
  #runtime = 'not loaded';
  #dimensions: number;
  #error: string | null = null;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;

  constructor(options: LocalEmbedderOptions) {
    this.#options = options;
    this.#dimensions = options.dimensions;
  }

  status(): EmbedderStatus {
    return {
      state: this.#state,
      model: basename(resolve(this.#options.model)),
      dimensions: this.#dimensions,
      backend: this.#runtime,
      error: this.#error,
      cache: this.#cache.statistics(),
    };
  }

  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    return this.#cache.remember(`passages\n${text}`, () => this.#ask('passages', text, signal));
  }

  async query(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [passage] = await this.#cache.remember(`query\n${text}`, () => this.#ask('query', text, signal));
    if (!passage) throw new RemanenceError('internal', 'The model gave no vector.');
    return passage.vector;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = await this.#worker?.catch(() => null);
    this.#worker = null;
    if (this.#state !== 'error') this.#state = 'idle';
    await worker?.terminate();
  }

  async #ask(kind: ToWorker['kind'], text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    signal?.throwIfAborted();
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    clearTimeout(this.#idle);
    const id = this.#nextId++;
    try {
      return await new Promise<EmbeddedPassage[]>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        worker.ref();
        worker.postMessage({ id, kind, text } satisfies ToWorker);
      });
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest(worker);
    }
  }

  /** Nothing to do: the thread no longer keeps the process alive, and goes away after a while. */
  #rest(worker: Worker): void {
    worker.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      log.debug('embedding model unloaded');
      void this.close();
    }, this.#options.idleMs).unref();
  }

  async #start(): Promise<Worker> {
    this.#state = 'loading';
    const { script, idleMs: _, dimensions: __, ...workerData } = this.#options;
    const missing = [script, join(workerData.model, 'model.onnx'), join(workerData.model, 'tokenizer.json')].find(
      (file) => !existsSync(file),
    );
    if (missing) throw this.#fail(new Error(`${missing} is missing.`));
    const worker = new Worker(script, { workerData });
    return await new Promise<Worker>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        const parsed = FromWorker.parse(message);
        if (!('ready' in parsed)) return this.#answer(parsed);
        this.#state = 'ready';
        this.#runtime = parsed.ready.runtime;
        this.#dimensions = parsed.ready.dimensions;
        if (parsed.ready.runtime === 'onnxruntime-web')
          log.warn('native ONNX runtime not available, using WebAssembly');
        resolve(worker);
      });
      worker.on('error', (error) => reject(this.#fail(error)));
      worker.on('exit', () => this.#gone(worker));
    });
  }

  #answer(message: Exclude<FromWorker, { ready: unknown }>): void {
    const waiting = this.#waiting.get(message.id);
    if ('passages' in message) waiting?.resolve(message.passages);
    else waiting?.reject(new RemanenceError('unavailable', `The embedding model failed: ${message.error}`));
  }

  #fail(error: unknown): RemanenceError {
    this.#state = 'error';
    this.#error = error instanceof Error ? error.message : String(error);
    log.error('embedding model failed', { error: this.#error });
    return new RemanenceError('unavailable', `The embedding model could not be loaded: ${this.#error}`, {
      hint: 'Run `remanence doctor`.',
      cause: error,
    });
  }

  #gone(worker: Worker): void {
    const failure = new RemanenceError('unavailable', 'The embedding worker stopped.');
    for (const waiting of this.#waiting.values()) waiting.reject(failure);
    void this.#worker?.then(
      (current) => {
        if (current !== worker) return;
        this.#worker = null;
        if (this.#state === 'ready') this.#state = 'idle';
      },
      () => {},
    );
  }
}
