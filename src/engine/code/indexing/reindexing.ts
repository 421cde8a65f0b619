// One job that indexes several projects again, one after the other.
import { RemanenceError } from '../../../errors.ts';
import type { Identity } from '../../access/actor.ts';
import type { Job, JobContext, Jobs } from '../../job.ts';
import type { Project } from '../ports.ts';

export class Reindexing {
  readonly #jobs: Jobs;
  readonly #stopping: AbortSignal;
  #running: Promise<void> = Promise.resolve();

  constructor(jobs: Jobs, stopping: AbortSignal) {
    this.#jobs = jobs;
    this.#stopping = stopping;
  }

  /** One such job per caller at a time, so that nobody gets another caller's job. */
  async begin(by: Identity, projects: readonly Project[], index: (project: Project) => Promise<unknown>): Promise<Job> {
    const work = async ({ report, signal }: JobContext) => {
      for (const [done, project] of projects.entries()) {
        signal.throwIfAborted();
        report('projects', done, projects.length);
        await index(project);
      }
      report('projects', projects.length, projects.length);
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
