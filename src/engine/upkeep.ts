// The background chores that a server repeats for its store.
import { messageOf } from '../errors.ts';
import { waitBriefly } from './waiting.ts';

const TEND_EVERY_MS = 60_000;
/** Short, because a store and its cubes must not come from different backups for long. */
const FINISH_EVERY_MS = 2000;
const CLOSING_MS = 3000;

type Chore = (signal: AbortSignal) => Promise<unknown>;

export interface Chores {
  /** Each may take hours, such as making all vectors again; nothing waits for it. */
  readonly long: readonly Chore[];
  /** Run in order, each even if others have failed. */
  readonly short: readonly Chore[];
  /** Follows the short ones, but not in the first round, while clients wait for their first answers. */
  readonly later: Chore;
  /** Completes a restore that was killed. */
  readonly finishRestore: () => Promise<unknown>;
  /** Told of a failure, unless it is the same as the last time. */
  readonly onFailure: (thrown: unknown) => void;
}

export class Upkeep {
  readonly #chores: Chores;
  readonly #stopping = new AbortController();
  readonly #rounds: readonly Rounds[];
  #timers: readonly NodeJS.Timeout[] = [];
  #isFirst = true;
  /** What is wrong with chores that failed when they last ran. */
  readonly #failing = new Map<Chore, string>();

  constructor(chores: Chores) {
    this.#chores = chores;
    this.#rounds = [
      ...chores.long.map((chore) => new Rounds(() => this.#run([chore]))),
      new Rounds(() => this.#run(this.#isFirst ? chores.short : [...chores.short, chores.later])),
    ];
  }

  /** Repeats, because an unavailable model may come back, and a process that was making vectors may die. */
  start(): void {
    this.#tend();
    const tend = () => {
      this.#isFirst = false;
      this.#tend();
    };
    this.#timers = [
      setInterval(tend, TEND_EVERY_MS).unref(),
      setInterval(() => void this.#chores.finishRestore().catch(() => {}), FINISH_EVERY_MS).unref(),
    ];
  }

  /** Runs the chores soon if this process tends the store. */
  soon(): void {
    if (this.#timers.length > 0) this.#tend();
  }

  #tend(): void {
    for (const rounds of this.#rounds) rounds.ask();
  }

  async #run(chores: readonly Chore[]): Promise<void> {
    const { signal } = this.#stopping;
    for (const chore of chores) {
      if (signal.aborted) return;
      try {
        await chore(signal);
        this.#failing.delete(chore);
      } catch (thrown) {
        if (!signal.aborted) this.#failed(chore, thrown);
      }
    }
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
    await waitBriefly(Promise.all(this.#rounds.map((rounds) => rounds.ended())), CLOSING_MS);
  }
}

/** One round of work at a time; however often it is asked for during a round, one more follows. */
class Rounds {
  readonly #work: () => Promise<void>;
  #current: Promise<void> | null = null;
  #isWanted = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  ask(): void {
    this.#isWanted = true;
    this.#current ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#work();
    }
    this.#current = null;
  }

  async ended(): Promise<void> {
    await this.#current;
  }
}
