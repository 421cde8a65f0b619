// Stands between the engine and the model: waits briefly for it, and keeps all vectors of the store from one model.
import { randomUUID } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { splitText } from '../text/passages.ts';
import { type Embedder, type EmbedderStatus, hasMeaning } from './embedder.ts';
import { type Indexed, wordsOf } from './passage-words.ts';
import type { Embedded, VectorModel } from './ports.ts';

/** Without a model, passages are cut by length so that the text index still works. */
const PASSAGE_CHARACTERS = 1000;
/** The model embeds this in about half a second; callers do not wait for more. */
const READ_AT_ONCE = 16_000;
/** No answer waits longer for a verdict on it: the model may have to be loaded, or read something long first. */
const VERDICT_MS = 1500;

interface QuestionVectors {
  readonly vectors: readonly Float32Array[];
  /** The model works, but can read none of the question. */
  readonly isUnreadable: boolean;
}

export class Embedding {
  readonly #store: Store;
  readonly #embedder: Embedder;
  readonly #waitMs: number;
  /** From the store, until the model reports them. */
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

  /** The vectors of a question, one per piece that the model can read. Fails when the model is unavailable. */
  async question(pieces: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return ((await this.#checked(this.#vectors(pieces, signal))) ?? []).filter(hasMeaning);
  }

  /** The same, but without vectors when the model has failed to load: the caller continues by words. */
  async questionIfAvailable(pieces: readonly string[], signal?: AbortSignal): Promise<QuestionVectors> {
    const made = (await this.#checked(nullIfUnavailable(this.#vectors(pieces, signal)))) ?? [];
    const vectors = made.filter(hasMeaning);
    return { vectors, isUnreadable: made.length > 0 && vectors.length === 0 };
  }

  /** The log odds that a passage answers a question; null without a verdict. */
  async judge(question: string, passage: string, signal?: AbortSignal): Promise<number | null> {
    const { judge } = this.#embedder;
    return judge ? inVerdictTime((either) => judge.call(this.#embedder, question, passage, either), signal) : null;
  }

  /** The log odds that a memory makes an earlier one outdated; null without a verdict. */
  async compare(earlier: string, later: string, signal?: AbortSignal): Promise<number | null> {
    const { compare } = this.#embedder;
    return compare ? inVerdictTime((either) => compare.call(this.#embedder, earlier, later, either), signal) : null;
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
   * A memory as indexed: its text, with its names and tags among the words. Words only when the model has failed to
   * load; vectors follow once it works again.
   */
  async passages(memory: Indexed, signal?: AbortSignal): Promise<Embedded> {
    const words = wordsOf(memory);
    const embedded = await nullIfUnavailable(this.#inTime(this.#embedder.passages(memory.content, signal)));
    if (embedded === null) return wordsAlone(memory);
    // The store takes vectors of its own model alone, so it is enough to know that it has one.
    if (!this.#isAdopted) await this.#adopted();
    const passages = embedded.map(({ text, vector }, i) => ({ terms: words(text, i), vector }));
    return { passages, model: this.#model() };
  }

  /** The same, but words only for a long text: its vectors are made later. */
  async passagesAtOnce(memory: Indexed, signal?: AbortSignal): Promise<Embedded> {
    return isLong(memory) ? wordsAlone(memory) : this.passages(memory, signal);
  }

  /** One vector for each of many texts, with the model that made them. Fails when the model is unavailable. */
  async bulk(
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ vectors: readonly Float32Array[]; model: VectorModel }> {
    const vectors = await this.#embedder.bulk(texts, signal);
    const stored = (await this.#adopted()) ?? this.#model();
    if (!same(stored, this.#model())) throw otherModel(stored, this.#model());
    return { vectors, model: stored };
  }

  /** The model that provisional vectors stand in for; null when the store holds those of another model. */
  async firstVectorsOf(): Promise<VectorModel | null> {
    const ours = this.#model();
    if (!this.#embedder.hasFirstVectors || ours.dimensions === 0) return null;
    const stored = await this.#adopted();
    return stored && same(stored, ours) ? ours : null;
  }

  /** Whether vectors of that model fit those of the store. */
  async takes(model: VectorModel): Promise<boolean> {
    const isKnown = this.#model().dimensions > 0;
    const stored = isKnown ? await this.#adopted() : await this.#store.embeddings.model();
    return stored !== null && same(stored, model);
  }

  /** Loads the model if needed; its state tells the outcome. */
  async wake(): Promise<void> {
    // A text that was never embedded: a cached one would not reach the model.
    await this.#embedder.query(`ready? ${randomUUID()}`).catch(() => {});
  }

  /** Learns the dimensions of a model that reports them only once loaded: from the store, or by loading it now. */
  async introduce(): Promise<void> {
    const { name, dimensions } = this.#model();
    if (dimensions > 0) return;
    const stored = await this.#store.embeddings.model();
    if (stored?.name === name) this.#dimensions = stored.dimensions;
    else void this.wake();
  }

  /** Refuses a model that did not make the stored vectors, unless it is a successor of the one that did. */
  async checkModel(): Promise<void> {
    const stored = await this.#store.embeddings.model();
    const { name } = this.#model();
    // Without a model, no vectors can be mixed.
    if (!stored || stored.name === name || name === '') return;
    if (this.#embedder.succeeds.includes(stored.name)) {
      // Until the new model loads, the old vectors stay and search uses words and graph.
      await this.switchModel().catch((error) => {
        if (!isUnavailable(error)) throw error;
      });
    } else {
      await this.#embedder.passages('probe');
      throw otherModel(stored, this.#model());
    }
  }

  /** Drops the old model's vectors; new ones are made in the background. */
  async switchModel(): Promise<void> {
    await this.#embedder.passages('probe');
    await this.#store.embeddings.adopt(this.#model());
  }

  /** Complete once the model has answered. */
  #model(): VectorModel {
    const { model: name, dimensions } = this.#embedder.status();
    return { name, dimensions };
  }

  /** The store's model, set to ours if it had none. Another process may have switched it since the last look. */
  async #adopted(): Promise<VectorModel | null> {
    const stored = await this.#store.embeddings.model();
    if (!stored) await this.#store.embeddings.adopt(this.#model());
    this.#isAdopted = true;
    return stored ?? this.#store.embeddings.model();
  }

  /** Stops waiting for a model that loads for too long: the client would give up first. */
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

/** Null when the model cannot tell, or not in time. */
async function inVerdictTime(
  ask: (signal: AbortSignal) => Promise<number | null>,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const late = AbortSignal.timeout(VERDICT_MS);
  const tooLate = new Promise<null>((giveUp) => late.addEventListener('abort', () => giveUp(null)));
  try {
    return await Promise.race([nullIfUnavailable(ask(signal ? AbortSignal.any([signal, late]) : late)), tooLate]);
  } catch (error) {
    if (late.aborted && !signal?.aborted) return null;
    throw error;
  }
}

export const isLong = ({ content }: Pick<Memory, 'content'>): boolean => content.length > READ_AT_ONCE;

/** A memory indexed by its words only, until it is embedded. */
export function wordsAlone(memory: Indexed): Embedded {
  const words = wordsOf(memory);
  const pieces = splitText(memory.content, (piece) => piece.length, PASSAGE_CHARACTERS);
  return { passages: pieces.map((piece, i) => ({ terms: words(piece, i), vector: null })), model: null };
}

const isUnavailable = (error: unknown): boolean => error instanceof RemanenceError && error.code === 'unavailable';

/** Null when the model has failed for good. An unavailable store must still fail the call, so this wraps the model alone. */
const nullIfUnavailable = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  });

const same = (a: VectorModel, b: VectorModel): boolean => a.name === b.name && a.dimensions === b.dimensions;

function otherModel(stored: VectorModel, wanted: VectorModel): RemanenceError {
  return new RemanenceError(
    'conflict',
    `The data folder holds vectors of ${stored.name} with ${stored.dimensions} dimensions; the configured model ${wanted.name} has ${wanted.dimensions}.`,
    {
      hint: 'Start once with --reembed to make new vectors in the background, or use another --data-dir. Nothing is lost.',
    },
  );
}
