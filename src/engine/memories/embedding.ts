// Between the engine and the model: waits a short time for it, and keeps the store's vectors of one model.
import { RemanenceError } from '../../errors.ts';
import type { Embedder, Passage, Store, VectorModel } from '../ports.ts';
import { splitText } from '../text/passages.ts';
import { terms } from '../text/terms.ts';

/** Without a model a passage is cut by length, so that the text index can do its part. */
const PASSAGE_CHARACTERS = 1000;
/** Up to here a question fits the model as a whole. */
const LONG_QUESTION = 800;
const QUESTION_VECTORS = 6;
/** The words of the first line count more: it is a heading or a signature. */
const FIRST_LINE_AGAIN = 2;
const FIRST_LINE_MOST = 150;

export class Embedding {
  readonly #store: Store;
  readonly #embedder: Embedder;
  readonly #waitMs: number;
  #adopted: Promise<void> | null = null;

  constructor(store: Store, embedder: Embedder, waitMs: number) {
    this.#store = store;
    this.#embedder = embedder;
    this.#waitMs = waitMs;
  }

  status() {
    return this.#embedder.status();
  }

  /** The vectors of a question: one, or several for a whole prompt. Fails when the model is not there. */
  async question(text: string, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors =
      text.length <= LONG_QUESTION
        ? this.#embedder.query(text, signal).then((vector) => [vector])
        : this.#embedder.passages(text, signal).then((passages) => passages.map(({ vector }) => vector));
    const found = await this.#inTime(vectors);
    await this.#adopt();
    return found.slice(0, QUESTION_VECTORS);
  }

  /** The same, but none where the model has failed for good: the caller goes on by words. */
  async questionIfAble(text: string, signal?: AbortSignal): Promise<Float32Array[]> {
    return this.question(text, signal).catch((error) => {
      if (error instanceof RemanenceError && error.code === 'unavailable') return [];
      throw error;
    });
  }

  /** A text as it is indexed. When the model has failed for good, words only; the vectors follow once it is back. */
  async passages(text: string, signal?: AbortSignal): Promise<Passage[]> {
    try {
      const embedded = await this.#inTime(this.#embedder.passages(text, signal));
      await this.#adopt();
      return embedded.map(({ text: passage, vector }, i) => ({ terms: indexed(passage, i === 0), vector }));
    } catch (error) {
      if (!(error instanceof RemanenceError) || error.code !== 'unavailable') throw error;
      const pieces = splitText(text, (piece) => piece.length, PASSAGE_CHARACTERS);
      return pieces.map((piece, i) => ({ terms: indexed(piece, i === 0), vector: null }));
    }
  }

  /** Refuses a model that the stored vectors were not made with. */
  async checkModel(): Promise<void> {
    const stored = await this.#store.embeddings.model();
    const { model } = this.#embedder.status();
    if (!stored || stored.name === model) return;
    const [probe] = await this.#embedder.passages('probe');
    throw otherModel(stored, { name: model, dimensions: probe?.vector.length ?? 0 });
  }

  /** Forgets the old model's vectors; they are made anew in the background. */
  async switchModel(): Promise<void> {
    await this.#embedder.passages('probe');
    const { model: name, dimensions } = this.#embedder.status();
    const stored = await this.#store.embeddings.model();
    if (stored?.name !== name || stored.dimensions !== dimensions)
      await this.#store.embeddings.adopt({ name, dimensions });
  }

  #adopt(): Promise<void> {
    this.#adopted ??= this.#settle().catch((error) => {
      this.#adopted = null;
      throw error;
    });
    return this.#adopted;
  }

  async #settle(): Promise<void> {
    const { model: name, dimensions } = this.#embedder.status();
    const stored = await this.#store.embeddings.model();
    if (!stored) return this.#store.embeddings.adopt({ name, dimensions });
    if (stored.name !== name || stored.dimensions !== dimensions) throw otherModel(stored, { name, dimensions });
  }

  /** A model that is still loading after a while is not waited for: the client would give up first. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (this.#embedder.status().state !== 'loading') return;
        reject(new RemanenceError('not_ready', 'Embedding service not ready. Please try again.'));
      }, this.#waitMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function indexed(passage: string, first: boolean): string {
  const all = terms(passage);
  const lineEnd = passage.indexOf('\n');
  if (!first || lineEnd < 0) return all.join(' ');
  const line = terms(passage.slice(0, Math.min(lineEnd, FIRST_LINE_MOST)));
  return [...all, ...Array.from({ length: FIRST_LINE_AGAIN }, () => line).flat()].join(' ');
}

function otherModel(stored: VectorModel, wanted: VectorModel): RemanenceError {
  return new RemanenceError(
    'conflict',
    `The data folder holds vectors of ${stored.name} with ${stored.dimensions} dimensions; the configured model ${wanted.name} has ${wanted.dimensions}.`,
    {
      hint: 'Start once with --reembed to make the vectors anew in the background, or use another --data-dir. Nothing is lost.',
    },
  );
}
