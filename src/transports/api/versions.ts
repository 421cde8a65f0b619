// Changes that are based on what somebody saw: what changed meanwhile is refused, with both versions.

import type { Memory } from '../../engine/model.ts';
import { asRemanenceError, RemanenceError } from '../../errors.ts';
import { presentMemory, versionOf } from './memory-view.ts';
import type { Place } from './placed.ts';

/** The memory, if it is still at the version that the caller knows. */
export async function checked(
  { memories, actor }: Place,
  { id, version }: { readonly id: string; readonly version: string },
  yours: unknown,
): Promise<Memory> {
  const memory = await memories.get(actor, id);
  if (versionOf(memory) !== version) throw overtaken(memory, yours);
  return memory;
}

/** A change that somebody else was faster with, between the look at the version and the write, is refused with both, too. */
export async function orOvertaken<T>(
  { memories, actor }: Place,
  id: string,
  yours: unknown,
  change: Promise<T>,
): Promise<T> {
  return change.catch(async (thrown: unknown) => {
    if (asRemanenceError(thrown).code !== 'conflict') throw thrown;
    throw overtaken(await memories.get(actor, id), yours);
  });
}

export const overtaken = (stored: Memory, yours: unknown): RemanenceError =>
  new RemanenceError('conflict', 'The memory has been changed by someone else meanwhile.', {
    hint: 'Compare both versions, and change it from what it is now.',
    details: { stored: presentMemory(stored), yours },
  });
