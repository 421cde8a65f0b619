// The background chores that a server repeats for its store.
import { messageOf } from '../errors.ts';
import { waitBriefly } from './waiting.ts';

const TEND_EVERY_MS = 60_000;
/** Short, because a store and its cubes must not come from different backups for long. */
const FINISH_EVERY_MS = 2000;
const CLOSING_MS = 3000;

type Chore = (signal: AbortSignal) => Promise<unknown>;

export interface Chores {
  /** Run in order, each even if others have failed. */
  readonly inTurn: readonly Chore[];
  /** Skipped in the first round, while clients wait for their first answers. */
  readonly later: Chore;
  /** Completes a restore that was killed. */
  readonly finishRestore: () => Promise<unknown>;
  /** Told of a failure, unless it is the same as the last time. */
  readonly onFailure: (thrown: unknown) => void;
}

export class Upkeep {
  readonly #chores: Chores;
  readonly #stopping = new AbortController();
  #background: Promise<unknown> = Promise.resolve();
  #timers: readonly NodeJS.Timeout[] = [];
  #isAsked = false;
  /** What is wrong with chores that failed when they last ran. */
  readonly #failing = new Map<Chore, string>();

  constructor(chores: Chores) {
    this.#chores = chores;
  }

  /** Repeats, because an unavailable model may come back, and a process that was making vectors may die. */
  start(): void {
    const { later, finishRestore } = this.#chores;
    this.#tend();
    const tend = () => {
      this.#tend();
      this.#then(later);
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
    for (const chore of this.#chores.inTurn) this.#then(chore);
  }

  /** Runs a chore after those before it, whatever became of them; it is tried again in the next round. */
  #then(chore: Chore): void {
    this.#background = this.#background.then(async () => {
      const { signal } = this.#stopping;
      if (signal.aborted) return;
      try {
        await chore(signal);
        this.#failing.delete(chore);
      } catch (thrown) {
        if (!signal.aborted) this.#failed(chore, thrown);
      }
    });
  }

  #failed(chore: Chore, thrown: unknown): void {
    const problem = messageOf(thrown);
    if (this.#failing.get(chore) === problem) return;
    this.#failing.set(chore, problem);
    this.#chores.onFailure(thrown);
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
