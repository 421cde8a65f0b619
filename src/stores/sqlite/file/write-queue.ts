import { setTimeout as after } from 'node:timers/promises';

/** Short, because another process that writes one transaction after the other leaves only brief gaps between them. */
const MAX_PAUSE_MS = 4;
/** After holding the lock this long, a process leaves it free long enough for others that look for it, even if they are busy. */
const TURN_MS = 250;
const GAP_MS = 20;

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
  /** How long it has held the lock without leaving a gap. */
  #turnMs = 0;

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
      await this.#leaveGap();
      for (let pause = 1; !take(); pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
        const waited = performance.now() - Math.max(since, this.#lastHeld);
        if (waited >= this.#timeoutMs) throw this.#refusal();
        await after(pause * (0.5 + Math.random()));
      }
      const taken = performance.now();
      try {
        return await work();
      } finally {
        this.#lastHeld = performance.now();
        this.#turnMs += this.#lastHeld - taken;
      }
    } finally {
      this.#leave();
    }
  }

  async #leaveGap(): Promise<void> {
    const gap = performance.now() - this.#lastHeld;
    if (gap < GAP_MS && this.#turnMs < TURN_MS) return;
    this.#turnMs = 0;
    if (gap < GAP_MS) await after(GAP_MS - gap);
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
