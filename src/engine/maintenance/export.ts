// Everything that people have stored, as lines of JSON. Read page by page, so that its size does not matter.
import { type Actor, reach } from '../access/actor.ts';
import { breathe } from '../job.ts';
import type { Entity, Relation } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import type { Files, Written } from './files.ts';
import type { Relationship, StoredMemory, Told, ToldObservation } from './ports.ts';
import {
  entityRecord,
  FORMAT,
  headerLine,
  lineOf,
  memoryRecord,
  observationRecord,
  relationRecord,
  relationshipRecord,
} from './records.ts';

export interface ExportOptions {
  /** Only memories of these types, and the edges between them; the kind stands for the type of one that has none. */
  readonly types?: readonly string[] | undefined;
  /** The words and vectors, too, so that an import need not make them anew. */
  readonly vectors?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Exported extends Written {
  readonly memories: number;
}

const PAGE = 100;
const OURS = `{"format":"${FORMAT}"`;

export class Exporting {
  readonly #store: Store;
  readonly #files: Files;
  readonly #clock: Clock;

  constructor(store: Store, files: Files, clock: Clock) {
    this.#store = store;
    this.#files = files;
    this.#clock = clock;
  }

  /** An earlier export at that place is replaced; anything else is left alone. */
  async toFile(actor: Actor, path: string | undefined, options: ExportOptions = {}): Promise<Exported> {
    const time = new Date(this.#clock.now()).toISOString().replace(/[:.]/g, '-');
    const target = path ?? this.#files.place(`memories-${time}.jsonl`);
    let memories = 0;
    const onProgress = (done: number, total: number) => {
      memories = done;
      options.onProgress?.(done, total);
    };
    const lines = this.lines(actor, { ...options, onProgress });
    const written = await this.#files.write(target, lines, { roots: actor.roots, replaces: OURS });
    return { ...written, memories };
  }

  /** Entities come before the memories that mention them, and edges behind their ends. */
  async *lines(actor: Actor, options: ExportOptions = {}): AsyncGenerator<string> {
    const within = reach(actor);
    const { types, signal } = options;
    yield headerLine(this.#clock.now(), options.vectors ? await this.#store.embeddings.model() : null);
    const { transfer } = this.#store;
    if (types === undefined) {
      const entities = pages<Entity>(signal, (last) =>
        transfer.entities({ within, after: last?.id ?? '', limit: PAGE }),
      );
      for await (const entity of entities) yield lineOf(entityRecord(entity));
    }
    yield* this.#memories(actor, options);
    const relationships = pages<Relationship>(signal, (last) =>
      transfer.relationships({ within, types, after: last, limit: PAGE }),
    );
    for await (const relationship of relationships) yield lineOf(relationshipRecord(relationship));
    if (types === undefined) {
      const relations = pages<Told<Relation>>(signal, (last) =>
        transfer.relations({ within, after: last?.id ?? '', limit: PAGE }),
      );
      for await (const relation of relations) yield lineOf(relationRecord(relation));
      const observations = pages<{ id: number; observation: ToldObservation }>(signal, (last) =>
        transfer.observations({ within, after: last?.id ?? 0, limit: PAGE }),
      );
      for await (const { observation } of observations) yield lineOf(observationRecord(observation));
    }
  }

  async *#memories(
    actor: Actor,
    { types, vectors = false, signal, onProgress }: ExportOptions,
  ): AsyncGenerator<string> {
    const within = reach(actor);
    const all = await this.#store.memories.types(within);
    const total = [...all].reduce((sum, [type, n]) => (types === undefined || types.includes(type) ? sum + n : sum), 0);
    let done = 0;
    const found = pages<StoredMemory>(signal, (last) =>
      this.#store.transfer.memories({ within, types, passages: vectors, after: last?.memory.id ?? '', limit: PAGE }),
    );
    for await (const stored of found) {
      yield lineOf(memoryRecord(stored));
      onProgress?.(++done, total);
    }
  }
}

/** One after the other; between two pages others are answered. */
async function* pages<T>(signal: AbortSignal | undefined, read: (last: T | null) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | null = null; ; ) {
    signal?.throwIfAborted();
    const page: T[] = await read(last);
    yield* page;
    last = page.at(-1) ?? null;
    if (last === null) return;
    await breathe();
  }
}
