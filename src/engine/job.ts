// Long-running work, at most one job per kind across all processes. A heartbeat shows that a job is alive. When it
// falls silent, another process may start over; a job that was only suspended notices this and stops.
import { cancelled, messageOf } from '../errors.ts';
import type { Identity } from './access/actor.ts';
import { type Clock, DAY_MS } from './clock.ts';
import { newId } from './ids.ts';
import { redactText } from './secrets/redact.ts';

const HEARTBEAT_MS = 2000;
const DEAD_AFTER_MS = 15_000;
/** A job that misses this many heartbeats in a row fails: by then another process may consider it dead. */
const MOST_MISSED = Math.floor(DEAD_AFTER_MS / HEARTBEAT_MS);

/** A part of a job with its own progress. */
export interface Stage {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly ms: number;
  /** How much was done before the job began. */
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
  /** Time since its last heartbeat, by the store's clock; infinite if its process abandoned it or has ended. */
  readonly silentMs: number;
  readonly finishedAt: number | null;
  readonly error: string | null;
  /** Figures about the outcome, if there are any. */
  readonly result: Readonly<Record<string, number | readonly string[]>> | null;
  /** Who started it; null if the server did on its own. */
  readonly by: Identity | null;
  /** Its process ended before the job did, so another process may continue it. */
  readonly interrupted?: boolean;
}

export interface JobStore {
  /** Null if any process has a live job of this kind, one silent for at most `deadAfterMs`. */
  start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt' | 'by'>, deadAfterMs: number): Promise<Job | null>;
  /** False if the job must stop: it was cancelled, or considered dead and replaced by another. */
  update(
    id: string,
    change: Partial<Pick<Job, 'state' | 'done' | 'total' | 'stages' | 'finishedAt' | 'error' | 'result'>> & {
      /** True records a heartbeat; false marks the job as abandoned. */
      readonly isAlive?: boolean;
    },
  ): Promise<boolean>;
  /** Asks the job of this kind to stop, whichever process runs it. */
  cancel(kind: string): Promise<void>;
  latest(kind: string): Promise<Job | null>;
  byId(id: string): Promise<Job | null>;
  /** Those running and those that ended since that moment, newest first. */
  list(since: number, limit: number): Promise<Job[]>;
  /** Deletes all records of jobs of this kind. */
  forget(kind: string): Promise<void>;
  /** Deletes the record of this job, which makes the previous one the latest again. */
  withdraw(id: string): Promise<void>;
}

export interface JobContext {
  readonly signal: AbortSignal;
  /** Reports the progress of a stage; the first report starts it. */
  report(stage: string, done: number, total: number): void;
  /** Adds to the result, which is stored with the job. */
  conclude(result: NonNullable<Job['result']>): void;
}

type Work = (running: JobContext) => Promise<void>;

interface JobOptions {
  readonly by?: Identity | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Aborted when the process ends: the job is then left as it is, for another process to continue. */
  readonly ending?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
  /** Called when the job starts. */
  readonly onStart?: ((job: Job) => void) | undefined;
}

export interface StartedJob {
  readonly job: Job;
  readonly ended: Promise<Job>;
}

export const STOPPED = 'The process that ran this job stopped.';

const isDead = (job: Job): boolean => job.state === 'running' && job.silentMs > DEAD_AFTER_MS;

export class Jobs {
  readonly #jobs: JobStore;
  readonly #clock: Clock;

  constructor(jobs: JobStore, clock: Clock) {
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** Resolves with the job once it has ended, whatever its outcome; null if another of its kind is alive. */
  async run(kind: string, work: Work, options: JobOptions = {}): Promise<Job | null> {
    return (await this.begin(kind, work, options))?.ended ?? null;
  }

  /** Resolves when the job starts, with a promise of its end; null if another of its kind is alive. */
  async begin(kind: string, work: Work, options: JobOptions = {}): Promise<StartedJob | null> {
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
    let result: Job['result'] = null;
    let missed = 0;
    let failure: unknown = null;
    const beat = async () => {
      // Tells waiting callers that the work goes on, even if one step takes long.
      const stage = stages.latest();
      if (stage) options.onProgress?.(stage);
      const goOn = await this.#jobs.update(job.id, { ...stages.sum(), result, isAlive: true });
      missed = 0;
      if (!goOn) stop.abort(cancelled());
    };
    const miss = (error: unknown) => {
      if (++missed < MOST_MISSED || signal.aborted) return;
      failure = error;
      stop.abort(error);
    };
    const heart = setInterval(() => void beat().catch(miss), HEARTBEAT_MS).unref();
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
          result = { ...result, ...figures };
        },
      });
      await finish('completed', null);
    } catch (thrown) {
      if (options.ending?.aborted) await leave();
      else if (signal.aborted && failure === null) await finish('cancelled', null);
      else await finish('failed', redactText(messageOf(failure ?? thrown)).value);
    } finally {
      clearInterval(heart);
    }
    return (await this.#jobs.byId(job.id)) ?? job;
  }

  /** The last job of a kind; reported as failed if its process has ended. */
  async latest(kind: string): Promise<Job | null> {
    return this.#judged(await this.#jobs.latest(kind));
  }

  /** A job stays known for a day after it ends. */
  async byId(id: string): Promise<Job | null> {
    return this.#judged(await this.#jobs.byId(id));
  }

  /** The jobs of the last day, newest first. */
  async list(limit: number): Promise<Job[]> {
    return (await this.#jobs.list(this.#clock.now() - DAY_MS, limit)).map((job) => this.#judge(job));
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
  #latest: Stage | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(name: string, done: number, total: number): Stage {
    const now = this.#clock.now();
    const before = this.#stages.get(name);
    const { since = now, from = done } = before ?? {};
    // Repeated work does not lower the progress already reported.
    const isBehind = before !== undefined && share({ done, total }) < share(before);
    const stage = { name, ...(isBehind ? before : { done, total }), ms: now - since, since, from };
    this.#stages.set(name, stage);
    this.#latest = stage;
    return stage;
  }

  latest(): Stage | null {
    return this.#latest;
  }

  sum(): Pick<Job, 'stages' | 'done' | 'total'> {
    const stages = [...this.#stages.values()].map(({ since: _, ...stage }) => stage);
    const sum = (part: 'done' | 'total') => stages.reduce((all, stage) => all + stage[part], 0);
    return { stages, done: sum('done'), total: sum('total') };
  }
}

const share = ({ done, total }: Pick<Stage, 'done' | 'total'>): number => (total > 0 ? done / total : 0);
