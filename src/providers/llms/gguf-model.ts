import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { ggufProblem, isInstalled } from './gguf-file.ts';
import { FromGguf, GgufOptions, type GgufRequest, type ToGguf } from './gguf-protocol.ts';

export interface GgufModelOptions extends Omit<GgufOptions, 'model'> {
  /** The bundled thread script. */
  readonly script: string;
  /** A GGUF file; without one every request fails. */
  readonly model: string | undefined;
  /** The model is unloaded after this long without a request. */
  readonly idleMs: number;
}

interface GgufStatus {
  readonly state: 'off' | 'idle' | 'loading' | 'ready' | 'error';
  readonly error: string | null;
}

/** The model's text, or why there is none. */
type GgufAnswer = { readonly text: string; readonly tokens: number } | { readonly failed: string };

/** Pause before a model that failed to load is tried again. */
const RETRY_AFTER_MS = 60_000;
const LOAD_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5000;
const NOT_INSTALLED = 'node-llama-cpp is not installed. Install it beside Remanence: npm install node-llama-cpp@3.';

/** A GGUF file on this machine, in a thread that starts with the first request. */
export class GgufModel {
  readonly #options: GgufModelOptions;
  readonly #waiting = new Map<number, (answer: GgufAnswer) => void>();
  #worker: Worker | null = null;
  #closing: Promise<void> | null = null;
  #status: GgufStatus;
  #retryAt = 0;
  #nextId = 1;
  #loading: NodeJS.Timeout | undefined;
  #unloading: NodeJS.Timeout | undefined;

  constructor(options: GgufModelOptions) {
    const { model } = options;
    this.#options = options;
    const error = model === undefined ? null : this.#whyNot(model);
    this.#status = { state: model === undefined ? 'off' : error === null ? 'idle' : 'error', error };
  }

  status(): GgufStatus {
    return this.#status;
  }

  /** Never throws: a failure is part of the answer. */
  async ask(request: GgufRequest, waitMs: number, signal?: AbortSignal): Promise<GgufAnswer> {
    // A thread that is ending would not answer.
    await this.#closing;
    const worker = this.#started();
    if (!worker) return { failed: this.#status.error ?? 'No GGUF file is configured.' };
    clearTimeout(this.#unloading);
    const id = this.#nextId++;
    const tell = (message: ToGguf) => worker.postMessage(message);
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      tell({ kind: 'cancel', id });
      this.#waiting.get(id)?.({ failed: `It did not answer within ${waitMs / 1000} s.` });
    };
    try {
      worker.ref();
      return await new Promise<GgufAnswer>((resolve) => {
        this.#waiting.set(id, resolve);
        timer = setTimeout(giveUp, waitMs);
        tell({ kind: 'ask', id, request });
        if (signal?.aborted) giveUp();
        else signal?.addEventListener('abort', giveUp);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(id);
      this.#rest(worker);
    }
  }

  #started(): Worker | null {
    if (this.#worker || this.#options.model === undefined) return this.#worker;
    if (this.#status.state === 'error' && Date.now() < this.#retryAt) return null;
    const { script, model } = this.#options;
    const unfit = this.#whyNot(model);
    if (unfit !== null) return this.#fail(unfit);
    if (!existsSync(script)) return this.#fail(`${script} is missing.`);
    this.#status = { state: 'loading', error: null };
    // stdout belongs to the protocol, so the library's output must not go there.
    const workerData = GgufOptions.parse(this.#options);
    const worker = new Worker(script, { workerData, stdout: true, stderr: true });
    worker.on('message', (message: unknown) => this.#hear(FromGguf.parse(message)));
    worker.on('error', (error) => this.#fail(messageOf(error)));
    worker.on('exit', () => this.#ended(worker));
    this.#worker = worker;
    this.#loading = setTimeout(() => {
      this.#fail('The model did not load in time.');
      void worker.terminate();
    }, LOAD_TIMEOUT_MS).unref();
    return worker;
  }

  /** Errors that are known before anything is loaded. */
  #whyNot(model: string): string | null {
    const { library, script } = this.#options;
    return ggufProblem(model) ?? (isInstalled(library, script) ? null : NOT_INSTALLED);
  }

  #hear(message: FromGguf): void {
    if ('ready' in message) {
      clearTimeout(this.#loading);
      this.#status = { state: 'ready', error: null };
    } else if ('failed' in message) this.#fail(message.installed ? message.failed : NOT_INSTALLED);
    else if ('text' in message) this.#waiting.get(message.id)?.({ text: message.text, tokens: message.tokens });
    else {
      log.warn('a GGUF model failed', { error: message.error });
      this.#waiting.get(message.id)?.({ failed: message.error });
    }
  }

  #fail(error: string): null {
    this.#status = { state: 'error', error };
    this.#retryAt = Date.now() + RETRY_AFTER_MS;
    log.warn('a GGUF model cannot be used', { error });
    return null;
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    clearTimeout(this.#loading);
    this.#worker = null;
    if (this.#status.state !== 'error') this.#status = { state: 'idle', error: null };
    const failed = this.#status.error ?? 'The model was unloaded.';
    for (const resolve of this.#waiting.values()) resolve({ failed });
  }

  #rest(worker: Worker): void {
    if (this.#waiting.size > 0) return;
    worker.unref();
    clearTimeout(this.#unloading);
    this.#unloading = setTimeout(() => void this.close(), this.#options.idleMs).unref();
  }

  close(): Promise<void> {
    clearTimeout(this.#unloading);
    this.#closing ??= this.#stop().finally(() => {
      this.#closing = null;
    });
    return this.#closing;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const message: ToGguf = { kind: 'stop' };
    worker.postMessage(message);
    const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
}
