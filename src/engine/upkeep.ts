// The background chores that a server repeats for its store.
import { waitBriefly } from './waiting.ts';

const TEND_EVERY_MS = 60_000;
/** Short, because a store and its cubes must not come from different backups for long. */
const FINISH_EVERY_MS = 2000;
const CLOSING_MS = 3000;

export interface Chores {
  /** Run in order; after a failure, the rest wait for the next round. */
  readonly inTurn: readonly ((signal: AbortSignal) => Promise<unknown>)[];
  /** Runs even if other chores have failed. */
  readonly always: () => Promise<unknown>;
  /** Skipped in the first round, while clients wait for their first answers. */
  readonly later: (signal: AbortSignal) => Promise<unknown>;
  /** Completes a restore that was killed. */
  readonly finishRestore: () => Promise<unknown>;
}

export class Upkeep {
  readonly #chores: Chores;
  readonly #stopping = new AbortController();
  #background: Promise<unknown> = Promise.resolve();
  #timers: readonly NodeJS.Timeout[] = [];
  #isAsked = false;

  constructor(chores: Chores) {
    this.#chores = chores;
  }

  /** Repeats, because an unavailable model may come back, and a process that was making vectors may die. */
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

  /** Runs the chores soon if this process tends the store; repeated calls before they start count once. */
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

  /** Ignores failures: they are recorded with their job and tried again. */
  #then(work: () => Promise<unknown>): void {
    this.#background = this.#background.then(work).catch(() => {});
  }

  /** Starts nothing more, and tells running chores to stop. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
  }

  /** Waits only briefly: the next server does what is still blocked by another process. */
  async ended(): Promise<void> {
    await waitBriefly(this.#background, CLOSING_MS);
  }
}
