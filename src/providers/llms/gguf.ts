import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Summarizer, SummarizerStatus } from '../../engine/notes/summarizer.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { whyNotGguf } from './gguf-file.ts';
import { FromGguf, GgufOptions, type ToGguf } from './gguf-protocol.ts';

export interface GgufSummarizerOptions extends Omit<GgufOptions, 'model'> {
  /** The bundled script of the thread. */
  readonly script: string;
  /** A GGUF file; without it there are no summaries. */
  readonly model: string | undefined;
  readonly instruction: string;
  readonly maxCharacters: number;
  /** A summary that takes longer is not waited for. */
  readonly waitMs: number;
  /** The model is unloaded when nobody has asked for so long. */
  readonly idleMs: number;
}

/** A model that did not load is not tried again at once. */
const RETRY_AFTER_MS = 60_000;
const LOAD_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 5000;
const NOT_INSTALLED = 'node-llama-cpp is not installed. Install it beside Remanence: npm install node-llama-cpp.';

/** Summaries by a GGUF file on this machine, in a thread that starts with the first text. */
export class GgufSummarizer implements Summarizer {
  readonly #options: GgufSummarizerOptions;
  readonly #waiting = new Map<number, (text: string | null) => void>();
  #worker: Worker | null = null;
  #state: SummarizerStatus['state'];
  #error: string | null = null;
  #retryAt = 0;
  #nextId = 1;
  #loading: NodeJS.Timeout | undefined;
  #unloading: NodeJS.Timeout | undefined;

  constructor(options: GgufSummarizerOptions) {
    this.#options = options;
    this.#state = options.model === undefined ? 'off' : 'idle';
  }

  status(): SummarizerStatus {
    const { model = null, contextTokens, threads, maxTokens, temperature } = this.#options;
    return { state: this.#state, model, error: this.#error, contextTokens, threads, maxTokens, temperature };
  }

  async summarize(text: string, signal?: AbortSignal): Promise<string | null> {
    const worker = this.#started();
    if (!worker) return null;
    clearTimeout(this.#unloading);
    const id = this.#nextId++;
    const tell = (message: ToGguf) => worker.postMessage(message);
    let patience: NodeJS.Timeout | undefined;
    const giveUp = () => {
      tell({ kind: 'cancel', id });
      this.#waiting.get(id)?.(null);
    };
    try {
      worker.ref();
      const made = await new Promise<string | null>((resolve) => {
        this.#waiting.set(id, resolve);
        patience = setTimeout(giveUp, this.#options.waitMs);
        signal?.addEventListener('abort', giveUp);
        tell({ kind: 'complete', id, instruction: this.#options.instruction, text });
      });
      return made?.trim().slice(0, this.#options.maxCharacters) || null;
    } finally {
      clearTimeout(patience);
      signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(id);
      this.#rest(worker);
    }
  }

  #started(): Worker | null {
    if (this.#worker || this.#options.model === undefined) return this.#worker;
    if (this.#state === 'error' && Date.now() < this.#retryAt) return null;
    const { script, model } = this.#options;
    const unfit = whyNotGguf(model);
    if (unfit !== null) return this.#fail(unfit);
    if (!existsSync(script)) return this.#fail(`${script} is missing.`);
    this.#state = 'loading';
    // stdout belongs to the protocol, whatever the library prints.
    const workerData = GgufOptions.parse(this.#options);
    const worker = new Worker(script, { workerData, stdout: true, stderr: true });
    worker.on('message', (message: unknown) => this.#hear(FromGguf.parse(message)));
    worker.on('error', (error) => this.#fail(messageOf(error)));
    worker.on('exit', () => this.#ended(worker));
    this.#worker = worker;
    this.#loading = setTimeout(() => {
      this.#fail('The model did not load in time.');
      void worker.terminate();
    }, LOAD_PATIENCE_MS).unref();
    return worker;
  }

  #hear(message: FromGguf): void {
    if ('ready' in message) {
      clearTimeout(this.#loading);
      this.#state = 'ready';
      this.#error = null;
    } else if ('failed' in message) this.#fail(message.installed ? message.failed : NOT_INSTALLED);
    else if ('text' in message) this.#waiting.get(message.id)?.(message.text);
    else {
      log.warn('a summary failed', { error: message.error });
      this.#waiting.get(message.id)?.(null);
    }
  }

  #fail(reason: string): null {
    this.#error = reason;
    this.#state = 'error';
    this.#retryAt = Date.now() + RETRY_AFTER_MS;
    log.warn('no summaries', { error: reason });
    return null;
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    clearTimeout(this.#loading);
    this.#worker = null;
    if (this.#state !== 'error') this.#state = 'idle';
    for (const resolve of this.#waiting.values()) resolve(null);
  }

  #rest(worker: Worker): void {
    if (this.#waiting.size > 0) return;
    worker.unref();
    clearTimeout(this.#unloading);
    this.#unloading = setTimeout(() => void this.close(), this.#options.idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#unloading);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const message: ToGguf = { kind: 'stop' };
    worker.postMessage(message);
    const patience = setTimeout(() => void worker.terminate(), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(patience);
  }
}
