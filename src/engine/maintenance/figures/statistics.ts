// Figures of what the actor can reach. Sizes, jobs and times cover the whole store and are shown only to callers
// who may see all of it.
import { type Actor, codeReach, reach } from '../../access/actor.ts';
import { isClass, isFunction } from '../../code/symbols.ts';
import type { EmbedderStatus } from '../../memories/embedder.ts';
import type { Clock, Store } from '../../ports.ts';
import type { Sizes } from '../ports.ts';
import type { Performance, Timings } from './timings.ts';

export interface Figures {
  readonly memories: {
    readonly total: number;
    /** A memory without a type counts under its kind. */
    readonly byType: Readonly<Record<string, number>>;
    /** In the bin. */
    readonly deleted: number;
  };
  readonly index: { readonly files: number; readonly functions: number; readonly classes: number };
  readonly relationships: { readonly total: number; readonly byType: Readonly<Record<string, number>> };
  /** Bytes on disk, except the cache, which is in this process's memory. */
  readonly storage: Sizes & { readonly cache: number; readonly total: number };
  readonly sync: {
    /** Memories and code chunks that wait for their vectors. */
    readonly pending: number;
    /** Kinds of job whose last run failed. */
    readonly failed: number;
  };
  readonly performance: Performance;
}

/** Sizes of the whole store would reveal cubes that are not shared with the caller. */
const NO_SIZES: Sizes = { vectors: 0, text: 0, graph: 0, memories: 0, code: 0 };

const NOT_TOLD: Performance = { averageSearchMs: null, averageWriteMs: null, cacheHitRate: null };

export class Statistics {
  readonly #store: Store;
  readonly #timings: Timings;
  readonly #clock: Clock;
  readonly #embedder: () => EmbedderStatus;

  constructor(store: Store, timings: Timings, clock: Clock, embedder: () => EmbedderStatus) {
    this.#store = store;
    this.#timings = timings;
    this.#clock = clock;
    this.#embedder = embedder;
  }

  async of(actor: Actor): Promise<Figures> {
    const { memories, forgetting, code, statistics, embeddings } = this.#store;
    const within = reach(actor);
    const isConfined = actor.cubes !== undefined;
    const projects = (await code.projects.list(codeReach(within))).map(({ id }) => id);
    const indexed = await code.projects.counts(projects);
    const relationships = await this.#relationships(actor);
    return {
      memories: {
        total: await memories.count(within),
        byType: Object.fromEntries(await memories.types(within)),
        deleted: await forgetting.discarded(within),
      },
      index: await this.index(actor),
      relationships: {
        total: [...relationships.values()].reduce((all, n) => all + n, 0),
        byType: Object.fromEntries(relationships),
      },
      storage: {
        ...(isConfined ? NO_SIZES : await statistics.sizes()),
        cache: isConfined ? 0 : this.#embedder().cache.bytes,
        total: isConfined ? 0 : await this.#store.size(),
      },
      sync: {
        pending: (isConfined ? 0 : await embeddings.pendingCount()) + indexed.pending,
        failed: isConfined ? 0 : await statistics.failedJobs(),
      },
      performance: isConfined ? NOT_TOLD : await this.#timings.averages(),
    };
  }

  /** The code figures alone; fast enough to poll. */
  async index(actor: Actor): Promise<Figures['index']> {
    const { code, statistics } = this.#store;
    const projects = (await code.projects.list(codeReach(reach(actor)))).map(({ id }) => id);
    const { files } = await code.projects.counts(projects);
    const symbols = [...(await statistics.symbols(projects))];
    const sum = (isMeant: (kind: string) => boolean) =>
      symbols.reduce((all, [kind, count]) => all + (isMeant(kind) ? count : 0), 0);
    return { files, functions: sum(isFunction), classes: sum(isClass) };
  }

  /** The edges that a graph query would count, most frequent first. */
  async #relationships(actor: Actor): Promise<Map<string, number>> {
    const { types } = await this.#store.network({ within: reach(actor), validAt: this.#clock.now() }).schema();
    return new Map([...types].filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a));
  }
}
