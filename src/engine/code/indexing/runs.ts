// The index runs of this process, one per project at a time.
import type { Job, JobContext, Jobs, Stage } from '../../job.ts';
import { pause, yieldToEventLoop } from '../../waiting.ts';
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

/** A caller that waits for a run. */
type Caller = Pick<RunOptions, 'unasked' | 'signal' | 'onProgress' | 'onStart'>;

interface Run {
  /** Whether it reads files, and does not only complete those already read. */
  readonly isUpdate: boolean;
  readonly stop: AbortController;
  ended: Promise<Job | null>;
  /** The last request that it has read. */
  seen: number;
  /** What callers want to have read again in its next round. */
  readonly rereads: ((path: string) => boolean)[];
  /** Those who have not left; without any, it stops. */
  readonly callers: Set<Caller>;
}

/** Waits until what was asked for is read. */
interface Reader extends Pick<Project, 'id' | 'asked'> {
  tell(): void;
}

const ANOTHER_TRY_MS = 2000;
const LOOK_AGAIN_MS = 500;
/** Under this name an index job stores the last request that it has read. */
const READ = 'read_request';

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

  /** Reads changed files. A run already under way reads once more, because it may have missed the change. */
  async update(id: number, { vectors = true, reread, ...caller }: RunOptions = {}): Promise<Job | null> {
    for (let running = this.#running.get(id); running; running = this.#running.get(id)) {
      if (running.isUpdate && !running.stop.signal.aborted) return this.#join(id, running, reread, caller);
      running.stop.abort();
      await running.ended;
    }
    caller.signal?.throwIfAborted();
    const run = newRun({ isUpdate: true, seen: -1 });
    if (reread) run.rereads.push(reread);
    const job = await this.#start(id, run, (context) => this.#read(id, run, context, vectors), caller);
    return (await this.#updateAgain(id, job, run, caller)) ?? job;
  }

  /**
   * The same, but if another process is reading, waits until it has read what was asked for, or has ended. It does not
   * know which unchanged files to read again, so they are read here when it has ended.
   */
  async updateAnywhere(project: Project, options: RunOptions = {}): Promise<Job | null> {
    while (!this.#stopping.aborted) {
      const job = (await this.update(project.id, options)) ?? (await this.#readElsewhere(project, options));
      if (job) return job;
    }
    return null;
  }

  /** Null if the other process ended before it had read what was asked for. */
  async #readElsewhere(
    { id, asked }: Project,
    { reread, signal, onProgress, onStart }: RunOptions,
  ): Promise<Job | null> {
    const underWay = await this.#jobs.latest(indexJob({ id }));
    if (underWay) onStart?.(underWay);
    while (!this.#stopping.aborted && !signal?.aborted) {
      const job = await this.#jobs.latest(indexJob({ id }));
      if (!reread && Number(job?.result?.[READ] ?? 0) >= asked) return job;
      if (job?.state !== 'running') return job?.state === 'cancelled' ? job : null;
      const stage = job.stages.at(-1);
      if (stage) onProgress?.(stage);
      await pause(LOOK_AGAIN_MS, this.#stopping);
    }
    return this.#jobs.latest(indexJob({ id }));
  }

  async #join(id: number, run: Run, reread: RunOptions['reread'], caller: Caller): Promise<Job | null> {
    if (reread) run.rereads.push(reread);
    run.callers.add(caller);
    // Reports the job under way, because it may take long.
    const underWay = await this.#jobs.latest(indexJob({ id }));
    if (underWay) caller.onStart?.(underWay);
    const job = await untilEnded(run, caller);
    return (await this.#updateAgain(id, job, run, caller)) ?? job;
  }

  /** Completes files already read, and reads what anybody asks for meanwhile, in whichever process. */
  async complete(id: number): Promise<Job | null> {
    const project = await this.#projects.byId(id);
    if (!project) return null;
    const { result = null } = (await this.#jobs.latest(indexJob({ id }))) ?? {};
    // An update that has begun meanwhile completes them as well.
    if (this.isBusy(id)) return null;
    const run = newRun({ isUpdate: false, seen: project.asked });
    const work = async (context: JobContext) => {
      // Files that the last update could not read are still unread.
      if (result) context.conclude(result);
      await this.#indexing.complete(project, context);
      await this.#indexing.embed(project, context);
      await this.#read(id, run, context, true);
    };
    const job = await this.#start(id, run, work, { unasked: true });
    return (await this.#updateAgain(id, job, run, {})) ?? job;
  }

  /** Reads until nobody has asked since the last look. */
  async #read(id: number, run: Run, context: JobContext, vectors: boolean): Promise<void> {
    for (;;) {
      const project = await this.#projects.byId(id);
      if (!project || isUpToDate(run, project)) return;
      await this.#indexing.update(project, context, takeRereads(run));
      run.seen = project.asked;
      // Other processes learn from it that their request was read.
      context.conclude({ [READ]: run.seen });
      for (const reader of this.#readers) if (reader.id === id && reader.asked <= run.seen) reader.tell();
      if (vectors) await this.#indexing.embed(project, context);
    }
  }

  /** Resolves when this process has read what was asked for, or when the work has ended. */
  async untilRead({ id, asked }: Project, work: Promise<unknown>): Promise<void> {
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const reader = { id, asked, tell };
    this.#readers.add(reader);
    await Promise.race([told, work]).finally(() => this.#readers.delete(reader));
  }

  /** Whoever asked between the last look and the end of the job took it for one that would still look. */
  async #updateAgain(id: number, job: Job | null, run: Run, { signal }: Caller): Promise<Job | null> {
    if (job?.state !== 'completed') return null;
    const project = await this.#projects.byId(id);
    if (!project || isUpToDate(run, project)) return null;
    return this.update(id, { unasked: true, reread: takeRereads(run), signal });
  }

  /** Tries until a run has seen the change: one of another process sees it, unless that process ends first. */
  async changed(id: number): Promise<void> {
    if (!(await this.#projects.ask(id))) return;
    while (!this.#stopping.aborted && !(await this.update(id, { unasked: true })))
      await pause(ANOTHER_TRY_MS, this.#stopping);
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

  #start(id: number, run: Run, work: (context: JobContext) => Promise<void>, caller: Caller): Promise<Job | null> {
    run.callers.add(caller);
    run.ended = this.#jobs
      .run(indexJob({ id }), work, {
        signal: AbortSignal.any([this.#stopping, run.stop.signal]),
        ending: this.#stopping,
        onProgress: (stage) => {
          for (const { onProgress } of run.callers) onProgress?.(stage);
        },
        onStart: caller.onStart,
      })
      .then(async (job) => {
        const isLeftOff = job && job.state !== 'completed' && this.#stopping.aborted;
        if (isLeftOff && caller.unasked) await this.#jobs.withdraw(job.id);
        return job;
      })
      .finally(() => {
        this.#running.delete(id);
        // In the background, because deleting words takes longer than writing them.
        this.#sweeping = yieldToEventLoop()
          .then(() => this.#indexing.sweep(this.#stopping))
          .catch(() => {});
      });
    this.#running.set(id, run);
    return untilEnded(run, caller);
  }
}

const newRun = (begun: Pick<Run, 'isUpdate' | 'seen'>): Run => ({
  ...begun,
  stop: new AbortController(),
  ended: Promise.resolve(null),
  rereads: [],
  callers: new Set(),
});

/** A caller that leaves no longer waits; the last to leave stops the run, and waits until it has stopped. */
const untilEnded = (run: Run, caller: Caller): Promise<Job | null> =>
  new Promise((resolve, reject) => {
    const { signal } = caller;
    const leave = () => {
      run.callers.delete(caller);
      if (run.callers.size === 0) run.stop.abort();
      else reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    run.ended.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });

const isUpToDate = (run: Run, project: Project): boolean => project.asked === run.seen && run.rereads.length === 0;

/** What is to be read again; undefined if nobody wants that. */
function takeRereads(run: Run): RunOptions['reread'] {
  const taken = run.rereads.splice(0);
  return taken.length === 0 ? undefined : (path) => taken.some((reread) => reread(path));
}
