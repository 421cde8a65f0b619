// A store together with the services that work on it: one for the main store, and one for each cube with its own file.
import type { Actor } from './access/actor.ts';
import { type Audit, about } from './access/audit.ts';
import { Code } from './code/code.ts';
import type { CodeBase } from './code/code-base.ts';
import { readId } from './ids.ts';
import { pairsOf } from './inbox/pairs.ts';
import { Mending } from './maintenance/mending.ts';
import { Normalising } from './maintenance/normalise/normalise.ts';
import { Reembedding } from './maintenance/normalise/reembed.ts';
import type { Forgotten } from './maintenance/remains.ts';
import { Scanning } from './maintenance/scan.ts';
import { Browsing } from './memories/browsing.ts';
import type { Embedder } from './memories/embedder.ts';
import { Embedding, isLong } from './memories/embedding.ts';
import { Memories } from './memories/memories.ts';
import type { NearMemory } from './memories/near-memories.ts';
import type { Memory } from './model.ts';
import type { Clock, Store } from './ports.ts';
import { Retrieval } from './retrieval/retrieval.ts';

export interface ShelfParts {
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
  readonly clock: Clock;
  readonly modelWaitMs: number;
  readonly audit: Audit;
  /** How long the bin keeps deleted memories. */
  readonly keptMs: number;
  /** The actor, confined to what it owns. */
  owning(actor: Actor): Promise<Actor>;
  /** Runs pending background work now, if this process tends the store. */
  tendSoon(): void;
  /** Removes a memory from everything that quotes it, and from copies of the store. */
  forgetTraces(memory: Forgotten, store: string): Promise<void>;
}

export interface Shelf {
  readonly store: Store;
  readonly embedding: Embedding;
  readonly code: Code;
  readonly memories: Memories;
  readonly browsing: Browsing;
  readonly mending: Mending;
  readonly retrieval: Retrieval;
  readonly reembedding: Reembedding;
  readonly normalising: Normalising;
  readonly scanning: Scanning;
  /** Links new or rewritten memories to the code that they name. */
  tie(memories: readonly Memory[]): Promise<void>;
}

export function shelfOf(store: Store, parts: ShelfParts): Shelf {
  const { embedder, codeBase, clock, modelWaitMs, audit } = parts;
  const embedding = new Embedding(store, embedder, modelWaitMs);
  const code = new Code(store, codeBase, embedding, clock);
  // The memories are already stored; links that fail here are made by the next index run.
  const tie = (memories: readonly Memory[]) => code.links.renew(memories).catch(() => {});
  const heard = (memories: readonly Memory[]) => {
    if (memories.some(isLong)) parts.tendSoon();
  };
  const hears = {
    onStored: async (memories: readonly Memory[]) => {
      heard(memories);
      await code.links.tie(memories).catch(() => {});
    },
    onRewritten: async (memory: Memory) => {
      heard([memory]);
      await tie([memory]);
    },
    // The memory is already stored, so a failure to note the pair is ignored.
    onAlike: async (memory: Memory, others: readonly NearMemory[]) => {
      if (others.length > 0) await store.inbox.note(pairsOf(memory, others, clock.now())).catch(() => {});
    },
    onRemoval: (memory: Forgotten) => parts.forgetTraces(memory, store.location),
  };
  const memories = audited(new Memories(store, embedding, clock, hears), audit);
  return {
    store,
    embedding,
    code,
    tie,
    memories,
    browsing: new Browsing(store, clock, parts.keptMs),
    mending: new Mending(memories, clock),
    retrieval: new Retrieval(store, embedding, code, clock),
    scanning: new Scanning(store, embedding, tie),
    reembedding: new Reembedding(store, embedding, clock),
    normalising: audit.around(new Normalising(store, embedding, clock, parts), {
      start: { action: 'memory.normalize', deeds: ({ job }) => [{ subject: job.id }] },
    }),
  };
}

/** Audits every way to write or delete a memory, with who did it. */
function audited(memories: Memories, audit: Audit): Memories {
  return audit.around(memories, {
    store: { action: 'memory.add', deeds: ({ memory }) => [about(memory)] },
    storeUnlessSaid: { action: 'memory.add', deeds: (memory) => (memory ? [about(memory)] : []) },
    storeEach: {
      action: 'memory.add',
      deeds: (outcomes) => outcomes.flatMap((outcome) => ('memory' in outcome ? [about(outcome.memory)] : [])),
    },
    storeMany: { action: 'memory.add', deeds: (stored) => stored.map(about) },
    update: { action: 'memory.update', deeds: (memory) => [about(memory)] },
    become: { action: 'memory.update', deeds: (memory) => [about(memory)] },
    describe: { action: 'memory.update', deeds: (memory) => [about(memory)] },
    invalidate: { action: 'memory.invalidate', deeds: (memory) => [about(memory)] },
    discard: { action: 'memory.delete', deeds: (_, id) => [{ subject: readId(id) }] },
    restore: { action: 'memory.restore', deeds: (memory) => [about(memory)] },
    remove: { action: 'memory.delete', deeds: (removed, id) => (removed ? [{ subject: readId(id) }] : []) },
  });
}
