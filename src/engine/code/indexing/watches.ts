// Watches projects, each by one process at a time, as shown by its job.
import { messageOf } from '../../../errors.ts';
import type { Jobs } from '../../job.ts';
import type { CodeBase, Watching } from '../code-base.ts';
import type { Project } from '../ports.ts';

const jobOf = (project: number): string => `watch ${project}`;

export class Watches {
  readonly #codeBase: CodeBase;
  readonly #jobs: Jobs;
  readonly #onChange: (project: number) => Promise<void>;
  readonly #watched = new Map<number, { readonly stop: AbortController; readonly ended: Promise<unknown> }>();

  #closed = false;

  constructor(codeBase: CodeBase, jobs: Jobs, onChange: (project: number) => Promise<void>) {
    this.#codeBase = codeBase;
    this.#jobs = jobs;
    this.#onChange = onChange;
  }

  /** Does nothing if the project is already watched, here or elsewhere. Failures are stored with the job. */
  begin({ id, root }: Project): void {
    if (this.#closed || this.#watched.has(id)) return;
    const stop = new AbortController();
    const ended = this.#jobs
      .run(jobOf(id), ({ signal }) => this.#watch(id, root, signal), { signal: stop.signal })
      .catch(() => null)
      .finally(() => this.#watched.delete(id));
    this.#watched.set(id, { stop, ended });
  }

  async end(project: number): Promise<void> {
    await this.#jobs.cancel(jobOf(project));
    const watched = this.#watched.get(project);
    watched?.stop.abort();
    await watched?.ended;
    await this.#jobs.forget(jobOf(project));
  }

  /** Whether some process watches it. */
  async isWatched(project: number): Promise<boolean> {
    return (await this.#jobs.latest(jobOf(project)))?.state === 'running';
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#watched.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Watches until told to stop. First checks for changes made while nobody watched. */
  async #watch(project: number, root: string, signal: AbortSignal): Promise<void> {
    let failure: string | null = null;
    let busy: Promise<void> = Promise.resolve();
    const look = () => {
      busy = busy
        .then(() => this.#onChange(project))
        .catch((error) => {
          failure = messageOf(error);
        });
    };
    const watching: Watching = await this.#codeBase.watch(root, look);
    try {
      look();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      await watching.stop();
      await busy;
    }
    if (failure !== null) throw new Error(failure);
  }
}
