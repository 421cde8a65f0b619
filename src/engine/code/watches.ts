// Projects that are watched: each by one process at a time, which is known by its job.
import { messageOf } from '../../errors.ts';
import type { Jobs } from '../job.ts';
import type { CodeBase, Project, Watching } from './ports.ts';

const jobOf = (project: number): string => `watch ${project}`;

export class Watches {
  readonly #codeBase: CodeBase;
  readonly #jobs: Jobs;
  readonly #onChange: (project: number) => Promise<void>;
  readonly #watched = new Map<number, { readonly stop: AbortController; readonly ended: Promise<unknown> }>();

  constructor(codeBase: CodeBase, jobs: Jobs, onChange: (project: number) => Promise<void>) {
    this.#codeBase = codeBase;
    this.#jobs = jobs;
    this.#onChange = onChange;
  }

  /** Does nothing where the project is watched already, here or elsewhere. */
  async begin({ id, root }: Project): Promise<void> {
    if (this.#watched.has(id)) return;
    const stop = new AbortController();
    const ended = this.#jobs
      .run(jobOf(id), ({ signal }) => this.#watch(id, root, signal), { signal: stop.signal })
      .finally(() => this.#watched.delete(id));
    this.#watched.set(id, { stop, ended });
  }

  async end(project: number): Promise<void> {
    await this.#jobs.cancel(jobOf(project));
    const watched = this.#watched.get(project);
    watched?.stop.abort();
    await watched?.ended.catch(() => {});
    await this.#jobs.forget(jobOf(project));
  }

  async close(): Promise<void> {
    const all = [...this.#watched.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ ended }) => ended));
  }

  /** Until it is told to stop. What happened while nobody watched is looked at first. */
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
