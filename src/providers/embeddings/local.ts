import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPassage, Embedder, EmbedderStatus } from '../../engine/memories/embedder.ts';
import { messageOf, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import { PassageCache } from './cache.ts';
import type { WorkerOptions } from './protocol.ts';
import { ModelThread } from './thread.ts';

export interface LocalEmbedderOptions extends WorkerOptions {
  readonly name: string;
  readonly succeeds: readonly string[];
  readonly hasFirstVectors?: boolean | undefined;
  /** The bundled worker script. */
  readonly script: string;
  /** The model is unloaded after this long without a request. */
  readonly idleMs: number;
  /** Extra copies of the model for bulk work, on one core each. */
  readonly helpers: number;
  /** For the bundled model, known before it is loaded. */
  readonly dimensions: number;
  /** The model was taught to read two texts together: a question and a passage, or an earlier and a later memory. */
  readonly readsPairs: boolean;
}

/** Pause before a model that failed to load is tried again. */
const RETRY_AFTER_MS = 30_000;
/** Loading another copy of the model takes as long as embedding this many texts. */
const WORTH_HELP = 32;
/** After a single request, bulk work pauses this long so that the next one need not wait. */
const COURTESY_MS = 30;

interface Running {
  readonly thread: ModelThread;
  readonly loaded: Promise<void>;
}

/** A folder with model.onnx and tokenizer.json, run in a worker thread that starts with the first text. */
export class LocalEmbedder implements Embedder {
  readonly succeeds: readonly string[];
  readonly hasFirstVectors: boolean;
  readonly #options: LocalEmbedderOptions;
  readonly #cache = new PassageCache();
  #running: Running | null = null;
  #helpers: ModelThread[] = [];
  #state: EmbedderStatus['state'] = 'idle';
  #runtime = 'not loaded';
  #dimensions: number;
  #failure: RemanenceError | null = null;
  #retryAt = 0;
  #unloading: NodeJS.Timeout | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Single requests under way. */
  #asking = 0;

  constructor(options: LocalEmbedderOptions) {
    this.succeeds = options.succeeds;
    this.hasFirstVectors = options.hasFirstVectors ?? false;
    this.#options = options;
    this.#dimensions = options.dimensions;
  }

  /** The state of a model not yet requested is derived from its files. */
  status(): EmbedderStatus {
    const missing = this.#state === 'idle' ? this.#missingFile() : undefined;
    return {
      state: missing === undefined ? this.#state : 'error',
      model: this.#options.name,
      dimensions: this.#dimensions,
      backend: this.#runtime,
      error: missing === undefined ? (this.#failure?.message ?? null) : notLoaded(new Error(missing)).message,
      cache: this.#cache.statistics(),
    };
  }

  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    return this.#cache.remember(`passages\n${text}`, () => this.#askNow('passages', text, signal));
  }

  async query(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [passage] = await this.#cache.remember(`query\n${text}`, () => this.#askNow('query', text, signal));
    if (!passage) throw new RemanenceError('internal', 'The model returned no vector.');
    return passage.vector;
  }

  judge(question: string, passage: string, signal?: AbortSignal): Promise<number | null> {
    return this.#odds('judge', question, passage, signal);
  }

  compare(earlier: string, later: string, signal?: AbortSignal): Promise<number | null> {
    return this.#odds('compare', earlier, later, signal);
  }

  async #odds(kind: 'judge' | 'compare', before: string, text: string, signal?: AbortSignal): Promise<number | null> {
    if (!this.#options.readsPairs) return null;
    return this.#now(() => this.#with((thread) => thread.odds(kind, before, text, signal)));
  }

  /** One text at a time, so that a question in between waits for at most one. */
  async bulk(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return texts.length < WORTH_HELP ? this.#few(texts, signal) : this.#many(texts, signal);
  }

  /** Without a pause: somebody may wait for these, who will soon ask for some of them again. */
  async #few(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.query(text, signal));
    return vectors;
  }

  async #many(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors = new Array<Float32Array>(texts.length);
    let next = 0;
    const work = async (ask: (text: string) => Promise<EmbeddedPassage[]>): Promise<void> => {
      for (let i = next++; i < texts.length; i = next++) {
        const [passage] = await ask(texts[i] ?? '');
        if (!passage) throw new RemanenceError('internal', 'The model returned no vector.');
        vectors[i] = passage.vector;
      }
    };
    const help = async (): Promise<void> => {
      const helpers = await this.#startHelpers();
      await Promise.all(helpers.map((helper) => work((text) => askOf(helper, text))));
    };
    const askBetween = async (text: string): Promise<EmbeddedPassage[]> => {
      signal?.throwIfAborted();
      while (this.#asking > 0 || performance.now() - this.#askedAt < COURTESY_MS) await delay(COURTESY_MS);
      return this.#ask('query', text, signal);
    };
    // A helper that fails loses no text.
    const askOf = (helper: ModelThread, text: string) =>
      helper.ask('query', text, signal).catch(() => askBetween(text));
    await Promise.all([work(askBetween), help()]);
    return vectors;
  }

  async #startHelpers(): Promise<ModelThread[]> {
    const running = this.#running;
    await running?.loaded;
    // Unloaded meanwhile.
    if (running === null || this.#running !== running) return [];
    while (this.#helpers.length < this.#options.helpers) {
      const helper = new ModelThread(this.#options.script, { ...this.#workerOptions(), threads: 1 });
      this.#helpers.push(helper);
      void helper.ended.then(() => {
        this.#helpers = this.#helpers.filter((other) => other !== helper);
      });
    }
    const helpers = this.#helpers;
    const ready = await Promise.all(
      helpers.map((helper) =>
        helper.ready.then(
          () => true,
          () => false,
        ),
      ),
    );
    return helpers.filter((_, i) => ready[i]);
  }

  /** A text that comes while the threads stop starts others. */
  async close(): Promise<void> {
    clearTimeout(this.#unloading);
    const running = this.#running;
    this.#running = null;
    if (this.#state !== 'error') this.#state = 'idle';
    const helpers = this.#helpers.splice(0);
    await running?.loaded.catch(() => {});
    await Promise.all([running?.thread, ...helpers].map((each) => each?.stop()));
  }

  #workerOptions(): WorkerOptions {
    const { model, taught, wasmRuntime, runtime, threads } = this.#options;
    return { model, taught, wasmRuntime, runtime, threads };
  }

  #askNow(kind: 'passages' | 'query', text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    return this.#now(() => this.#ask(kind, text, signal));
  }

  /** Bulk work makes way for it. */
  async #now<T>(work: () => Promise<T>): Promise<T> {
    this.#asking++;
    try {
      return await work();
    } finally {
      this.#asking--;
      this.#askedAt = performance.now();
    }
  }

  #ask(kind: 'passages' | 'query', text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    return this.#with((thread) => thread.ask(kind, text, signal));
  }

  async #with<T>(work: (thread: ModelThread) => Promise<T>): Promise<T> {
    if (this.#failure && Date.now() < this.#retryAt) throw this.#failure;
    clearTimeout(this.#unloading);
    this.#running ??= this.#start();
    const { thread, loaded } = this.#running;
    await loaded;
    try {
      return await work(thread);
    } finally {
      clearTimeout(this.#unloading);
      if (thread.idle) this.#unloading = setTimeout(() => void this.close(), this.#options.idleMs).unref();
    }
  }

  #start(): Running {
    const missing = this.#missingFile();
    if (missing !== undefined) throw this.#failed(new Error(missing));
    this.#state = 'loading';
    const thread = new ModelThread(this.#options.script, this.#workerOptions());
    void thread.ended.then(() => this.#ended(thread));
    return { thread, loaded: this.#load(thread) };
  }

  async #load(thread: ModelThread): Promise<void> {
    try {
      const { runtime, dimensions } = await thread.ready;
      if (runtime === 'onnxruntime-web') log.warn('native ONNX runtime not available, using WebAssembly');
      this.#runtime = runtime;
      this.#dimensions = dimensions;
      this.#failure = null;
      if (this.#isCurrent(thread)) this.#state = 'ready';
    } catch (error) {
      if (this.#isCurrent(thread)) this.#running = null;
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): RemanenceError {
    this.#state = 'error';
    this.#retryAt = Date.now() + RETRY_AFTER_MS;
    log.error('embedding model failed', { error: messageOf(error) });
    this.#failure = notLoaded(error);
    return this.#failure;
  }

  /** The first model file that is missing or empty. */
  #missingFile(): string | undefined {
    const { script, model } = this.#options;
    const files = [script, join(model, 'model.onnx'), join(model, 'tokenizer.json')];
    const bad = files.find((file) => !existsSync(file) || statSync(file).size === 0);
    return bad && `${bad} is ${existsSync(bad) ? 'empty' : 'missing'}.`;
  }

  /** A thread that ends while it is the current one has crashed: the next text starts another. */
  #ended(thread: ModelThread): void {
    if (this.#state !== 'ready' || !this.#isCurrent(thread)) return;
    log.debug('embedding model unloaded');
    this.#running = null;
    this.#state = 'idle';
  }

  #isCurrent(thread: ModelThread): boolean {
    return this.#running?.thread === thread;
  }
}

const notLoaded = (cause: unknown): RemanenceError =>
  new RemanenceError('unavailable', `The embedding model could not be loaded: ${messageOf(cause)}`, {
    hint: 'Reinstall the package, or point --model at a folder with model.onnx and tokenizer.json.',
    cause,
  });
