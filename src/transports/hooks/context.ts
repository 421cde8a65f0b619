import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Memory } from '../../engine/model.ts';
import { RemanenceError } from '../../errors.ts';
import type { Sessions } from './sessions.ts';

/** What an event is answered from, and for whom. */
export interface HookContext {
  readonly engine: Engine;
  /** Confined to the client's project. */
  readonly actor: Actor;
  readonly sessions: Sessions;
  readonly now: number;
}

/** The memories with these ids that still exist. */
export async function memoriesOf({ engine, actor }: HookContext, ids: readonly string[]): Promise<Memory[]> {
  const found: Memory[] = [];
  for (const id of ids) {
    const memory = await engine.memories.get(actor, id).catch(nullIfGone);
    if (memory) found.push(memory);
  }
  return found;
}

function nullIfGone(thrown: unknown): null {
  if (thrown instanceof RemanenceError && thrown.code === 'not_found') return null;
  throw thrown;
}
