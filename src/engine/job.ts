// Long work, one of a kind at a time across all processes. The heartbeat tells the others that it is alive; who finds
// it silent may begin anew, and who was only asleep learns so and stops.
import { cancelled, messageOf } from '../errors.ts';
import type { Identity } from './access/actor.ts';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import { redactText } from './secrets/redact.ts';

const HEARTBEAT_MS = 2000;
const DEAD_AFTER_MS = 15_000;

/** A part of a job that is counted by itself. */
export interface Stage {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly ms: number;
  /** What was done before the job began. */
  readonly from?: number | undefined;
}

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly stages: readonly Stage[];
  readonly startedAt: number;
  /** How long nobody has heard of it, by the store's clock; without end where its process left it or is gone. */
  readonly silentMs: number;
  readonly finishedAt: number | null;
  readonly error: string | null;
  /** What came of it, where there is something to count. */
  readonly result: Readonly<Record<string, number | readonly string[]>> | null;
  /** Who began it; null where nobody asked for it. */
  readonly by: Identity | null;
  /** Its process ended before it did: somebody else may go on. */
  readonly interrupted?: boolean;
}

export interface JobStore {
  /** Null when a job of this kind is alive already, here or in another process: one that was silent for no longer than that. */
  start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt' | 'by'>, deadAfterMs: number): Promise<Job | null>;
  /** False when the job is not to go on: somebody cancelled it, or took it for dead and let another begin. */
  update(
    id: string,
    change: Partial<Pick<Job, 'state' | 'done' | 'total' | 'stages' | 'finishedAt' | 'error' | 'result'>> & {
      /** It is alive now, or nobody goes on with it. */
      readonly isAlive?: boolean;
    },
  ): Promise<boolean>;
  /** Asks the job of this kind to stop, in whichever process it runs. */
  cancel(kind: string): Promise<void>;
  latest(kind: string): Promise<Job | null>;
  byId(id: string): Promise<Job | null>;
  /** Newest first. */
  list(limit: number): Promise<Job[]>;
  /** Leaves no trace of jobs of this kind. */
  forget(kind: string): Promise<void>;
  /** Leaves no trace of this job; the one before it is the latest again. */
  withdraw(id: string): Promise<void>;
}

export interface Running {
  readonly signal: AbortSignal;
  /** Says how far a stage is; the first word of a stage begins it. */
  report(stage: string, done: number, total: number): void;
  /** What came of it; kept with the job when that ends well. */
  conclude(result: NonNullable<Job['result']>): void;
}

type Work = (running: Running) => Promise<void>;

interface JobOptions {
  readonly by?: Identity | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Aborted as the process ends: the job is left as it is then, for another process to go on with. */
  readonly ending?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
  /** Hears of the job as it begins. */
  readonly onStart?: ((job: Job) => void) | undefined;
}

export interface Begun {
  readonly job: Job;
  readonly ended: Promise<Job>;
}

export const STOPPED = 'The process that ran it stopped.';

const isDead = (job: Job): boolean => job.state === 'running' && job.silentMs > DEAD_AFTER_MS;

export class Jobs {
  readonly #jobs: JobStore;
  readonly #clock: Clock;

  constructor(jobs: JobStore, clock: Clock) {
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** The job when it has ended, however it did; null when another of its kind is alive. */
  async run(kind: string, work: Work, options: JobOptions = {}): Promise<Job | null> {
    return (await this.begin(kind, work, options))?.ended ?? null;
  }

  /** The job as it begins, and when it has ended; null when another of its kind is alive. */
  async begin(kind: string, work: Work, options: JobOptions = {}): Promise<Begun | null> {
    const startedAt = this.#clock.now();
    const { by = null } = options;
    const fresh = { id: newId(startedAt), kind, total: 0, startedAt, by };
    const job = await this.#jobs.start(fresh, DEAD_AFTER_MS);
    if (!job) return null;
    options.onStart?.(job);
    return { job, ended: this.#execute(job, work, options) };
  }

  async #execute(job: Job, work: Work, options: JobOptions): Promise<Job> {
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const stages = new Stages(this.#clock);
    const beat = async () => {
      const goOn = await this.#jobs.update(job.id, { ...stages.sum(), isAlive: true });
      if (!goOn) stop.abort(cancelled());
    };
    const heart = setInterval(() => void beat().catch((error) => stop.abort(error)), HEARTBEAT_MS).unref();
    let result: Job['result'] = null;
    const leave = () => this.#jobs.update(job.id, { ...stages.sum(), isAlive: false });
    const finish = (state: Job['state'], error: string | null) =>
      this.#jobs.update(job.id, { ...stages.sum(), state, error, result, finishedAt: this.#clock.now() });
    try {
      await work({
        signal,
        report(name, done, total) {
          const stage = stages.set(name, done, total);
          options.onProgress?.(stage);
        },
        conclude(figures) {
          result = figures;
        },
      });
      await finish('completed', null);
    } catch (thrown) {
      if (options.ending?.aborted) await leave();
      else await (signal.aborted ? finish('cancelled', null) : finish('failed', redactText(messageOf(thrown)).value));
    } finally {
      clearInterval(heart);
    }
    return (await this.#jobs.byId(job.id)) ?? job;
  }

  /** The last job of a kind; one whose process is gone has failed. */
  async latest(kind: string): Promise<Job | null> {
    return this.#judged(await this.#jobs.latest(kind));
  }

  /** One that ended is known for a day. */
  async byId(id: string): Promise<Job | null> {
    return this.#judged(await this.#jobs.byId(id));
  }

  /** The newest first. */
  async list(limit: number): Promise<Job[]> {
    return (await this.#jobs.list(limit)).map((job) => this.#judge(job));
  }

  #judged(job: Job | null): Job | null {
    return job && this.#judge(job);
  }

  #judge(job: Job): Job {
    if (!isDead(job)) return job;
    const finishedAt = Math.max(this.#clock.now() - job.silentMs, job.startedAt);
    return { ...job, state: 'failed', finishedAt, error: STOPPED, interrupted: true };
  }

  cancel(kind: string): Promise<void> {
    return this.#jobs.cancel(kind);
  }

  forget(kind: string): Promise<void> {
    return this.#jobs.forget(kind);
  }

  withdraw(id: string): Promise<void> {
    return this.#jobs.withdraw(id);
  }
}

class Stages {
  readonly #clock: Clock;
  readonly #stages = new Map<string, Stage & { readonly since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(name: string, done: number, total: number): Stage {
    const now = this.#clock.now();
    const before = this.#stages.get(name);
    const { since = now, from = done } = before ?? {};
    // Work that is gone over once more does not take back what was told.
    const isBehind = before !== undefined && share({ done, total }) < share(before);
    const stage = { name, ...(isBehind ? before : { done, total }), ms: now - since, since, from };
    this.#stages.set(name, stage);
    return stage;
  }

  sum(): Pick<Job, 'stages' | 'done' | 'total'> {
    const stages = [...this.#stages.values()].map(({ since: _, ...stage }) => stage);
    const sum = (part: 'done' | 'total') => stages.reduce((all, stage) => all + stage[part], 0);
    return { stages, done: sum('done'), total: sum('total') };
  }
}

const share = ({ done, total }: Pick<Stage, 'done' | 'total'>): number => (total > 0 ? done / total : 0);

/** Over before its time when the signal says so: who is told to stop does not wait. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', end);
  });

/** Waits so long for work, which goes on by itself. The process lives while somebody waits, and not for the work alone. */
export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const waited = new AbortController();
  await Promise.race([work, pause(ms, waited.signal)]).finally(() => waited.abort());
};

const BRIEF_MS = 200;
const nothing = () => {};

/** Waits a little for work that an answer can do without; whether it fails is nobody's concern. */
export const briefly = (work: Promise<unknown>, ms = BRIEF_MS): Promise<void> =>
  within(work.then(nothing, nothing), ms);

/** Lets the process answer others between two steps of work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
