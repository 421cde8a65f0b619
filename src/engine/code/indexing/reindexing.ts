// One job that indexes several projects again, one after the other.
import { RemanenceError } from '../../../errors.ts';
import type { Identity } from '../../access/actor.ts';
import type { Job, JobContext, Jobs } from '../../job.ts';

export class Reindexing {
  readonly #jobs: Jobs;
  readonly #stopping: AbortSignal;
  #running: Promise<void> = Promise.resolve();

  constructor(jobs: Jobs, stopping: AbortSignal) {
    this.#jobs = jobs;
    this.#stopping = stopping;
  }

  /** One such job per caller at a time, so that nobody gets another caller's job. */
  async begin(by: Identity, roots: readonly string[], index: (root: string) => Promise<unknown>): Promise<Job> {
    const work = async ({ report, signal }: JobContext) => {
      for (const [done, root] of roots.entries()) {
        signal.throwIfAborted();
        report('projects', done, roots.length);
        await index(root);
      }
      report('projects', roots.length, roots.length);
    };
    const kind = `reindex ${JSON.stringify(by)}`;
    const begun = await this.#jobs.begin(kind, work, { signal: this.#stopping, by });
    // The outcome is stored with the job.
    if (begun) this.#running = begun.ended.then(() => {}).catch(() => {});
    const job = begun?.job ?? (await this.#jobs.latest(kind));
    if (!job) throw new RemanenceError('internal', 'No job was started.');
    return job;
  }

  settled(): Promise<void> {
    return this.#running;
  }
}
