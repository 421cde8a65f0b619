// What became of a memory after a client was given it.
import type { Memory } from '../model.ts';

/** Only shown, looked up by its id since, or changed, ended or removed since. */
export type Outcome = 'shown' | 'read' | 'corrected';

export function outcomeOf(memory: Pick<Memory, 'updatedAt' | 'accessedAt'> | null, givenAt: number): Outcome {
  if (memory === null || memory.updatedAt > givenAt) return 'corrected';
  return memory.accessedAt !== null && memory.accessedAt > givenAt ? 'read' : 'shown';
}
