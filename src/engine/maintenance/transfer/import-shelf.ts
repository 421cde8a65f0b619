import { invalid } from '../../../errors.ts';
import { type Actor, DIMENSIONS, entitySpace, ownReach } from '../../access/actor.ts';
import {
  checkName,
  checkText,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OBSERVATION_LENGTH,
} from '../../graph/texts.ts';
import { readId } from '../../ids.ts';
import { wordsAlone } from '../../memories/embedding.ts';
import type { NewMemory, VectorModel } from '../../memories/ports.ts';
import type { Shelf } from '../../shelf.ts';
import { nameKey } from '../../text/names.ts';
import type { Replacement } from '../ports.ts';
import type { Tally } from './import-result.ts';
import { checkId, cleanMemory, completeMemory, mergeIncoming, scopeFor, usablePassages } from './incoming.ts';
import type { BareMemory, RecordOf } from './records.ts';

export const CONFLICTS = ['skip', 'overwrite', 'merge'] as const;

export interface ShelfImportOptions {
  /** What to do with a memory or entity that already exists. */
  readonly conflict?: (typeof CONFLICTS)[number] | undefined;
  /** How many memories are embedded before the import ends; a server embeds the rest. Default: all. */
  readonly vectorsAtOnce?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type TakingShelf = Pick<Shelf, 'store' | 'embedding' | 'tie' | 'runUpkeepSoon'>;
export type Edge = RecordOf<'relationship' | 'relation' | 'observation' | 'pair'>;

/** Memories per transaction. */
const BATCH = 50;

interface Waiting {
  readonly line: number;
  readonly record: RecordOf<'memory'>;
}

/** The part of an import that goes into one store. */
export class ShelfImport {
  readonly #shelf: TakingShelf;
  readonly #actor: Actor;
  /** The model of the vectors in the file; null when they do not fit the store's. */
  readonly #model: VectorModel | null;
  readonly #options: ShelfImportOptions;
  readonly #tally: Tally;
  #waiting = new Map<string, Waiting>();
  /** Entities that have another id in this store. */
  readonly #entities = new Map<string, string>();
  /** Memories whose text here is not that of the file. */
  readonly #unlike = new Set<string>();
  #embedded = 0;

  constructor(shelf: TakingShelf, actor: Actor, model: VectorModel | null, options: ShelfImportOptions, tally: Tally) {
    this.#shelf = shelf;
    this.#actor = actor;
    this.#model = model;
    this.#options = options;
    this.#tally = tally;
  }

  async memory(line: number, record: RecordOf<'memory'>): Promise<void> {
    const id = readId(record.id) ?? record.id;
    if (this.#waiting.has(id) || this.#waiting.size >= BATCH) await this.flush();
    this.#waiting.set(id, { line, record });
  }

  /** Writes everything that waits, in one transaction. */
  async flush(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    const fresh: NewMemory[] = [];
    const replaced: Replacement[] = [];
    for (const { line, record } of waiting) {
      this.#options.signal?.throwIfAborted();
      try {
        const made = await this.#prepare(record);
        if (!made) this.#tally.skipped++;
        else if ('before' in made) replaced.push(made);
        else fresh.push(made);
      } catch (error) {
        this.#tally.refuse(line, error);
      }
    }
    if (fresh.length + replaced.length === 0) return;
    const written = await this.#shelf.store.transfer.put(fresh, replaced);
    this.#tally.imported += written.length;
    // A memory that was changed at the same moment keeps that change.
    this.#tally.skipped += fresh.length + replaced.length - written.length;
    await this.#shelf.tie(written);
    if (this.#isAhead()) this.#shelf.runUpkeepSoon();
  }

  /** Null when the import would change nothing. */
  async #prepare(record: RecordOf<'memory'>): Promise<NewMemory | Replacement | null> {
    const { conflict = 'skip' } = this.#options;
    const { transfer, memories } = this.#shelf.store;
    const clean = cleanMemory(record, this.#actor);
    const [known] = await transfer.known([clean.id]);
    if (!known) {
      await this.#leaveInBin(clean);
      return this.#complete(clean, record);
    }
    const isReached = (await memories.get(clean.id, ownReach(this.#actor))) !== null;
    if (!isReached) throw invalid(`${clean.id} is the id of a memory that this import cannot reach.`);
    if (conflict === 'skip') {
      if (known.memory.content !== clean.content) this.#unlike.add(clean.id);
      return null;
    }
    const { row: _, revision: __, ...before } = known.memory;
    const after = conflict === 'merge' ? mergeIncoming(before, clean) : { ...clean, scope: before.scope };
    if (after.content !== clean.content) this.#unlike.add(clean.id);
    if (isSame(before, after)) return null;
    return { before: known.memory, after: await this.#complete(after, record) };
  }

  /** A memory in the bin of another scope needs its id to come back. */
  async #leaveInBin({ id, scope }: BareMemory): Promise<void> {
    const binned = await this.#shelf.store.forgetting.scopeInBin(id);
    if (binned && DIMENSIONS.some((dimension) => binned[dimension] !== scope[dimension]))
      throw invalid(
        `${id} is the id of a memory in the bin of another scope.`,
        'Restore that memory or delete it for good, then import this line again.',
      );
  }

  async #complete(memory: BareMemory, record: RecordOf<'memory'>): Promise<NewMemory> {
    // If a secret was cut from the text, the exported words and vectors still hold it.
    const isAsWritten =
      memory.content === record.content &&
      memory.tags.join() === record.tags.join() &&
      JSON.stringify(memory.metadata) === JSON.stringify(record.metadata);
    const known = this.#model && isAsWritten ? usablePassages(record.passages, memory, this.#model) : null;
    const embedded = known ?? (this.#isAhead() ? wordsAlone(memory) : null);
    if (!embedded) this.#embedded++;
    const { embedding } = this.#shelf;
    const { conversation } = record;
    return completeMemory(memory, { embedding, embedded, conversation, signal: this.#options.signal });
  }

  /** Whether the remaining memories are left to be embedded later. */
  #isAhead(): boolean {
    return this.#embedded >= (this.#options.vectorsAtOnce ?? Number.POSITIVE_INFINITY);
  }

  /** False when the edge exists already; null when something it refers to does not exist. */
  async connect(record: Edge): Promise<boolean | null> {
    if (record.record === 'pair') return this.#note(record);
    const within = ownReach(this.#actor);
    const { transfer } = this.#shelf.store;
    const { created_at: createdAt } = record;
    const here = (id: string) => this.#entities.get(id) ?? id;
    if (record.record === 'observation') {
      const { entity, memory } = record;
      const text = checkText(record.text, 'text', MAX_OBSERVATION_LENGTH);
      return transfer.observe({ entity: here(entity), text, memory, createdAt }, within);
    }
    const type = checkText(record.type, 'type', MAX_NAME_LENGTH);
    if (record.record === 'relationship') {
      const { from, to } = record;
      return transfer.relate({ type, from, to, createdAt }, within);
    }
    const { id, from, to, weight, memory, valid_from: validFrom, valid_until: validUntil } = record;
    const ends = { from: here(from), to: here(to) };
    return transfer.relateEntities(
      { id: checkId(id), ...ends, type, weight, createdAt, validFrom, validUntil, memory },
      within,
    );
  }

  /** A mark is not an edge and does not count as added. */
  async #note(record: RecordOf<'pair'>): Promise<false | null> {
    const { memories, inbox } = this.#shelf.store;
    const within = ownReach(this.#actor);
    const memory = await memories.get(checkId(record.memory), within);
    const other = await memories.get(checkId(record.other), within);
    if (memory === null || other === null) return null;
    // What was found is about the texts in the file.
    if ([memory, other].some(({ id }) => this.#unlike.has(id))) return false;
    const { kind, similarity, found_at: foundAt, kept } = record;
    await inbox.note([{ kind, memory, other, similarity, foundAt }]);
    if (kept) await inbox.settle([memory.id, other.id]);
    return false;
  }

  async entity({ id, scope, type, created_at: createdAt, ...record }: RecordOf<'entity'>): Promise<void> {
    const { graph, transfer } = this.#shelf.store;
    const name = checkName(record.name);
    const key = nameKey(name);
    const before = await graph.entitiesByKey([key], {});
    const entity = {
      id: checkId(id),
      scope: entitySpace(scopeFor(scope, this.#actor)),
      key,
      name,
      type: checkText(type, 'type', MAX_NAME_LENGTH),
      description:
        record.description === null ? null : checkText(record.description, 'description', MAX_DESCRIPTION_LENGTH),
      createdAt,
    };
    const { conflict = 'skip' } = this.#options;
    const stored = await (conflict === 'skip' ? transfer.addEntity(entity) : graph.declareEntity(entity));
    if (stored.id !== id) this.#entities.set(id, stored.id);
    if (!before.some(({ row }) => row === stored.row)) this.#tally.entities++;
  }
}

const isSame = (a: BareMemory, b: BareMemory): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (memory: BareMemory) => Object.entries(memory).sort(([a], [b]) => a.localeCompare(b));
