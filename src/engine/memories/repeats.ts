// What is told again is stored once in a place.
import type { Memory } from '../model.ts';
import type { MemoryInput } from './draft.ts';
import type { NewMemory } from './ports.ts';

/** Whether storing it would only say again what is known. What happened may happen twice. */
export function isRepeat(input: MemoryInput, fresh: NewMemory, known: Memory): boolean {
  const { id, eventTime, relations = [], importance = known.importance } = input;
  // Given an id, a time or edges of its own, it is a thing of its own whatever it says.
  if (id !== undefined || eventTime !== undefined || relations.length > 0) return false;
  return fresh.kind !== 'episodic' && importance === known.importance && told(fresh) === told(known);
}

const told = ({ content, kind, type, label, tags, summary, metadata, scope }: NewMemory | Memory): string =>
  JSON.stringify([content, kind, type, label, tags, summary, metadata, scope]);
