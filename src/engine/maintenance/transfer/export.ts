// Exports everything people have stored as lines of JSON: first the store, then each cube with its own file. It is read
// page by page, so its size does not matter.
import { type Actor, DEFAULT_CUBE, ownReach } from '../../access/actor.ts';
import type { Cube } from '../../access/ports.ts';
import type { CubeShelf, Cubes } from '../../cubes/cubes.ts';
import type { VectorModel } from '../../memories/ports.ts';
import type { Entity, Memory, Relation } from '../../model.ts';
import type { Clock, Store } from '../../ports.ts';
import { checkNoSecret } from '../../secrets/redact.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Relationship, Sourced, SourcedObservation, StoredMemory, TransferredPair } from '../ports.ts';
import type { Files, Written } from './files.ts';
import {
  cubeRecord,
  entityRecord,
  headerLine,
  lineOf,
  memoryLine,
  OPENING,
  observationRecord,
  pairRecord,
  relationRecord,
  relationshipRecord,
} from './records.ts';

export interface ExportOptions {
  /** Only memories of these types, and the edges between them; a memory without a type goes by its kind. */
  readonly types?: readonly string[] | undefined;
  /** Includes words and vectors, so that an import need not make them again. */
  readonly vectors?: boolean | undefined;
  /** Only memories that were learned before this moment. */
  readonly learnedBefore?: number | undefined;
  /** Leaves out cubes with their own files. */
  readonly storeOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for every exported memory. */
  readonly onMemory?: ((memory: Memory) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called for each cube whose file cannot be read. */
  readonly onLeft?: ((left: LeftOut) => void) | undefined;
}

export interface LeftOut {
  readonly cube: string;
  readonly reason: string;
}

export interface Exported extends Written {
  readonly memories: number;
  /** Cubes left out because their files cannot be read. */
  readonly left: readonly LeftOut[];
}

/** A store and the actor that reads it. */
interface Source {
  readonly store: Store;
  readonly actor: Actor;
}

const PAGE = 100;

export class Exporting {
  readonly #store: Store;
  readonly #cubes: Cubes;
  readonly #files: Files;
  readonly #clock: Clock;

  constructor(store: Store, cubes: Cubes, files: Files, clock: Clock) {
    this.#store = store;
    this.#cubes = cubes;
    this.#files = files;
    this.#clock = clock;
  }

  /** Overwrites an earlier export at that path, but no other file. */
  async toFile(actor: Actor, path: string | undefined, options: ExportOptions = {}): Promise<Exported> {
    const time = new Date(this.#clock.now()).toISOString().replace(/[:.]/g, '-');
    const target = (path && checkNoSecret(path, 'path')) ?? this.#files.place(`memories-${time}.jsonl`);
    const left: LeftOut[] = [];
    let memories = 0;
    const onProgress = (done: number, total: number) => {
      memories = done;
      options.onProgress?.(done, total);
    };
    const lines = this.lines(actor, { ...options, onProgress, onLeft: (each) => left.push(each) });
    const written = await this.#files.write(target, lines, { roots: actor.roots, replaces: OPENING });
    return { ...written, memories, left };
  }

  /** The same lines, for a caller that writes them elsewhere. */
  async stream(actor: Actor, options: ExportOptions = {}): Promise<AsyncIterable<string>> {
    return this.lines(actor, options);
  }

  /** Cubes come before their content, entities before memories that mention them, and edges after their ends. */
  async *lines(actor: Actor, options: ExportOptions = {}): AsyncGenerator<string> {
    const files = options.storeOnly ? [] : await this.#cubes.files(actor);
    const sources = [{ store: this.#store, actor }, ...files.flatMap(sourcesOf)];
    yield headerLine(this.#clock.now(), options.vectors ? await modelOf(sources) : null);
    for (const each of files) {
      if ('problem' in each) options.onLeft?.({ cube: each.cube.id, reason: each.problem });
    }
    const lost = new Set(files.filter((each) => 'problem' in each).map(({ cube }) => cube.id));
    for (const cube of await this.#cubes.registry.list(actor)) {
      if (!isMeant(cube, actor, options) || lost.has(cube.id)) continue;
      yield lineOf(cubeRecord(cube, await this.#cubes.registry.sharers(actor, cube.id)));
    }
    const progress = { done: 0, total: 0 };
    for (const source of sources) progress.total += await countOf(source, options);
    const onMemory = (memory: Memory) => {
      options.onMemory?.(memory);
      options.onProgress?.(++progress.done, progress.total);
    };
    for (const source of sources) yield* stored(source, options, onMemory);
  }
}

const isMeant = ({ id, path }: Cube, actor: Actor, { storeOnly }: ExportOptions): boolean =>
  id !== DEFAULT_CUBE && (ownReach(actor).cubes?.includes(id) ?? true) && !(storeOnly && path !== null);

const sourcesOf = (each: CubeShelf): Source[] =>
  'shelf' in each ? [{ store: each.shelf.store, actor: each.actor }] : [];

/** The model of the first store with vectors; a file with vectors of another model is never opened. */
async function modelOf(sources: readonly Source[]): Promise<VectorModel | null> {
  for (const { store } of sources) {
    const model = await store.embeddings.model();
    if (model) return model;
  }
  return null;
}

async function countOf({ store, actor }: Source, { types }: ExportOptions): Promise<number> {
  const all = await store.memories.types(ownReach(actor));
  return [...all].reduce((sum, [type, n]) => (types === undefined || types.includes(type) ? sum + n : sum), 0);
}

async function* stored(
  { store: { transfer }, actor }: Source,
  { types, vectors = false, learnedBefore, signal }: ExportOptions,
  onMemory: (memory: Memory) => void,
): AsyncGenerator<string> {
  const within = ownReach(actor);
  if (types === undefined) {
    const entities = pages<Entity>(signal, (last) => transfer.entities({ within, after: last?.id ?? '', limit: PAGE }));
    for await (const entity of entities) yield lineOf(entityRecord(entity));
  }
  const memories = pages<StoredMemory>(signal, (last) =>
    transfer.memories({ within, types, learnedBefore, passages: vectors, after: last?.memory.id ?? '', limit: PAGE }),
  );
  for await (const memory of memories) {
    yield memoryLine(memory);
    onMemory(memory.memory);
  }
  const relationships = pages<Relationship>(signal, (last) =>
    transfer.relationships({ within, types, after: last, limit: PAGE }),
  );
  for await (const relationship of relationships) yield lineOf(relationshipRecord(relationship));
  const pairs = pages<{ id: number; pair: TransferredPair }>(signal, (last) =>
    transfer.pairs({ within, types, learnedBefore, after: last?.id ?? 0, limit: PAGE }),
  );
  for await (const { pair } of pairs) yield lineOf(pairRecord(pair));
  if (types === undefined) {
    const relations = pages<Sourced<Relation>>(signal, (last) =>
      transfer.relations({ within, after: last?.id ?? '', limit: PAGE }),
    );
    for await (const relation of relations) yield lineOf(relationRecord(relation));
    const observations = pages<{ id: number; observation: SourcedObservation }>(signal, (last) =>
      transfer.observations({ within, after: last?.id ?? 0, limit: PAGE }),
    );
    for await (const { observation } of observations) yield lineOf(observationRecord(observation));
  }
}

/** Yields all items in order, and lets other calls be answered between two pages. */
async function* pages<T>(signal: AbortSignal | undefined, read: (last: T | null) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | null = null; ; ) {
    signal?.throwIfAborted();
    const page: T[] = await read(last);
    yield* page;
    last = page.at(-1) ?? null;
    if (last === null) return;
    await yieldToEventLoop();
  }
}
