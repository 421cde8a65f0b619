// Looks for duplicates among all memories: those stored before pairs were noted, and imported ones.
import { RemanenceError } from '../../errors.ts';
import { type Actor, forbidden, identityOf, writeReach } from '../access/actor.ts';
import { type Job, type JobContext, Jobs } from '../job.ts';
import { type FoundMerge, findMerges } from '../maintenance/normalise/deduplication.ts';
import type { Clock, Store } from '../ports.ts';
import type { Pair } from './ports.ts';

const KIND = 'duplicates';
const BATCH = 100;

export class DuplicateScan {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #jobs: Jobs;
  readonly #stopping = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#jobs = new Jobs(store.jobs, clock);
  }

  /** Starts the job; only one runs at a time across all processes. */
  async start(actor: Actor): Promise<Job> {
    if (actor.role === 'guest') throw forbidden(`${actor.who} is a guest and may only read.`);
    const begun = await this.#jobs.begin(KIND, (running) => this.#look(actor, running), {
      signal: this.#stopping.signal,
      by: identityOf(actor),
    });
    if (!begun)
      throw new RemanenceError('conflict', 'A search for duplicates is already running.', { hint: 'Try again later.' });
    // The outcome is stored with the job.
    this.#ended = begun.ended.catch(() => {});
    return begun.job;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #look(actor: Actor, { signal, report }: JobContext): Promise<void> {
    const at = this.#clock.now();
    const merges = await findMerges(this.#store, writeReach(actor), at, {
      signal,
      report: (done, total) => report('compare', done, total),
    });
    const pairs = merges.flatMap((found) => pairsIn(found, at));
    for (let start = 0; start < pairs.length; start += BATCH) {
      signal.throwIfAborted();
      await this.#store.inbox.note(pairs.slice(start, start + BATCH));
    }
  }
}

/** The newer of a pair comes first. */
const pairsIn = ({ merge: { before: kept, gone }, similarities }: FoundMerge, foundAt: number): Pair[] =>
  gone.map((other, i) => {
    const isNewer = kept.ingestionTime > other.ingestionTime;
    const pair = isNewer ? { memory: kept, other } : { memory: other, other: kept };
    return { kind: 'duplicate', ...pair, similarity: Math.min(1, similarities[i] ?? 0), foundAt };
  });
