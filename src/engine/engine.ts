// The facade: everything that the outside may ask of a memory.
import type { Actor } from './access/actor.ts';
import { Analysis } from './analysis/analysis.ts';
import { Code } from './code/code.ts';
import type { CodeBase } from './code/code-base.ts';
import { ForeignImport } from './foreign/import.ts';
import { Graph } from './graph/graph.ts';
import { Knowledge } from './graph/knowledge.ts';
import { Exporting } from './maintenance/export.ts';
import type { Files } from './maintenance/files.ts';
import { Importing } from './maintenance/import.ts';
import { Normalising } from './maintenance/normalise.ts';
import { Reembedding } from './maintenance/reembed.ts';
import { type Figures, Statistics } from './maintenance/statistics.ts';
import { Timings } from './maintenance/timings.ts';
import { Embedding } from './memories/embedding.ts';
import { Memories } from './memories/memories.ts';
import type { Memory } from './model.ts';
import { type NoteSettings, Notes } from './notes/notes.ts';
import type { Summarizer, SummarizerStatus } from './notes/summarizer.ts';
import type { Clock, Counts, Embedder, EmbedderStatus, Job, Store } from './ports.ts';
import { Retrieval } from './retrieval/retrieval.ts';

export interface EngineParts {
  readonly version: string;
  readonly store: Store;
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
  readonly files: Files;
  readonly clock: Clock;
  readonly notes: NoteSettings;
  readonly summarizer: Summarizer;
  /** How long a call waits for a model that is still loading. */
  readonly modelWaitMs: number;
}

export interface Status {
  readonly version: string;
  readonly counts: Counts;
  readonly codeChunks: number;
  readonly embedding: EmbedderStatus;
  readonly summaries: SummarizerStatus;
  readonly storedDimensions: number;
  /** Memories that still wait for their vectors, and the job that makes them. */
  readonly pending: number;
  readonly reembedding: Job | null;
  readonly bytes: number;
  /** Where the data lies. */
  readonly location: string;
}

const TEND_EVERY_MS = 60_000;

export class Engine {
  readonly memories: Memories;
  readonly graph: Graph;
  readonly knowledge: Knowledge;
  readonly code: Code;
  readonly notes: Notes;
  readonly foreign: ForeignImport;
  readonly retrieval: Retrieval;
  readonly normalising: Normalising;
  readonly exporting: Exporting;
  readonly importing: Importing;
  readonly analysis: Analysis;
  readonly #parts: EngineParts;
  readonly #embedding: Embedding;
  readonly #timings: Timings;
  readonly #statistics: Statistics;
  readonly #reembedding: Reembedding;
  readonly #stopping = new AbortController();
  #background: Promise<void> = Promise.resolve();
  #tending: NodeJS.Timeout | undefined;

  constructor(parts: EngineParts) {
    const { store, embedder, clock } = parts;
    this.#parts = parts;
    this.#embedding = new Embedding(store, embedder, parts.modelWaitMs);
    const timings = new Timings(store.statistics, clock, () => embedder.status().cache);
    const code = new Code(store, parts.codeBase, this.#embedding, clock);
    // It is stored by now; what could not be tied is found again with the next index.
    const tie = (memory: Memory) => code.links.renew(memory).catch(() => {});
    const memories = new Memories(store, this.#embedding, clock, tie);
    const retrieval = new Retrieval(store, this.#embedding, code, clock);
    this.code = timings.around(code, { search: 'search', functions: 'search' });
    this.memories = timings.around(memories, {
      store: 'write',
      storeUnlessSaid: 'write',
      storeEach: 'write',
      update: 'write',
      invalidate: 'write',
      discard: 'write',
    });
    this.retrieval = timings.around(retrieval, {
      byMeaning: 'search',
      byWords: 'search',
      recall: 'search',
      recallFrom: 'search',
      relevant: 'search',
      byOverlap: 'search',
    });
    this.graph = new Graph(store, clock);
    this.knowledge = new Knowledge(store, this.memories, this.#embedding, clock);
    this.foreign = new ForeignImport(store, this.memories, this.knowledge);
    const notes = new Notes({ ...parts, memories: this.memories, embedding: this.#embedding }, parts.notes);
    this.notes = timings.around(notes, { search: 'search' });
    this.normalising = new Normalising(store, this.#embedding, clock);
    this.exporting = new Exporting(store, parts.files, clock);
    this.importing = new Importing(store, this.#embedding, parts.files, tie);
    this.#timings = timings;
    this.#statistics = new Statistics(store, timings, () => embedder.status());
    this.analysis = new Analysis(store, this.#embedding, code, clock);
    this.#reembedding = new Reembedding(store, this.#embedding, clock);
  }

  /** Refuses a model that the store's vectors were not made with, or takes it over; then makes missing vectors. */
  async start({ reembed }: { reembed: boolean }): Promise<void> {
    if (reembed) await this.#embedding.switchModel();
    else await this.#embedding.checkModel();
    this.#tend();
    // A model that was away comes back, and a process that made vectors may die: look again from time to time.
    this.#tending = setInterval(() => this.#tend(), TEND_EVERY_MS).unref();
  }

  #tend(): void {
    // What fails is kept with the job, and tried again.
    this.#background = this.#background
      .then(() => this.#reembedding.run(this.#stopping.signal))
      .then(() => this.code.tend())
      .then(() => this.normalising.emptyBin())
      .then(() => this.#timings.flush())
      .catch(() => {});
  }

  async status(actor: Actor): Promise<Status> {
    const { store, version } = this.#parts;
    return {
      version,
      counts: await this.memories.counts(actor),
      codeChunks: await this.code.chunkCount(actor),
      embedding: this.#embedding.status(),
      summaries: this.#parts.summarizer.status(),
      storedDimensions: (await store.embeddings.model())?.dimensions ?? this.#embedding.status().dimensions,
      pending: await this.#reembedding.pending(),
      reembedding: await this.#reembedding.latest(),
      bytes: await store.size(),
      location: store.location,
    };
  }

  /** How much there is of everything, and how long things take. */
  statistics(actor: Actor): Promise<Figures> {
    return this.#statistics.of(actor);
  }

  /** The part of it that tells of code. */
  indexFigures(actor: Actor): Promise<Figures['index']> {
    return this.#statistics.index(actor);
  }

  /** Loads the model when it is not loaded; how that went is in its state. */
  wake(): Promise<void> {
    return this.#embedding.wake();
  }

  /** Removes everything that the actor may see, and says how much that was. */
  async reset(actor: Actor): Promise<Counts & { readonly codeChunks: number }> {
    const codeChunks = await this.code.reset(actor);
    return { ...(await this.memories.reset(actor)), codeChunks };
  }

  /** The tables of the store, and how many rows each has. */
  tables(): Promise<{ readonly name: string; readonly rows: number }[]> {
    return this.#parts.store.tables();
  }

  /** Gives the room of what was deleted back to the disk. */
  compact(): Promise<void> {
    return this.#parts.store.compact();
  }

  /** What is wrong with the stored data, in words. */
  check(): Promise<string[]> {
    return this.#parts.store.check();
  }

  async close(): Promise<void> {
    clearInterval(this.#tending);
    this.#stopping.abort();
    await this.normalising.close();
    await this.code.close();
    await this.#background;
    // Figures are not worth a failure at the end.
    await this.#timings.flush().catch(() => {});
    await this.#parts.embedder.close();
    await this.#parts.summarizer.close();
    await this.#parts.store.close();
  }
}
