// What a server does for its store by itself, again and again.
import { briefly } from './job.ts';

const TEND_EVERY_MS = 60_000;
/** A store and its cubes must not be of different backups for long. */
const FINISH_EVERY_MS = 2000;
const CLOSING_MS = 3000;

export interface Chores {
  /** One after the other; what follows one that fails waits for the next round. */
  readonly inTurn: readonly ((signal: AbortSignal) => Promise<unknown>)[];
  /** Done whatever else has failed. */
  readonly always: () => Promise<unknown>;
  /** Not at the start, where clients wait for their first answers. */
  readonly later: (signal: AbortSignal) => Promise<unknown>;
  /** Carries out what a restore that was killed had begun. */
  readonly finishRestore: () => Promise<unknown>;
}

export class Tending {
  readonly #chores: Chores;
  readonly #stopping = new AbortController();
  #background: Promise<unknown> = Promise.resolve();
  #timers: readonly NodeJS.Timeout[] = [];
  #isAsked = false;

  constructor(chores: Chores) {
    this.#chores = chores;
  }

  /** A model that was away comes back, and a process that made vectors may die: it looks again from time to time. */
  start(): void {
    const { later, finishRestore } = this.#chores;
    this.#tend();
    const tend = () => {
      this.#tend();
      this.#then(() => later(this.#stopping.signal));
    };
    this.#timers = [
      setInterval(tend, TEND_EVERY_MS).unref(),
      setInterval(() => void finishRestore().catch(() => {}), FINISH_EVERY_MS).unref(),
    ];
  }

  /** Before its time, where a server tends the store: once, however often it is asked for. */
  soon(): void {
    if (this.#timers.length === 0 || this.#isAsked) return;
    this.#isAsked = true;
    this.#then(async () => {
      this.#isAsked = false;
    });
    this.#tend();
  }

  #tend(): void {
    const { inTurn, always } = this.#chores;
    this.#then(async () => {
      for (const chore of inTurn) await chore(this.#stopping.signal);
    });
    this.#then(always);
  }

  /** What fails is kept with its job, and tried again. */
  #then(work: () => Promise<unknown>): void {
    this.#background = this.#background.then(work).catch(() => {});
  }

  /** Begins nothing more, and tells what runs to stop. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
  }

  /** What still waits for another process to let go of the store is done by the next server. */
  async ended(): Promise<void> {
    await briefly(this.#background, CLOSING_MS);
  }
}
