// Tidying up: what is said twice becomes one memory, what is left of others goes, missing vectors are made. All of it is
// planned while everybody works on, and then happens in one transaction or not at all.
import { RemanenceError } from '../../../errors.ts';
import { type Actor, forbidden, identityOf, mayKnow, writeReach } from '../../access/actor.ts';
import { readId } from '../../ids.ts';
import { type Job, Jobs, type Running, type Stage } from '../../job.ts';
import type { Embedding } from '../../memories/embedding.ts';
import type { Clock, Store } from '../../ports.ts';
import type { Merge, Merged, Refreshed } from '../ports.ts';
import { findMerges } from './deduplication.ts';

export interface NormaliseOptions {
  readonly skipDeduplication?: boolean | undefined;
  readonly skipOrphans?: boolean | undefined;
  readonly skipEmbeddings?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
  /** What belongs to the same job and is done once the store is; what comes of it is added. */
  readonly afterwards?: ((running: Running) => Promise<readonly NormaliseOutcome[]>) | undefined;
}

export interface NormaliseStatus {
  readonly job: Job;
  /** The one it is in, or was in last. */
  readonly phase: string;
  /** Of a hundred. */
  readonly progress: number;
  readonly remainingMs: number | null;
  readonly figures: NormaliseFigures;
  /** Which memories have become which; the first of them. */
  readonly merged: readonly Merged[];
}

export type NormaliseOutcome = Pick<NormaliseStatus, 'figures' | 'merged'>;

interface NormaliseFigures {
  readonly memoriesProcessed: number;
  readonly duplicatesMerged: number;
  readonly orphansRemoved: number;
  readonly embeddingsRefreshed: number;
  readonly purged: number;
}

interface NormaliseSettings {
  /** How long the bin keeps what was deleted. */
  readonly keptMs: number;
  /** The actor, as far as it owns what it may see. */
  owning(actor: Actor): Promise<Actor>;
}

const KIND = 'normalise';
const NO_JOB = 'Use the id that starting it has given; jobs are known for a day after they ended.';
const PHASES = ['snapshot', 'deduplicate', 'orphans', 'embeddings', 'purge', 'check', 'swap'] as const;
type Phase = (typeof PHASES)[number];

/** Vectors wait in memory until all is ready; what is more is left to the work in the background. */
const MOST_REFRESHED = 20_000;
/** Measured at 10 000 and 30 000 memories: each is compared with all others. */
const MS_PER_MEMORY = 0.36;
const MS_PER_PAIR = 2.25e-5;

export class Normalising {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;
  readonly #settings: NormaliseSettings;
  readonly #jobs: Jobs;
  readonly #stopping = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(store: Store, embedding: Embedding, clock: Clock, settings: NormaliseSettings) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
    this.#settings = settings;
    this.#jobs = new Jobs(store.jobs, clock);
  }

  /** The job as it begins; only one is at work at a time, in whichever process. */
  async start(
    asker: Actor,
    options: NormaliseOptions = {},
  ): Promise<{ job: Job; estimateMs: number; ended: Promise<Job> }> {
    if (asker.role === 'guest') throw forbidden(`${asker.who} is a guest, who only reads.`);
    // Of what others own nothing is merged away.
    const actor = await this.#settings.owning(asker);
    const memories = await this.#store.memories.count(writeReach(actor));
    const signals = [this.#stopping.signal, ...(options.signal ? [options.signal] : [])];
    const begun = await this.#jobs.begin(KIND, (running) => this.#work(actor, options, running), {
      signal: AbortSignal.any(signals),
      onProgress: options.onProgress,
      by: identityOf(actor),
    });
    if (!begun) throw await this.#busy(asker);
    // Where not even the failure can be written down, the disk is full; whoever asks learns that from the job.
    this.#ended = begun.ended.catch(() => {});
    return { ...begun, estimateMs: memories * MS_PER_MEMORY + memories ** 2 * MS_PER_PAIR };
  }

  /** A foreign job is answered like one that never was: its figures count what is not the actor's to see. */
  async status(actor: Actor, id: unknown): Promise<NormaliseStatus> {
    const known = readId(id);
    const job = known && (await this.#jobs.byId(known));
    if (!job || job.kind !== KIND || !mayKnow(actor, job.by))
      throw new RemanenceError('not_found', `Normalisation job not found: ${String(id)}`, { hint: NO_JOB });
    return statusOf(job, this.#clock.now());
  }

  /** What was deleted long ago goes for good. */
  async emptyBin(): Promise<void> {
    const expiry = this.#clock.now() - this.#settings.keptMs;
    if ((await this.#store.normalising.expired({}, expiry)) > 0) await this.#store.forgetting.purge(expiry);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #busy(actor: Actor): Promise<RemanenceError> {
    const job = await this.#jobs.latest(KIND);
    return new RemanenceError('conflict', 'A normalisation is running already.', {
      hint: 'Ask for its status, and start another when it has ended.',
      ...(job && mayKnow(actor, job.by) ? { details: { job: job.id } } : {}),
    });
  }

  async #work(actor: Actor, options: NormaliseOptions, running: Running): Promise<void> {
    const report = (phase: Phase, done: number, total: number) => running.report(phase, done, total);
    const within = writeReach(actor);
    const at = this.#clock.now();
    const expiry = at - this.#settings.keptMs;
    report('snapshot', 0, 1);
    const memories = await this.#store.memories.count(within);
    report('snapshot', 1, 1);
    const merges = options.skipDeduplication ? [] : await this.#merges(actor, at, running);
    const orphans = options.skipOrphans !== true;
    report('orphans', 0, 1);
    const left = orphans ? await this.#store.normalising.orphans(within) : 0;
    report('orphans', left, left);
    const refreshed = options.skipEmbeddings ? [] : await this.#refresh(actor, merges, running);
    report('purge', 0, 1);
    const expired = await this.#store.normalising.expired(within, expiry);
    report('purge', expired, expired);
    running.signal.throwIfAborted();
    const plan = { within, at, merges, orphans, refreshed, expiry };
    const done = await this.#store.normalising.apply(plan, (phase) => report(phase, 0, 1));
    report('check', 1, 1);
    report('swap', 1, 1);
    const own: NormaliseOutcome = {
      figures: {
        memoriesProcessed: memories,
        duplicatesMerged: done.merged.reduce((sum, { from }) => sum + from.length, 0),
        orphansRemoved: done.orphans,
        embeddingsRefreshed: done.refreshed,
        purged: done.purged,
      },
      merged: done.merged,
    };
    running.conclude(resultOf([own, ...((await options.afterwards?.(running)) ?? [])]));
  }

  async #merges(actor: Actor, at: number, { signal, report }: Running): Promise<Merge[]> {
    report('deduplicate', 0, 1);
    const merges = await findMerges(this.#store, writeReach(actor), at, {
      signal,
      report: (done, total) => report('deduplicate', done, total),
    });
    return merges;
  }

  /** What is about to be merged away needs none; what others are merged into is made anew afterwards, if it must be. */
  async #refresh(actor: Actor, merges: readonly Merge[], { signal, report }: Running): Promise<Refreshed[]> {
    report('embeddings', 0, 1);
    const busy = new Set(merges.flatMap(({ before, gone }) => [before.row, ...gone.map(({ row }) => row)]));
    const found = await this.#store.normalising.unembedded(writeReach(actor), MOST_REFRESHED);
    const memories = found.filter(({ row }) => !busy.has(row));
    const refreshed: Refreshed[] = [];
    for (const memory of memories) {
      const { row, revision } = memory;
      signal.throwIfAborted();
      const embedded = await this.#embedding.passages(memory, signal);
      if (embedded.model === null) throw withoutModel();
      refreshed.push({ row, revision, embedded });
      report('embeddings', refreshed.length, memories.length);
    }
    report('embeddings', memories.length, memories.length);
    return refreshed;
  }
}

const FIGURES = ['memoriesProcessed', 'duplicatesMerged', 'orphansRemoved', 'embeddingsRefreshed', 'purged'] as const;
/** More merges than anybody reads are counted and not listed. */
const MOST_MERGES = 200;

/** As it is kept with the job: each merge is the id that stays, and behind it those that are gone. */
function resultOf(outcomes: readonly NormaliseOutcome[]): NonNullable<Job['result']> {
  const sum = (name: keyof NormaliseFigures) => outcomes.reduce((all, { figures }) => all + figures[name], 0);
  const merged = outcomes.flatMap((outcome) => outcome.merged).slice(0, MOST_MERGES);
  return {
    ...Object.fromEntries(FIGURES.map((name) => [name, sum(name)])),
    merged: merged.map(({ into, from }) => [into, ...from].join(' ')),
  };
}

function mergedOf({ result }: Job): Merged[] {
  const lines = result?.merged;
  if (typeof lines !== 'object') return [];
  return lines.map((line) => {
    const [into = '', ...from] = line.split(' ');
    return { into, from };
  });
}

const withoutModel = (): RemanenceError =>
  new RemanenceError(
    'unavailable',
    'Vectors are missing, and the embedding model is not available; nothing was changed.',
    {
      hint: 'Mend the model (`remanence doctor`), or leave the vectors out of this run.',
    },
  );

function statusOf(job: Job, now: number): NormaliseStatus {
  const figure = (name: keyof NormaliseFigures) => Number(job.result?.[name] ?? 0);
  const progress = job.state === 'completed' ? 100 : progressOf(job.stages);
  return {
    job,
    phase: job.stages.at(-1)?.name ?? PHASES[0],
    progress,
    remainingMs: job.state === 'running' && progress > 0 ? ((now - job.startedAt) * (100 - progress)) / progress : null,
    figures: {
      memoriesProcessed: figure('memoriesProcessed'),
      duplicatesMerged: figure('duplicatesMerged'),
      orphansRemoved: figure('orphansRemoved'),
      embeddingsRefreshed: figure('embeddingsRefreshed'),
      purged: figure('purged'),
    },
    merged: mergedOf(job),
  };
}

/** The two phases that take time count for most of it. */
const WEIGHTS: Readonly<Record<Phase, number>> = {
  snapshot: 1,
  deduplicate: 50,
  orphans: 4,
  embeddings: 30,
  purge: 1,
  check: 10,
  swap: 4,
};

function progressOf(stages: readonly Stage[]): number {
  const shares = PHASES.map((phase) => {
    const stage = stages.find(({ name }) => name === phase);
    if (!stage) return 0;
    return stage.total === 0 ? WEIGHTS[phase] : (WEIGHTS[phase] * stage.done) / stage.total;
  });
  return Math.min(99, Math.floor(shares.reduce((sum, share) => sum + share, 0)));
}
