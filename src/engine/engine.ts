// The facade: everything that the outside may ask of a memory.
import type { Actor } from './access/actor.ts';
import { Analysis } from './analysis/analysis.ts';
import { Code } from './code/code.ts';
import type { CodeBase } from './code/code-base.ts';
import { Graph } from './graph/graph.ts';
import { Reembedding } from './maintenance/reembed.ts';
import { Embedding } from './memories/embedding.ts';
import { Memories } from './memories/memories.ts';
import type { Clock, Counts, Embedder, EmbedderStatus, Job, Store } from './ports.ts';
import { Retrieval } from './retrieval/retrieval.ts';

export interface EngineParts {
  readonly version: string;
  readonly store: Store;
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
  readonly clock: Clock;
  /** How long a call waits for a model that is still loading. */
  readonly modelWaitMs: number;
}

export interface Status {
  readonly version: string;
  readonly counts: Counts;
  readonly codeChunks: number;
  readonly embedding: EmbedderStatus;
  readonly storedDimensions: number;
  /** Memories that still wait for their vectors, and the job that makes them. */
  readonly pending: number;
  readonly reembedding: Job | null;
  readonly bytes: number;
}

const TEND_EVERY_MS = 60_000;

export class Engine {
  readonly memories: Memories;
  readonly graph: Graph;
  readonly code: Code;
  readonly retrieval: Retrieval;
  readonly analysis: Analysis;
  readonly #parts: EngineParts;
  readonly #embedding: Embedding;
  readonly #reembedding: Reembedding;
  readonly #stopping = new AbortController();
  #background: Promise<void> = Promise.resolve();
  #tending: NodeJS.Timeout | undefined;

  constructor(parts: EngineParts) {
    const { store, embedder, clock } = parts;
    this.#parts = parts;
    this.#embedding = new Embedding(store, embedder, parts.modelWaitMs);
    this.code = new Code(store, parts.codeBase, this.#embedding, clock);
    this.memories = new Memories(store, this.#embedding, clock, (memory) =>
      // It is stored by now; what could not be tied is found again with the next index.
      this.code.links.renew(memory).catch(() => {}),
    );
    this.graph = new Graph(store, clock);
    this.retrieval = new Retrieval(store, this.#embedding, this.code, clock);
    this.analysis = new Analysis(store, this.#embedding, this.code, clock);
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
      .catch(() => {});
  }

  async status(actor: Actor): Promise<Status> {
    const { store, version } = this.#parts;
    return {
      version,
      counts: await this.memories.counts(actor),
      codeChunks: await this.code.chunkCount(actor),
      embedding: this.#embedding.status(),
      storedDimensions: (await store.embeddings.model())?.dimensions ?? this.#embedding.status().dimensions,
      pending: await this.#reembedding.pending(),
      reembedding: await this.#reembedding.latest(),
      bytes: await store.size(),
    };
  }

  /** Removes everything that the actor may see, and says how much that was. */
  async reset(actor: Actor): Promise<Counts & { readonly codeChunks: number }> {
    const codeChunks = await this.code.reset(actor);
    return { ...(await this.memories.reset(actor)), codeChunks };
  }

  /** What is wrong with the stored data, in words. */
  check(): Promise<string[]> {
    return this.#parts.store.check();
  }

  async close(): Promise<void> {
    clearInterval(this.#tending);
    this.#stopping.abort();
    await this.code.close();
    await this.#background;
    await this.#parts.embedder.close();
    await this.#parts.store.close();
  }
}
