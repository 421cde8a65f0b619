// Pairs of memories that repeat or contradict each other, found when the newer is stored.
import type { Similar } from '../memories/near-memories.ts';
import type { Memory } from '../model.ts';
import type { Pair } from './ports.ts';

export const pairsOf = (memory: Memory, others: readonly Similar[], foundAt: number): Pair[] =>
  others.map(({ memory: other, similarity, likeness }) => ({
    kind: likeness === 'may_supersede' ? 'contradiction' : 'duplicate',
    memory,
    other,
    similarity: Math.min(1, similarity),
    foundAt,
  }));
