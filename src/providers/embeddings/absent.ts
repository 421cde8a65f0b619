import type { Embedder, EmbedderStatus } from '../../engine/memories/embedder.ts';
import { RemanenceError } from '../../errors.ts';

/** Stands in for a model in commands that need none, so that neither the store's model nor its loading matters. */
export class AbsentEmbedder implements Embedder {
  readonly succeeds = [];
  status(): EmbedderStatus {
    const cache = { hits: 0, misses: 0, size: 0, bytes: 0 };
    return { state: 'idle', model: '', dimensions: 0, backend: 'none', error: null, cache };
  }

  passages(): Promise<never> {
    return this.#refuse();
  }

  query(): Promise<never> {
    return this.#refuse();
  }

  bulk(): Promise<never> {
    return this.#refuse();
  }

  async close(): Promise<void> {}

  async #refuse(): Promise<never> {
    throw new RemanenceError('unavailable', 'This command runs without an embedding model.');
  }
}
