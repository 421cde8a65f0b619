// Normalising: merges duplicates, removes orphans, makes missing vectors. All of it is planned while other calls go on,
// then applied in one transaction or not at all.
import { RemanenceError } from '../../../errors.ts';
import { type Actor, forbidden, identityOf, maySeeJobBy, writeReach } from '../../access/actor.ts';
import { readId } from '../../ids.ts';
import { type Job, type JobContext, Jobs, type Stage } from '../../job.ts';
import type { Embedding } from '../../memories/embedding.ts';
import { withMerged } from '../../memories/merged.ts';
import { ownWords } from '../../memories/own-words.ts';
import { isIndexedAlike } from '../../memories/passage-words.ts';
import type { Embedded } from '../../memories/ports.ts';
import type { Forgotten } from '../../memories/quotes.ts';
import type { Clock, Store } from '../../ports.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Merge, Refreshed } from '../ports.ts';
import { findMerges } from './deduplication.ts';
import { MAX_MERGES, type NormaliseOutcome, type NormaliseStatus, type Phase, resultOf, statusOf } from './status.ts';

export interface NormaliseOptions {
  readonly skipDeduplication?: boolean | undefined;
  readonly skipOrphans?: boolean | undefined;
  readonly skipEmbeddings?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: Stage) => void) | undefined;
  /** More work of the same job, run after the store's own. */
  readonly afterwards?: ((running: JobContext, own: NormaliseOutcome) => Promise<void>) | undefined;
}

interface NormaliseSettings {
  /** How long the bin keeps deleted memories. */
  readonly keptMs: number;
  /** The actor, narrowed to what it owns. */
  owning(actor: Actor): Promise<Actor>;
  /** Removes memories from everything that quotes them and from every copy of the store. */
  forgetTraces(memories: readonly Forgotten[], store: string, signal?: AbortSignal): Promise<void>;
}

const KIND = 'normalise';
const NO_JOB = 'Use the id returned when the job was started; a job is forgotten a day after it ended.';
/** New vectors are held in memory until the plan is applied; those beyond this number are left to background work. */
const MAX_REFRESHED = 20_000;
/** Measured at 10 000 and 30 000 memories: each is compared with all others. */
const MS_PER_MEMORY = 0.36;
const MS_PER_PAIR = 2.25e-5;
/** The traces of this many memories, or of texts this long, are looked for at once: each look reads a whole log. */
const TRACED_AT_ONCE = 1000;
const TRACED_CHARACTERS = 250_000;

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

  /** Starts the job; only one runs at a time, over all processes. */
  async start(
    asker: Actor,
    options: NormaliseOptions = {},
  ): Promise<{ job: Job; estimateMs: number; ended: Promise<Job> }> {
    if (asker.role === 'guest') throw forbidden(`${asker.who} is a guest and may only read.`);
    // Memories that others own are never merged away.
    const actor = await this.#settings.owning(asker);
    const memories = await this.#store.memories.count(writeReach(actor));
    const signals = [this.#stopping.signal, ...(options.signal ? [options.signal] : [])];
    const begun = await this.#jobs.begin(KIND, (running) => this.#work(actor, options, running), {
      signal: AbortSignal.any(signals),
      onProgress: options.onProgress,
      by: identityOf(actor),
    });
    if (!begun) throw await this.#busy(asker);
    // If even the failure cannot be stored, the disk is full; callers learn that from the job.
    this.#ended = begun.ended.catch(() => {});
    return { ...begun, estimateMs: memories * MS_PER_MEMORY + memories ** 2 * MS_PER_PAIR };
  }

  /** Another actor's job is not found: its figures count memories that this actor may not see. */
  async status(actor: Actor, id: unknown): Promise<NormaliseStatus> {
    const known = readId(id);
    const job = known && (await this.#jobs.byId(known));
    if (!job || job.kind !== KIND || !maySeeJobBy(actor, job.by))
      throw new RemanenceError('not_found', `Normalisation job not found: ${String(id)}`, { hint: NO_JOB });
    return statusOf(job, this.#clock.now());
  }

  /** Permanently deletes what has been in the bin for too long. */
  async emptyBin(signal?: AbortSignal): Promise<void> {
    const expiry = this.#clock.now() - this.#settings.keptMs;
    const expired = await this.#store.normalising.expired({}, expiry);
    if (expired.length === 0) return;
    await this.#forgetTraces(expired, signal);
    signal?.throwIfAborted();
    await this.#store.forgetting.purge(expiry);
  }

  /** Before the memories themselves go: if this fails halfway, it is repeated with them. */
  async #forgetTraces(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    let memories: Forgotten[] = [];
    let characters = 0;
    const forget = async () => {
      if (memories.length > 0)
        await this.#settings.forgetTraces(await this.#onlyTheirs(memories), this.#store.location, signal);
      memories = [];
      characters = 0;
    };
    for (const id of ids) {
      await yieldToEventLoop();
      signal?.throwIfAborted();
      const gone = await this.#forgotten(id);
      memories.push(...gone);
      characters += gone.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0);
      if (memories.length >= TRACED_AT_ONCE || characters >= TRACED_CHARACTERS) await forget();
    }
    await forget();
  }

  async #forgotten(id: string): Promise<Forgotten[]> {
    const { forgetting, search } = this.#store;
    const texts = await forgetting.texts(id, {});
    const gone = { id, texts, words: await ownWords(search, null, texts), by: null };
    return withMerged(forgetting, gone, {});
  }

  /** Without texts that a memory still has: nobody asked for what is said about that one to go. */
  async #onlyTheirs(memories: readonly Forgotten[]): Promise<Forgotten[]> {
    const told = new Set(await this.#store.forgetting.stillTold(memories.flatMap(({ texts }) => texts)));
    return memories.map((memory) => ({ ...memory, texts: memory.texts.filter((text) => !told.has(text)) }));
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #busy(actor: Actor): Promise<RemanenceError> {
    const job = await this.#jobs.latest(KIND);
    return new RemanenceError('conflict', 'Another normalisation is already running.', {
      hint: 'Ask for its status, and start again when it has ended.',
      ...(job && maySeeJobBy(actor, job.by) ? { details: { job: job.id } } : {}),
    });
  }

  async #work(actor: Actor, options: NormaliseOptions, running: JobContext): Promise<void> {
    const report = (phase: Phase, done: number, total: number) => running.report(phase, done, total);
    const within = writeReach(actor);
    const at = this.#clock.now();
    const expiry = at - this.#settings.keptMs;
    report('snapshot', 0, 1);
    const memories = await this.#store.memories.count(within);
    report('snapshot', 1, 1);
    const merges = options.skipDeduplication ? [] : await this.#merges(actor, at, running);
    const removesOrphans = options.skipOrphans !== true;
    report('orphans', 0, 1);
    const orphans = removesOrphans ? await this.#store.normalising.orphans(within) : 0;
    report('orphans', orphans, orphans);
    const refreshed = options.skipEmbeddings ? [] : await this.#refresh(actor, merges, running);
    report('purge', 0, 1);
    const expired = await this.#store.normalising.expired(within, expiry);
    report('purge', expired.length, expired.length);
    running.signal.throwIfAborted();
    await this.#forgetTraces(expired, running.signal);
    running.signal.throwIfAborted();
    const plan = { within, at, merges, orphans: removesOrphans, refreshed, expiry };
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
      merged: done.merged.slice(0, MAX_MERGES),
    };
    running.conclude(resultOf([own]));
    await options.afterwards?.(running, own);
  }

  async #merges(actor: Actor, at: number, { signal, report }: JobContext): Promise<Merge[]> {
    report('deduplicate', 0, 1);
    const merges = await findMerges(this.#store, writeReach(actor), at, {
      signal,
      report: (done, total) => report('deduplicate', done, total),
    });
    const complete: Merge[] = [];
    for (const { merge } of merges) {
      signal.throwIfAborted();
      complete.push({ ...merge, embedded: await this.#embedAnew(merge, signal) });
    }
    return complete;
  }

  /** A memory that gains tags or names by a merge is found by them too. */
  async #embedAnew({ before, after }: Merge, signal: AbortSignal): Promise<Embedded | undefined> {
    return isIndexedAlike(before, after) ? undefined : this.#embedding.passages(after, signal);
  }

  /** Leaves out memories that are part of a merge: those that go need no vectors, the others get theirs afterwards. */
  async #refresh(actor: Actor, merges: readonly Merge[], { signal, report }: JobContext): Promise<Refreshed[]> {
    report('embeddings', 0, 1);
    const busy = new Set(merges.flatMap(({ before, gone }) => [before.row, ...gone.map(({ row }) => row)]));
    const found = await this.#store.normalising.unembedded(writeReach(actor), MAX_REFRESHED);
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

const withoutModel = (): RemanenceError =>
  new RemanenceError(
    'unavailable',
    'Vectors are missing and the embedding model is not available, so nothing was changed.',
    {
      hint: 'Repair the model (see `remanence doctor`), or skip the vectors in this run.',
    },
  );
