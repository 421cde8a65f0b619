// Pairs of memories that say nearly the same, found when the newer is stored.

import { likeness } from '../memories/likeness.ts';
import type { NearMemory } from '../memories/near-memories.ts';
import type { Memory } from '../model.ts';
import type { Pair } from './ports.ts';

/** Memories this similar that differ in a value or a word contradict each other. */
export const pairsOf = (memory: Memory, others: readonly NearMemory[], foundAt: number): Pair[] =>
  others.map(({ memory: other, similarity }) => ({
    kind: likeness(memory.content, other.content, similarity) === 'may_supersede' ? 'contradiction' : 'duplicate',
    memory,
    other,
    similarity: Math.min(1, similarity),
    foundAt,
  }));
