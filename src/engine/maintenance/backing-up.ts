// Makes one backup a day; a single one of the processes that share a store does the work.
import { type JobContext, Jobs } from '../job.ts';
import type { Clock, Store } from '../ports.ts';
import type { Keeper } from './ports.ts';

const KIND = 'backup';

export class BackingUp {
  readonly #keeper: Keeper;
  readonly #jobs: Jobs;
  readonly #clock: Clock;

  constructor(keeper: Keeper, store: Store, clock: Clock) {
    this.#keeper = keeper;
    this.#jobs = new Jobs(store.jobs, clock);
    this.#clock = clock;
  }

  /** Does nothing when no backup is due or another process is making it. */
  async run(signal: AbortSignal): Promise<void> {
    if (!(await this.#keeper.isBackupDue(this.#clock.now()))) return;
    const backUp = ({ signal: stopping }: JobContext) => this.#keeper.backUp(this.#clock.now(), stopping);
    const job = await this.#jobs.run(KIND, backUp, { signal });
    // The log reports the outcome; the job is dropped so that an emptied store keeps no trace of it.
    if (job) await this.#jobs.withdraw(job.id);
  }
}
