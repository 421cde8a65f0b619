import { setTimeout as after } from 'node:timers/promises';
import { log } from '../../../log.ts';

const LOOK_EVERY_MS = 50;

/** Empties the write-ahead log so that it keeps nothing deleted. Has to wait for processes that still read from it. */
export class LogFlush {
  readonly #truncate: () => boolean;
  readonly #timeoutMs: number;
  #waiting: Promise<void> | null = null;

  /** `truncate` tries once and returns whether the log is empty. */
  constructor(truncate: () => boolean, timeoutMs: number) {
    this.#truncate = truncate;
    this.#timeoutMs = timeoutMs;
  }

  async flush(): Promise<void> {
    if (this.#truncate()) return;
    this.#waiting ??= this.#later();
    await this.#waiting;
  }

  async #later(): Promise<void> {
    const until = performance.now() + this.#timeoutMs;
    let isDone = false;
    while (!isDone && performance.now() < until) {
      await after(LOOK_EVERY_MS);
      isDone = this.#truncate();
    }
    this.#waiting = null;
    if (!isDone) log.warn('the log keeps deleted content until another process stops reading it');
  }
}
