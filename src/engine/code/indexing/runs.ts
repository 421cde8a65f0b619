// The index runs of this process, one per project at a time.
import { type Job, type JobContext, type Jobs, pause, type Stage, yieldToEventLoop } from '../../job.ts';
import type { Project, ProjectStore } from '../ports.ts';
import type { Indexed } from '../projects.ts';
import type { Indexing } from './indexing.ts';

export interface RunOptions {
  /** False leaves the vectors to the next server of this store. */
  readonly vectors?: boolean | undefined;
  /** Selects files to read again even if they seem unchanged. */
  readonly reread?: ((path: string) => boolean) | undefined;
  /** Nobody waits for it, and the next server restarts it: if the process ends first, its job is deleted. */
  readonly unasked?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
  readonly onStart?: ((job: Job) => void) | undefined;
}

interface Run {
  /** Whether it reads files, and does not only complete those already read. */
  readonly isUpdate: boolean;
  readonly stop: AbortController;
  readonly ended: Promise<Job | null>;
}

/** Waits until what was asked for is read. */
interface Reader extends Pick<Project, 'id' | 'asked'> {
  tell(): void;
}

type Heard = Pick<RunOptions, 'unasked' | 'signal' | 'onProgress' | 'onStart'>;

const ANOTHER_TRY_MS = 2000;

/** The kind of a project's index job, the same in every process. */
export const indexJob = (project: Pick<Project, 'id'>): string => `index ${project.id}`;

export class Runs {
  readonly #projects: ProjectStore;
  readonly #jobs: Jobs;
  readonly #indexing: Indexing;
  readonly #stopping: AbortSignal;
  readonly #running = new Map<number, Run>();
  readonly #readers = new Set<Reader>();
  #sweeping: Promise<void> = Promise.resolve();

  constructor(projects: ProjectStore, jobs: Jobs, indexing: Indexing, stopping: AbortSignal) {
    this.#projects = projects;
    this.#jobs = jobs;
    this.#indexing = indexing;
    this.#stopping = stopping;
  }

  isBusy(id: number): boolean {
    return this.#running.has(id);
  }

  /** Whether this process or another is reading the project's files. */
  async underWay(id: number): Promise<Indexed['underWay']> {
    const own = this.#running.get(id);
    if (own) return own.isUpdate ? 'here' : null;
    return (await this.#jobs.latest(indexJob({ id })))?.state === 'running' ? 'elsewhere' : null;
  }

  /** Reads changed files. A run already under way repeats at its end, because it may have missed the change. */
  async update(id: number, { vectors = true, reread, ...heard }: RunOptions = {}): Promise<Job | null> {
    for (let running = this.#running.get(id); running; running = this.#running.get(id)) {
      // Reports the job under way, because it may take long.
      const job = running.isUpdate ? await this.#jobs.latest(indexJob({ id })) : null;
      if (job) heard.onStart?.(job);
      if (running.isUpdate && !reread) return running.ended;
      if (!running.isUpdate) running.stop.abort();
      await running.ended;
    }
    let seen = -1;
    const work = async (run: JobContext) => {
      seen = await this.#read(id, run, { vectors, reread, seen });
    };
    const job = await this.#start(id, work, { isUpdate: true, ...heard });
    return (await this.#updateAgain(id, job, seen)) ?? job;
  }

  /** Completes files already read, and reads what anybody asks for meanwhile, in whichever process. */
  async complete(id: number): Promise<Job | null> {
    const project = await this.#projects.byId(id);
    if (!project) return null;
    const { result = null } = (await this.#jobs.latest(indexJob({ id }))) ?? {};
    let seen = project.asked;
    const work = async (run: JobContext) => {
      // Files that the last update could not read are still unread.
      if (result) run.conclude(result);
      await this.#indexing.complete(project, run);
      await this.#indexing.embed(project, run);
      seen = await this.#read(id, run, { vectors: true, seen });
    };
    const job = await this.#start(id, work, { isUpdate: false, unasked: true });
    return (await this.#updateAgain(id, job, seen)) ?? job;
  }

  /** Reads until nobody has asked since the last look, and returns what was asked then. */
  async #read(
    id: number,
    run: JobContext,
    { vectors, reread, seen }: { vectors: boolean; reread?: RunOptions['reread']; seen: number },
  ): Promise<number> {
    for (let last = seen; ; ) {
      const project = await this.#projects.byId(id);
      if (!project || project.asked === last) return last;
      await this.#indexing.update(project, run, last === -1 ? reread : undefined);
      last = project.asked;
      for (const reader of this.#readers) if (reader.id === id && reader.asked <= last) reader.tell();
      if (vectors) await this.#indexing.embed(project, run);
    }
  }

  /** Resolves when this process has read what was asked for, or when the work has ended. */
  async read({ id, asked }: Project, work: Promise<unknown>): Promise<void> {
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const reader = { id, asked, tell };
    this.#readers.add(reader);
    await Promise.race([told, work]).finally(() => this.#readers.delete(reader));
  }

  /** Whoever asked between the last look and the end of the job took it for one that would still look. */
  async #updateAgain(id: number, job: Job | null, seen: number): Promise<Job | null> {
    if (job?.state !== 'completed') return null;
    const project = await this.#projects.byId(id);
    return project && project.asked !== seen ? this.update(id, { unasked: true }) : null;
  }

  /** Repeats until a run has seen the change, because a run of another process may have missed it. */
  async changed(id: number): Promise<void> {
    while (!this.#stopping.aborted) {
      if (!(await this.#projects.ask(id)) || (await this.update(id, { unasked: true }))) return;
      await pause(ANOTHER_TRY_MS, this.#stopping);
    }
  }

  stop(id: number): void {
    this.#running.get(id)?.stop.abort();
  }

  /** Resolves when the current run has ended, whatever its outcome. */
  async settled(id: number): Promise<void> {
    await this.#running.get(id)?.ended.catch(() => null);
  }

  async allSettled(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ ended }) => ended));
    await this.#sweeping;
  }

  /** Resolves when the data replaced so far is deleted, or left to the next server. */
  swept(): Promise<void> {
    return this.#sweeping;
  }

  #start(
    id: number,
    work: (running: JobContext) => Promise<void>,
    { isUpdate, unasked, signal, onProgress, onStart }: Heard & Pick<Run, 'isUpdate'>,
  ): Promise<Job | null> {
    const stop = new AbortController();
    const signals = [this.#stopping, stop.signal, ...(signal ? [signal] : [])];
    const ended = this.#jobs
      .run(indexJob({ id }), work, {
        signal: AbortSignal.any(signals),
        ending: this.#stopping,
        onProgress,
        onStart,
      })
      .then(async (job) => {
        const isLeftOff = job && job.state !== 'completed' && this.#stopping.aborted;
        if (isLeftOff && unasked) await this.#jobs.withdraw(job.id);
        return job;
      })
      .finally(() => {
        this.#running.delete(id);
        // In the background, because deleting words takes longer than writing them.
        this.#sweeping = this.#sweeping
          .then(yieldToEventLoop)
          .then(() => this.#indexing.sweep(this.#stopping))
          .catch(() => {});
      });
    this.#running.set(id, { isUpdate, stop, ended });
    return ended;
  }
}
