import { setTimeout as after } from 'node:timers/promises';
import { waitAtMost } from '../../../engine/waiting.ts';
import { log } from '../../../log.ts';

/** Each look keeps other writers waiting, so it is made less and less often. */
const FIRST_LOOK_MS = 50;
const MAX_PAUSE_MS = 1000;
/** A delete is answered after this time even if another process still reads from the log; the rest happens behind. */
const ANSWER_MS = 1500;

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
    await waitAtMost(this.#waiting, ANSWER_MS);
  }

  /** Resolves when nothing waits to be removed from the log. */
  async settled(): Promise<void> {
    await this.#waiting;
  }

  async #later(): Promise<void> {
    const until = performance.now() + this.#timeoutMs;
    let isDone = false;
    for (let pause = FIRST_LOOK_MS; !isDone && performance.now() < until; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      await after(pause);
      isDone = this.#truncate();
    }
    this.#waiting = null;
    if (!isDone) log.warn('the log keeps deleted content until another process stops reading it');
  }
}
