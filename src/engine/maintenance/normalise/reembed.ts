// Makes missing vectors in the background, after the model was unavailable or changed. One process at a time does so.
import { RemanenceError } from '../../../errors.ts';
import { type Job, type JobContext, Jobs } from '../../job.ts';
import type { Embedding } from '../../memories/embedding.ts';
import type { Clock, Store } from '../../ports.ts';

const KIND = 'reembed';
const BATCH = 16;

export class Reembedding {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #jobs: Jobs;

  constructor(store: Store, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#jobs = new Jobs(store.jobs, clock);
  }

  pending(): Promise<number> {
    return this.#store.embeddings.pendingCount();
  }

  latest(): Promise<Job | null> {
    return this.#jobs.latest(KIND);
  }

  /** Runs until nothing is pending or it is cancelled; does nothing while another process is at it. */
  async run(signal: AbortSignal): Promise<void> {
    const total = await this.pending();
    // Memories that are damaged on disk stay pending, and nothing can be made of them.
    if (total === 0 || (await this.#store.embeddings.pending(1)).length === 0) return;
    await this.#jobs.run(KIND, (running) => this.#work(total, running), { signal });
  }

  async #work(total: number, { signal, report }: JobContext): Promise<void> {
    report('embed', 0, total);
    for (let done = 0; ; ) {
      const memories = await this.#store.embeddings.pending(BATCH);
      if (memories.length === 0) return;
      for (const memory of memories) {
        signal.throwIfAborted();
        const embedded = await this.#embedding.passages(memory, signal);
        const stored = await this.#store.embeddings.model();
        if (embedded.model === null || embedded.model.name !== stored?.name) {
          throw new RemanenceError('unavailable', 'The model that made the stored vectors is not available here.');
        }
        await this.#store.embeddings.fill(memory.row, memory.revision, embedded);
        report('embed', ++done, total);
      }
    }
  }
}
