// What happened to a memory after it was given to a client.
import type { Memory } from '../model.ts';

/** Only shown; since looked up by id; or since changed, ended or removed. */
export type Outcome = 'shown' | 'read' | 'corrected';

export function outcomeOf(memory: Pick<Memory, 'updatedAt' | 'accessedAt'> | null, givenAt: number): Outcome {
  if (memory === null || memory.updatedAt > givenAt) return 'corrected';
  return memory.accessedAt !== null && memory.accessedAt > givenAt ? 'read' : 'shown';
}
