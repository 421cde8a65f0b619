// A repeated memory is stored once per scope.
import type { Memory } from '../model.ts';
import type { MemoryInput } from './draft.ts';
import type { NewMemory } from './ports.ts';

/** Whether storing it would only repeat a known memory. Events are exempt: they may happen twice. */
export function isRepeat(input: MemoryInput, fresh: NewMemory, known: Memory): boolean {
  const { id, eventTime, relations = [], importance = known.importance } = input;
  // A memory given with an id, a time or edges is always a new one.
  if (id !== undefined || eventTime !== undefined || relations.length > 0) return false;
  return fresh.kind !== 'episodic' && importance === known.importance && told(fresh) === told(known);
}

const told = ({ content, kind, type, label, tags, summary, metadata, scope }: NewMemory | Memory): string =>
  JSON.stringify([content, kind, type, label, tags, summary, metadata, scope]);
