import type { ScopeFilter } from '../access/actor.ts';
import type { ForgettingStore } from './ports.ts';
import type { Forgotten } from './quotes.ts';

/**
 * A memory that goes, once for each of its ids: exports and copies made before a merge hold the others by theirs. An id
 * that a memory has again, by an import, is that one's.
 */
export async function withMerged(
  forgetting: ForgettingStore,
  memory: Forgotten,
  within: ScopeFilter,
): Promise<Forgotten[]> {
  const others = (await forgetting.idsOf(memory.id, within)).filter((id) => id !== memory.id);
  const taken = new Set(others.length > 0 ? await forgetting.known(others) : []);
  return [memory, ...others.filter((id) => !taken.has(id)).map((id) => ({ ...memory, id }))];
}
