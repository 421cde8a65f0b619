// Changes that people make by hand, and take back: a merge of two, a replacement, an undo.
import { invalid, RemanenceError } from '../../errors.ts';
import { type Actor, cubeOf, entitySpace } from '../access/actor.ts';
import { fieldsOf } from '../memories/browsing.ts';
import type { Memories } from '../memories/memories.ts';
import type { Memory, PastState } from '../model.ts';
import type { Clock } from '../ports.ts';
import { mergeMemories } from './normalise/merge.ts';

const UNDO_MS = 30 * 86_400_000;

export class Mending {
  readonly #memories: Memories;
  readonly #clock: Clock;

  constructor(memories: Memories, clock: Clock) {
    this.#memories = memories;
    this.#clock = clock;
  }

  /** Whether the latest change of a history can be taken back. */
  isUndoable([last]: readonly PastState[]): boolean {
    return last !== undefined && last.changedAt > this.#clock.now() - UNDO_MS;
  }

  /** Takes the latest change back, which is a change itself, unless there was another since that revision. */
  undo(actor: Actor, memory: Memory, signal?: AbortSignal): Promise<Memory> {
    return this.#memories.become(
      actor,
      memory.id,
      memory.revision,
      async () => {
        const history = await this.#memories.history(actor, memory.id);
        const [last] = history;
        if (!last) throw invalid('Nothing of this memory has changed.');
        if (!this.isUndoable(history)) throw invalid('A change can be undone for 30 days.');
        return fieldsOf(last);
      },
      signal,
    );
  }

  /** The first stays and gets what it lacks; the other goes into the bin, from where it can be restored. */
  async merge(
    actor: Actor,
    kept: Memory,
    gone: Memory,
    { content }: { content?: string | undefined } = {},
    signal?: AbortSignal,
  ): Promise<Memory> {
    if (kept.id === gone.id) throw invalid('A memory cannot be merged with itself.');
    if (!isOneSpace(kept, gone)) {
      throw invalid(
        'Only memories of one cube, user and project can be merged.',
        'Replace one by the other instead, or forget one.',
      );
    }
    const merged = await this.#memories.become(
      actor,
      kept.id,
      kept.revision,
      async (memory) => {
        const { label, tags, summary, importance, metadata, eventTime, validFrom, supersededBy } = mergeMemories(
          memory,
          [gone],
        );
        const fields = { label, tags, summary, importance, metadata, eventTime, validFrom, supersededBy };
        return content === undefined ? fields : { ...fields, content };
      },
      signal,
    );
    await this.#memories.discard(actor, gone.id);
    return merged;
  }

  /** Stores what holds now where the old memory is, and ends that one with a reference to it. */
  async replace(
    actor: Actor,
    old: Memory,
    { content, reason }: { content: string; reason?: string | undefined },
    signal?: AbortSignal,
  ): Promise<{ old: Memory; fresh: Memory }> {
    const { kind, type, label, tags, metadata } = old;
    const { memory: fresh } = await this.#memories.store(
      beside(actor, old),
      { content, kind, type, label, tags, metadata },
      signal,
    );
    const ended = await this.#memories.invalidate(actor, old.id, { reason, supersededBy: fresh.id });
    return { old: ended, fresh };
  }

  /** Deletes it for good; it must be there, or in the bin. */
  async erase(actor: Actor, id: string): Promise<void> {
    if (await this.#memories.remove(actor, id)) return;
    throw new RemanenceError('not_found', `Memory not found: ${id}`, { details: { resource: 'memory' } });
  }
}

const isOneSpace = (a: Memory, b: Memory): boolean =>
  JSON.stringify(entitySpace(a.scope)) === JSON.stringify(entitySpace(b.scope));

/** The actor where a memory is. */
const beside = (actor: Actor, { scope }: Memory): Actor => ({
  ...actor,
  cube: cubeOf(scope),
  user: scope.user ?? undefined,
  project: scope.project ?? undefined,
  session: scope.session ?? undefined,
});
