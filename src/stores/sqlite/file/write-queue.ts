import { setTimeout as after } from 'node:timers/promises';

/** Short, because another process that writes one transaction after the other leaves only brief gaps between them. */
const MAX_PAUSE_MS = 4;

/**
 * Queues the writes of this process, one at a time and in order. Only one process may write at once; waiting for
 * another happens between attempts and not inside SQLite, which would block the event loop and every read with it.
 */
export class WriteQueue {
  #timeoutMs: number;
  readonly #refusal: () => Error;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** When a write of this process last held the lock: while writes make progress, queued ones do not give up. */
  #lastHeld = Number.NEGATIVE_INFINITY;

  constructor(timeoutMs: number, refusal: () => Error) {
    this.#timeoutMs = timeoutMs;
    this.#refusal = refusal;
  }

  /** Retries until it has the lock, then works in the same turn of the event loop. The work releases the lock. */
  async run<T>(take: () => boolean, work: () => T | Promise<T>): Promise<T> {
    const since = performance.now();
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    try {
      for (let pause = 1; !take(); pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
        const waited = performance.now() - Math.max(since, this.#lastHeld);
        if (waited >= this.#timeoutMs) throw this.#refusal();
        await after(pause * (0.5 + Math.random()));
      }
      try {
        return await work();
      } finally {
        this.#lastHeld = performance.now();
      }
    } finally {
      this.#leave();
    }
  }

  /** Resolves when the queue is empty; from now on no write waits longer than this. */
  async drained(timeoutMs: number): Promise<void> {
    this.#timeoutMs = Math.min(this.#timeoutMs, timeoutMs);
    if (!this.#isTaken) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#leave();
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
