// Between the engine and the model: waits a short time for it, and keeps the store's vectors of one model.
import { randomUUID } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { splitText } from '../text/passages.ts';
import { terms } from '../text/terms.ts';
import { titled } from '../text/titles.ts';
import type { Embedder, EmbedderStatus } from './embedder.ts';
import { type Named, namesOf } from './names.ts';
import type { Embedded, VectorModel } from './ports.ts';

/** Without a model a passage is cut by length, so that the text index can do its part. */
const PASSAGE_CHARACTERS = 1000;
/** The model reads this in half a second or so; whoever stores more does not wait for it. */
const READ_AT_ONCE = 16_000;
/** The words of the title count more, or those of the first line: it is a signature. */
const FIRST_AGAIN = 2;
const FIRST_LINE_MOST = 150;

export class Embedding {
  readonly #store: Store;
  readonly #embedder: Embedder;
  readonly #waitMs: number;
  /** As the store knows them, until the model tells them itself. */
  #dimensions = 0;
  #isAdopted = false;

  constructor(store: Store, embedder: Embedder, waitMs: number) {
    this.#store = store;
    this.#embedder = embedder;
    this.#waitMs = waitMs;
  }

  status(): EmbedderStatus {
    const status = this.#embedder.status();
    return { ...status, dimensions: status.dimensions || this.#dimensions };
  }

  /** The vectors of a question, one for each of its pieces. Fails when the model is not there. */
  async question(pieces: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return (await this.#checked(this.#vectors(pieces, signal))) ?? [];
  }

  /** The same, but none where the model has failed for good: the caller goes on by words. */
  async questionIfAble(pieces: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return (await this.#checked(ifAble(this.#vectors(pieces, signal)))) ?? [];
  }

  #vectors(pieces: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#inTime(Promise.all(pieces.map((piece) => this.#embedder.query(piece, signal))));
  }

  /** Fails when the vectors are not of the store's model. */
  async #checked(asking: Promise<Float32Array[] | null>): Promise<Float32Array[] | null> {
    const [found, known] = await Promise.all([asking, this.#store.embeddings.model()]);
    if (found === null) return null;
    const stored = known ?? (await this.#adopted()) ?? this.#model();
    if (!same(stored, this.#model())) throw otherModel(stored, this.#model());
    return found;
  }

  /**
   * A memory as it is indexed: its text, and among the words what its metadata calls it and its tags. When the model has
   * failed for good, words only; the vectors follow once it is back.
   */
  async passages(memory: Named & Pick<Memory, 'tags'>, signal?: AbortSignal): Promise<Embedded> {
    const words = wordsOf(memory);
    const embedded = await ifAble(this.#inTime(this.#embedder.passages(memory.content, signal)));
    if (embedded === null) return wordsAlone(memory);
    // The store takes vectors of its own model alone, so it is enough to know that it has one.
    if (!this.#isAdopted) await this.#adopted();
    const passages = embedded.map(({ text, vector }, i) => ({ terms: words(text, i), vector }));
    return { passages, model: this.#model() };
  }

  /** The same, but of a long text only its words: its vectors are missing until somebody makes them. */
  async passagesAtOnce(memory: Named & Pick<Memory, 'tags'>, signal?: AbortSignal): Promise<Embedded> {
    return isLong(memory) ? wordsAlone(memory) : this.passages(memory, signal);
  }

  /** One vector for each of many texts, with the model that made them. Fails when the model is not there. */
  async bulk(
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ vectors: readonly Float32Array[]; model: VectorModel }> {
    const vectors = await this.#embedder.bulk(texts, signal);
    const stored = (await this.#adopted()) ?? this.#model();
    if (!same(stored, this.#model())) throw otherModel(stored, this.#model());
    return { vectors, model: stored };
  }

  /** The model whose vectors a reader's first ones stand for; null where they would stand among those of another. */
  async firstVectorsOf(): Promise<VectorModel | null> {
    const ours = this.#model();
    if (!this.#embedder.hasFirstVectors || ours.dimensions === 0) return null;
    const stored = await this.#adopted();
    return stored && same(stored, ours) ? ours : null;
  }

  /** Whether vectors of that model may stand beside those of the store. */
  async takes(model: VectorModel): Promise<boolean> {
    const isKnown = this.#model().dimensions > 0;
    const stored = isKnown ? await this.#adopted() : await this.#store.embeddings.model();
    return stored !== null && same(stored, model);
  }

  /** Loads the model when it is not loaded; how that went is in its state. */
  async wake(): Promise<void> {
    // A text that was never embedded: one from the cache would ask no model.
    await this.#embedder.query(`ready? ${randomUUID()}`).catch(() => {});
  }

  /** Learns the dimensions of a model that tells them only once it is loaded: from the store, or by loading it now. */
  async introduce(): Promise<void> {
    const { name, dimensions } = this.#model();
    if (dimensions > 0) return;
    const stored = await this.#store.embeddings.model();
    if (stored?.name === name) this.#dimensions = stored.dimensions;
    else void this.wake();
  }

  /** Refuses a model that the stored vectors were not made with, unless it was made to take that one's place. */
  async checkModel(): Promise<void> {
    const stored = await this.#store.embeddings.model();
    const { name } = this.#model();
    // Without any model nothing can be mixed up.
    if (!stored || stored.name === name || name === '') return;
    if (this.#embedder.succeeds.includes(stored.name)) {
      // A model that does not load takes over nothing; until it does, search goes by words and graph.
      await this.switchModel().catch((error) => {
        if (!isUnavailable(error)) throw error;
      });
    } else {
      await this.#embedder.passages('probe');
      throw otherModel(stored, this.#model());
    }
  }

  /** Forgets the old model's vectors; they are made anew in the background. */
  async switchModel(): Promise<void> {
    await this.#embedder.passages('probe');
    await this.#store.embeddings.adopt(this.#model());
  }

  /** Known whole once the model has answered. */
  #model(): VectorModel {
    const { model: name, dimensions } = this.#embedder.status();
    return { name, dimensions };
  }

  /** The store's model, which is ours where it had none. Another process may have switched it since we last looked. */
  async #adopted(): Promise<VectorModel | null> {
    const stored = await this.#store.embeddings.model();
    if (!stored) await this.#store.embeddings.adopt(this.#model());
    this.#isAdopted = true;
    return stored ?? this.#store.embeddings.model();
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

export const isLong = ({ content }: Pick<Memory, 'content'>): boolean => content.length > READ_AT_ONCE;

/** What the text index keeps of each passage. */
function wordsOf(memory: Named & Pick<Memory, 'tags'>): (passage: string, i: number) => string {
  const names = [...namesOf(memory), ...memory.tags];
  return (passage, i) => (i === 0 ? firstTerms(passage, names) : terms(passage).join(' '));
}

function wordsAlone(memory: Named & Pick<Memory, 'tags'>): Embedded {
  const words = wordsOf(memory);
  const pieces = splitText(memory.content, (piece) => piece.length, PASSAGE_CHARACTERS);
  return { passages: pieces.map((piece, i) => ({ terms: words(piece, i), vector: null })), model: null };
}

const isUnavailable = (error: unknown): boolean => error instanceof RemanenceError && error.code === 'unavailable';

/** Null when the model has failed for good. An unavailable store must still fail the call, so this wraps the model alone. */
const ifAble = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  });

const same = (a: VectorModel, b: VectorModel): boolean => a.name === b.name && a.dimensions === b.dimensions;

function firstTerms(passage: string, names: readonly string[]): string {
  const all = [...terms(passage), ...names.flatMap((name) => terms(name))];
  const first = titled(passage)?.title ?? firstLine(passage);
  return [...all, ...Array.from({ length: FIRST_AGAIN }, () => terms(first)).flat()].join(' ');
}

/** Nothing where all is one line. */
function firstLine(passage: string): string {
  const end = passage.indexOf('\n');
  return passage.slice(0, Math.min(Math.max(end, 0), FIRST_LINE_MOST));
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
