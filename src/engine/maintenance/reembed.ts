// Vectors that are missing, because the model was away or was exchanged, are made in the background. One process at a
// time does it; the job's heartbeat tells the others that it is alive.
import { messageOf, RemanenceError } from '../../errors.ts';
import { newId } from '../ids.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Clock, Job, Store } from '../ports.ts';

const KIND = 'reembed';
const BATCH = 16;
const DEAD_AFTER_MS = 120_000;

export class Reembedding {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;

  constructor(store: Store, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
  }

  pending(): Promise<number> {
    return this.#store.embeddings.pendingCount();
  }

  latest(): Promise<Job | null> {
    return this.#store.jobs.latest(KIND);
  }

  /** Runs until nothing is pending, or somebody else runs already, or it is cancelled. */
  async run(signal: AbortSignal): Promise<void> {
    const total = await this.pending();
    if (total === 0) return;
    const startedAt = this.#clock.now();
    const job = await this.#store.jobs.start(
      { id: newId(startedAt), kind: KIND, total, startedAt },
      startedAt - DEAD_AFTER_MS,
    );
    if (!job) return;
    const finish = (state: Job['state'], error: string | null) =>
      this.#store.jobs.update(job.id, { state, error, finishedAt: this.#clock.now() });
    try {
      await this.#work(job.id, signal);
      await finish('completed', null);
    } catch (thrown) {
      await (signal.aborted ? finish('cancelled', null) : finish('failed', messageOf(thrown)));
    }
  }

  async #work(job: string, signal: AbortSignal): Promise<void> {
    for (let done = 0; ; ) {
      const memories = await this.#store.embeddings.pending(BATCH);
      if (memories.length === 0) return;
      for (const memory of memories) {
        signal.throwIfAborted();
        const embedded = await this.#embedding.passages(memory.content, signal);
        const stored = await this.#store.embeddings.model();
        if (embedded.model === null || embedded.model.name !== stored?.name) {
          throw new RemanenceError('unavailable', 'The model of the stored vectors is not available here.');
        }
        await this.#store.embeddings.fill(memory.row, memory.revision, embedded);
        done++;
        await this.#store.jobs.update(job, { done, heartbeat: this.#clock.now() });
      }
    }
  }
}
