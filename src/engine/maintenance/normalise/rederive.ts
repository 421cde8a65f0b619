// Rebuilds everything derived from memories: after a damaged store is salvaged, only the memories are certain to exist.
import type { Embedding } from '../../memories/embedding.ts';
import type { Store } from '../../ports.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Replacement, StoredMemory } from '../ports.ts';
import { completeMemory } from '../transfer/incoming.ts';

const PAGE = 100;

/** Rebuilds missing words, and each memory's mentions and traces. Missing vectors are left to the next server. */
export async function rederive(store: Store, embedding: Embedding): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.transfer.memories({ within: {}, after, passages: true, limit: PAGE });
    const last = page.at(-1);
    if (!last) return;
    for (const { memory, passages } of page) {
      if (passages?.length !== 0) continue;
      await store.embeddings.fill(memory.row, memory.revision, await embedding.passages(memory));
    }
    const current = await store.transfer.known(page.map(({ memory }) => memory.id));
    await store.transfer.put([], await Promise.all(current.map((each) => renewed(each, embedding))));
    after = last.memory.id;
    await yieldToEventLoop();
  }
}

/** The memory's words and vectors are kept. */
async function renewed({ memory, conversation }: StoredMemory, embedding: Embedding): Promise<Replacement> {
  const { row: _, revision: __, ...bare } = memory;
  const embedded = { passages: [], model: null };
  return { before: memory, after: await completeMemory(bare, { embedding, embedded, conversation }) };
}
