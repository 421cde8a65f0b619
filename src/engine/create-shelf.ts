// Builds a shelf on a store.
import type { Actor } from './access/actor.ts';
import type { Audit } from './access/audit.ts';
import { Code } from './code/code.ts';
import type { CodeBase } from './code/code-base.ts';
import type { Machine } from './code/ports.ts';
import { pairsOf } from './inbox/pairs.ts';
import { instrument } from './instrument.ts';
import { Editing } from './maintenance/editing.ts';
import { Normalising } from './maintenance/normalise/normalise.ts';
import { Reembedding } from './maintenance/normalise/reembed.ts';
import { Scanning } from './maintenance/scan.ts';
import { Browsing } from './memories/browsing.ts';
import type { Embedder } from './memories/embedder.ts';
import { Embedding, isLong } from './memories/embedding.ts';
import { Memories } from './memories/memories.ts';
import type { Similar } from './memories/near-memories.ts';
import type { Forgotten } from './memories/quotes.ts';
import type { Memory } from './model.ts';
import type { Clock, Store } from './ports.ts';
import { Retrieval } from './retrieval/retrieval.ts';
import type { Shelf } from './shelf.ts';
import { VERBS } from './verbs.ts';

export interface ShelfParts {
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
  /** Null for a store that only one machine uses at a time. */
  readonly machine: Machine | null;
  readonly clock: Clock;
  readonly modelWaitMs: number;
  readonly audit: Audit;
  /** How long deleted memories stay in the bin. */
  readonly keptMs: number;
  /** The actor, restricted to what it owns. */
  owning(actor: Actor): Promise<Actor>;
  /** Starts the background work now instead of at its next interval. */
  runUpkeepSoon(): void;
  /** Removes memories from everything that quotes them and from every copy of the store. */
  forgetTraces(memories: readonly Forgotten[], store: string, signal?: AbortSignal): Promise<void>;
}

/** Builds a shelf on a store whose vectors must be those of our model; closes a store that is refused. */
export async function createCheckedShelf(store: Store, parts: ShelfParts): Promise<Shelf> {
  const shelf = createShelf(store, parts);
  try {
    await shelf.embedding.checkModel();
    return shelf;
  } catch (error) {
    await store.close();
    throw error;
  }
}

export function createShelf(store: Store, parts: ShelfParts): Shelf {
  const { embedder, codeBase, clock, modelWaitMs, audit } = parts;
  const embedding = new Embedding(store, embedder, modelWaitMs);
  const code = new Code(store, codeBase, embedding, clock, parts.machine);
  // The memories are stored by now; the next index run retries links that failed.
  const tie = (memories: readonly Memory[]) => code.links.renew(memories).catch(() => {});
  const heard = (memories: readonly Memory[]) => {
    if (memories.some(isLong)) parts.runUpkeepSoon();
  };
  const listener = {
    onStored: async (memories: readonly Memory[]) => {
      heard(memories);
      await code.links.tie(memories).catch(() => {});
    },
    onRewritten: async (memory: Memory) => {
      heard([memory]);
      await tie([memory]);
    },
    // The memory is stored whether or not this note can be written.
    onAlike: async (memory: Memory, others: readonly Similar[]) => {
      if (others.length > 0) await store.inbox.note(pairsOf(memory, others, clock.now())).catch(() => {});
    },
    onRemoval: (memories: readonly Forgotten[]) => parts.forgetTraces(memories, store.location),
  };
  const memories = instrument(new Memories(store, embedding, clock, listener), VERBS.memories, { audit });
  return {
    store,
    embedding,
    code,
    tie,
    runUpkeepSoon: parts.runUpkeepSoon,
    memories,
    browsing: new Browsing(store, clock, parts.keptMs),
    editing: new Editing(memories, clock),
    retrieval: new Retrieval(store, embedding, code, clock),
    scanning: new Scanning(store, embedding, tie),
    reembedding: new Reembedding(store, embedding, clock),
    normalising: instrument(new Normalising(store, embedding, clock, parts), VERBS.normalising, { audit }),
  };
}
