// Changes based on a version the caller saw: if the memory changed meanwhile, they are refused with both versions.

import type { Memory } from '../../engine/model.ts';
import { asRemanenceError, RemanenceError } from '../../errors.ts';
import { presentMemory, versionOf } from './memory-view.ts';
import type { Target } from './target.ts';

/** The memory, if it still has the version the caller knows. */
export async function checkVersion(
  { memories, actor }: Target,
  { id, version }: { readonly id: string; readonly version: string },
  yours: unknown,
): Promise<Memory> {
  const memory = await memories.get(actor, id);
  if (versionOf(memory) !== version) throw versionConflict(memory, yours);
  return memory;
}

/** Also refuses with both versions if another change came between the version check and the write. */
export async function orConflict<T>(
  { memories, actor }: Target,
  id: string,
  yours: unknown,
  change: Promise<T>,
): Promise<T> {
  return change.catch(async (thrown: unknown) => {
    if (asRemanenceError(thrown).code !== 'conflict') throw thrown;
    throw versionConflict(await memories.get(actor, id), yours);
  });
}

export const versionConflict = (stored: Memory, yours: unknown): RemanenceError =>
  new RemanenceError('conflict', 'The memory has been changed by someone else meanwhile.', {
    hint: 'Compare both versions, and base your change on the current one.',
    details: { stored: presentMemory(stored), yours },
  });
