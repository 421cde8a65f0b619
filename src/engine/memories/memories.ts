import { RemanenceError } from '../../errors.ts';
import { type Actor, checkWrite, reach, writeReach } from '../access/actor.ts';
import { isUuidEnding, lastCharacters, readId, toUuid } from '../ids.ts';
import type { Memory, PastState } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { redactText } from '../secrets/redact.ts';
import { endedBy, readPastTime } from '../temporal/validity.ts';
import { waitBriefly, yieldToEventLoop } from '../waiting.ts';
import { type Changes, Changing, type ComputeChange, checkRevision } from './changing.ts';
import { checkContent } from './content.ts';
import { Drafting, type MemoryInput } from './draft.ts';
import type { Embedding } from './embedding.ts';
import { checkNoCircle, reasonAfter } from './invalidation.ts';
import { Lookup, missing, notInBin } from './lookup.ts';
import { withMerged } from './merged.ts';
import { type Alike, NearMemories, type Similar } from './near-memories.ts';
import { ownWords } from './own-words.ts';
import type { Counts, NewMemory, Predecessor } from './ports.ts';
import type { Forgotten, Remover } from './quotes.ts';
import { isRepeat } from './repeats.ts';
import { readType } from './types.ts';

export interface Stored extends Alike {
  readonly memory: Memory;
  /** False for a known memory that says the same, which stands for this one. */
  readonly isNew: boolean;
  /** The kinds of secret that were removed. */
  readonly redacted: readonly string[];
}

export interface MemoryListener {
  /** Called with new memories. */
  onStored(memories: readonly Memory[]): Promise<void>;
  /** Called with a memory that was rewritten. */
  onRewritten(memory: Memory): Promise<void>;
  /** Called with a new memory and the known ones that nearly say the same or that it may supersede. */
  onAlike(memory: Memory, others: readonly Similar[]): Promise<void>;
  /** Called before a memory is permanently removed, with all that were merged into it. */
  onRemoval(memories: readonly Forgotten[]): Promise<void>;
}

/** One of many, with its type as written by the caller. */
type TypedInput = Omit<MemoryInput, 'type'> & { readonly type?: string | null | undefined };

/** The result for one of many: the memory, or why it was not stored. */
export type Outcome = { readonly memory: Memory } | { readonly error: RemanenceError };

const BULK = 100;

export class Memories {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #lookup: Lookup;
  readonly #drafting: Drafting;
  readonly #changing: Changing;
  readonly #near: NearMemories;
  readonly #listener: MemoryListener;

  constructor(store: Store, embedding: Embedding, clock: Clock, listener: MemoryListener) {
    this.#store = store;
    this.#clock = clock;
    this.#lookup = new Lookup(store);
    this.#drafting = new Drafting(this.#lookup, embedding, clock);
    this.#changing = new Changing(store, this.#lookup, this.#drafting, clock);
    this.#near = new NearMemories(store, embedding, clock);
    this.#listener = listener;
  }

  async store(actor: Actor, input: MemoryInput, signal?: AbortSignal): Promise<Stored> {
    const { memory: fresh, redacted } = await this.#drafting.draft(actor, input, signal);
    signal?.throwIfAborted();
    const near = await this.#near.to(reach(actor), fresh, signal);
    const { similar, conflicts } = near;
    const known = similar.find(({ memory }) => isRepeat(input, fresh, memory));
    if (known && !(await this.#mayHaveChanged(actor, known.memory)))
      return {
        memory: known.memory,
        isNew: false,
        similar: similar.filter((each) => each !== known),
        conflicts: [],
        related: [],
        redacted,
      };
    const [memory] = await this.#store.memories.add([fresh]);
    if (!memory) throw new RemanenceError('internal', 'The store returned no memory.');
    const alike = [...new Map([...conflicts, ...similar].map((each) => [each.memory.row, each])).values()];
    await Promise.all([this.#listener.onStored([memory]), this.#listener.onAlike(memory, alike)]);
    return { ...near, memory, isNew: true, redacted };
  }

  /** Whether a later memory may have changed it: whoever stores it again tells that it is so again. */
  async #mayHaveChanged(actor: Actor, { row }: Memory): Promise<boolean> {
    return (await this.#store.inbox.successors([row], reach(actor), this.#clock.now())).has(row);
  }

  /** Null when the same text was stored in the same scope recently. */
  async storeIfNew(actor: Actor, input: MemoryInput, withinMs: number, signal?: AbortSignal): Promise<Memory | null> {
    const { memory: fresh } = await this.#drafting.draft(actor, input, signal);
    signal?.throwIfAborted();
    const { similar } = await this.#near.to(reach(actor), fresh, signal);
    const memory = await this.#store.memories.addIfNew(fresh, this.#clock.now() - withinMs);
    const changed = similar.filter(({ likeness }) => likeness === 'may_supersede');
    if (memory) await Promise.all([this.#listener.onStored([memory]), this.#listener.onAlike(memory, changed)]);
    return memory;
  }

  /** Many at once, in one transaction; an input that cannot be stored reports why and does not stop the others. */
  async storeValid(
    actor: Actor,
    inputs: readonly (TypedInput | RemanenceError)[],
    { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (done: number) => void } = {},
  ): Promise<Outcome[]> {
    const fresh: NewMemory[] = [];
    const errors = new Map<number, RemanenceError>();
    for (const [index, input] of inputs.entries()) {
      signal?.throwIfAborted();
      const made =
        input instanceof RemanenceError ? input : await this.#draftTyped(actor, input, signal).catch(refused);
      if (made instanceof RemanenceError) errors.set(index, made);
      else fresh.push(made.memory);
      onProgress?.(index + 1);
    }
    const stored = await this.#store.memories.add(fresh);
    await this.#listener.onStored(stored);
    const next = stored.values();
    return inputs.flatMap((_, index): Outcome[] => {
      const error = errors.get(index);
      if (error) return [{ error }];
      const memory = next.next().value;
      return memory ? [{ memory }] : [];
    });
  }

  async #draftTyped(actor: Actor, input: TypedInput, signal?: AbortSignal) {
    return this.#drafting.draft(actor, { ...input, type: input.type == null ? null : readType(input.type) }, signal);
  }

  /** Many at once, in transactions of a hundred; does not look for similar memories. */
  async storeMany(
    actor: Actor,
    inputs: readonly MemoryInput[],
    options: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
  ): Promise<Memory[]> {
    const stored: Memory[] = [];
    for (let start = 0; start < inputs.length; start += BULK) {
      const batch: NewMemory[] = [];
      for (const input of inputs.slice(start, start + BULK)) {
        options.signal?.throwIfAborted();
        const { memory } = await this.#drafting.draft(actor, input, options.signal);
        batch.push(await this.#drafting.complete(memory, options.signal));
        options.onProgress?.(stored.length + batch.length);
      }
      const added = await this.#store.memories.add(batch);
      await this.#listener.onStored(added);
      stored.push(...added);
      // Without a model nothing here waits for anything but this thread.
      await yieldToEventLoop();
    }
    return stored;
  }

  get(actor: Actor, id: unknown): Promise<Memory> {
    return this.#lookup.get(actor, id);
  }

  /** Ids with this ending, also in the bin: people type only the end of an id. */
  async endingWith(actor: Actor, ending: string): Promise<string[]> {
    const found = async (text: string) => this.#store.forgetting.idsEnding(text, reach(actor));
    const asUuid = isUuidEnding(ending) ? (await Promise.all(lastCharacters(ending).map(found))).flat() : [];
    return [...new Set([...(await found(ending)), ...asUuid.filter((id) => toUuid(id).endsWith(ending))])];
  }

  /** A memory by its id, counted as opened. */
  async open(actor: Actor, id: unknown): Promise<Memory> {
    const memory = await this.openIfExists(actor, id);
    if (!memory) throw missing(id);
    return memory;
  }

  /** The same, but null when it does not exist. */
  async openIfExists(actor: Actor, id: unknown): Promise<Memory | null> {
    const memory = await this.#lookup.find(actor, id);
    if (!memory) return null;
    const accessedAt = this.#clock.now();
    // A read must neither wait nor fail because its access could not be counted.
    await waitBriefly(this.#store.memories.touch(memory.id, accessedAt));
    return { ...memory, accesses: memory.accesses + 1, accessedAt };
  }

  /** Its states before each change, the latest first. */
  async history(actor: Actor, id: unknown): Promise<PastState[]> {
    return this.#store.memories.history((await this.get(actor, id)).id);
  }

  /** The memory that it superseded last, as far as the actor sees it. */
  async predecessor(actor: Actor, { row }: Memory): Promise<Predecessor | null> {
    return (await this.#store.memories.replacedBy([row], reach(actor))).get(row) ?? null;
  }

  /** Changes only the given fields; embeds the text again only when it differs. */
  async update(actor: Actor, id: unknown, changes: Changes, signal?: AbortSignal): Promise<Memory> {
    const updated = await this.#changing.update(actor, id, changes, signal);
    // Writing the same text again confirms that it still holds.
    const { content, metadata, metadataFields } = changes;
    const isDescribedAnew = updated.type !== null && (metadata !== undefined || metadataFields !== undefined);
    if (content !== undefined || isDescribedAnew) await this.#listener.onRewritten(updated);
    return updated;
  }

  /** Applies what `make` returns, unless the memory has changed since that revision. */
  async changeFrom(
    actor: Actor,
    id: unknown,
    revision: number,
    make: ComputeChange,
    signal?: AbortSignal,
  ): Promise<Memory> {
    const changed = await this.#changing.changeFrom(actor, id, revision, make, signal);
    await this.#listener.onRewritten(changed);
    return changed;
  }

  /** Sets the summary and changes nothing else. */
  async describe(actor: Actor, id: unknown, summary: string): Promise<Memory> {
    const { value } = redactText(checkContent(summary, 'summary'));
    return this.#changing.change(actor, id, async () => ({ summary: value }));
  }

  /**
   * Ends the memory's validity now; one that has already ended keeps its end and its reasons. Refuses when the memory has
   * another revision than the one given.
   */
  async invalidate(
    actor: Actor,
    id: unknown,
    because: { reason?: string | undefined; supersededBy?: unknown; revision?: number | undefined } = {},
  ): Promise<Memory> {
    const successor = because.supersededBy === undefined ? null : await this.get(actor, because.supersededBy);
    return this.#changing.change(actor, id, async (memory) => {
      checkRevision(memory, because.revision);
      if (successor) await checkNoCircle(this.#lookup, actor, memory, successor);
      return {
        ...endedBy(memory, this.#clock.now()),
        invalidReason: reasonAfter(memory.invalidReason, because.reason),
        supersededBy: successor?.id ?? memory.supersededBy,
      };
    });
  }

  /**
   * Moves a memory into the bin, where it is kept for a while; returns the number of edges removed with it. Refuses when
   * the memory has another revision than the one given.
   */
  async discard(actor: Actor, id: unknown, revision?: number): Promise<number> {
    const memory = await this.get(actor, id);
    checkWrite(actor, memory.scope);
    checkRevision(memory, revision);
    const now = this.#clock.now();
    const network = this.#store.network({ within: reach(actor), validAt: now });
    const edges = await network.edges([network.idOf('memory', memory.row)], 'both', null);
    if (await this.#store.forgetting.discard(memory.id, reach(actor), now, revision)) return edges.length;
    // It changed or went in the last moment.
    checkRevision(await this.get(actor, id), revision);
    throw missing(id);
  }

  /** When the memory was put into the bin; null when it is not there. */
  async discardedAt(actor: Actor, id: unknown): Promise<number | null> {
    const known = readId(id);
    const binned = known && (await this.#store.forgetting.binned(known, reach(actor)));
    return binned ? binned.deletedAt : null;
  }

  /** A memory that the actor may restore from the bin. */
  async inBin(actor: Actor, id: unknown): Promise<Memory> {
    const known = readId(id);
    const binned = known && (await this.#store.forgetting.binned(known, reach(actor)));
    if (!binned) throw notInBin(await this.get(actor, id));
    checkWrite(actor, binned.memory.scope);
    return binned.memory;
  }

  /** Restores a memory from the bin unchanged, with its history and its edges to memories that still exist. */
  async restore(actor: Actor, id: unknown, signal?: AbortSignal): Promise<Memory> {
    const { row: _, revision: __, ...memory } = await this.inBin(actor, id);
    const restored = await this.#store.forgetting.restore(await this.#drafting.again(memory, signal));
    if (!restored) throw missing(id);
    await this.#listener.onStored([restored]);
    return restored;
  }

  /** Removes a memory permanently, everywhere. */
  async remove(actor: Actor, id: unknown): Promise<boolean> {
    // A damaged memory cannot be read but can be removed: the store removes only where the actor may write.
    const memory = await this.#lookup.find(actor, id).catch((error) => {
      if (error instanceof RemanenceError && error.code === 'storage') return null;
      throw error;
    });
    if (memory) checkWrite(actor, memory.scope);
    // Also removes it from the bin, where the actor may write.
    const known = memory?.id ?? readId(id);
    const texts = known === null ? [] : await this.#store.forgetting.texts(known, writeReach(actor));
    if (known === null || texts.length === 0) return false;
    // Traces go first: if this fails halfway, the memory still exists and the removal can be repeated.
    const words = await ownWords(this.#store.search, memory, texts);
    const gone = { id: known, texts, words, by: removerOf(actor) };
    await this.#listener.onRemoval(await withMerged(this.#store.forgetting, gone, writeReach(actor)));
    return this.#store.forgetting.remove(known, writeReach(actor));
  }

  /** Newest first, including memories no longer valid. */
  async list(actor: Actor, page: { limit: number; offset: number }): Promise<{ memories: Memory[]; total: number }> {
    const within = reach(actor);
    const [memories, total] = await Promise.all([
      this.#store.memories.list({ within, ...page }),
      this.#store.memories.count(within),
    ]);
    return { memories, total };
  }

  /** Memories valid at a moment, by default now. */
  validAt(actor: Actor, limit: number, at?: number): Promise<Memory[]> {
    const now = this.#clock.now();
    const past = at !== undefined && at < now;
    return this.#store.memories.list({ within: reach(actor), validAt: at ?? now, past, limit, offset: 0 });
  }

  /** The same for a moment given as text. */
  async validAtTime(actor: Actor, limit: number, timestamp: string): Promise<{ memories: Memory[]; at: number }> {
    const at = readPastTime(timestamp, this.#clock.now());
    return { memories: await this.validAt(actor, limit, at), at };
  }

  counts(actor: Actor): Promise<Counts> {
    return this.#store.memories.counts(reach(actor));
  }
}

const removerOf = ({ who, user, project }: Actor): Remover => ({ who, user, project });

/** The error that refuses one bad memory of many; rethrows errors the memory did not cause. */
function refused(thrown: unknown): RemanenceError {
  if (thrown instanceof RemanenceError && (thrown.code === 'invalid' || thrown.code === 'not_found')) return thrown;
  throw thrown;
}
