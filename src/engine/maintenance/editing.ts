// Changes that people make by hand: merge two memories, replace one, undo a change.
import { invalid, RemanenceError } from '../../errors.ts';
import { type Actor, entitySpace, inScope } from '../access/actor.ts';
import { DAY_MS } from '../clock.ts';
import { fieldsOf } from '../memories/browsing.ts';
import { checkRevision } from '../memories/changing.ts';
import type { Memories } from '../memories/memories.ts';
import type { Memory, PastState } from '../model.ts';
import type { Clock } from '../ports.ts';
import { mergeMemories } from './normalise/merge.ts';

const UNDO_DAYS = 30;

export class Editing {
  readonly #memories: Memories;
  readonly #clock: Clock;

  constructor(memories: Memories, clock: Clock) {
    this.#memories = memories;
    this.#clock = clock;
  }

  /** Whether the latest change of a history can be undone. */
  isUndoable([last]: readonly PastState[]): boolean {
    return last !== undefined && !isUnknown(last) && last.changedAt > this.#clock.now() - UNDO_DAYS * DAY_MS;
  }

  /** Undoes the latest change, as a change of its own; refuses when the memory has changed since that revision. */
  undo(actor: Actor, memory: Memory, signal?: AbortSignal): Promise<Memory> {
    return this.#memories.changeFrom(
      actor,
      memory.id,
      memory.revision,
      async () => {
        const history = await this.#memories.history(actor, memory.id);
        const [last] = history;
        if (!last) throw invalid('This memory has never been changed.');
        if (isUnknown(last))
          throw new RemanenceError('storage', 'What this memory was before its last change is damaged on disk.', {
            hint: 'Edit the memory by hand, or restore a backup made before the damage.',
          });
        if (!this.isUndoable(history)) throw invalid(`A change more than ${UNDO_DAYS} days old cannot be undone.`);
        return fieldsOf(last);
      },
      signal,
    );
  }

  /**
   * The first memory stays and gains what it lacks; the other goes into the bin, from where it can be restored. Refuses
   * when either has changed since it was read.
   */
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
        'Replace one with the other, or forget one.',
      );
    }
    checkRevision(await this.#memories.get(actor, gone.id), gone.revision);
    const merged = await this.#memories.changeFrom(
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
    await this.#memories.discard(actor, gone.id, gone.revision);
    return merged;
  }

  /**
   * Stores the new content in the old memory's scope and ends the old memory with a reference to the new one, which may
   * have been known before. Refuses if the old memory has changed since it was read.
   */
  async replace(
    actor: Actor,
    old: Memory,
    { content, reason }: { content: string; reason?: string | undefined },
    signal?: AbortSignal,
  ): Promise<{ old: Memory; fresh: Memory; isNew: boolean }> {
    checkRevision(await this.#memories.get(actor, old.id), old.revision);
    const { kind, type, label, tags, metadata } = old;
    const { memory: fresh, isNew } = await this.#memories.store(
      inScope(actor, old.scope),
      { content, kind, type, label, tags, metadata },
      signal,
    );
    try {
      const because = { reason, supersededBy: fresh.id, revision: old.revision };
      return { old: await this.#memories.invalidate(actor, old.id, because), fresh, isNew };
    } catch (error) {
      // It changed in the last moment. Into the bin, for removing it would take along what chats say of it.
      if (isNew) await this.#memories.discard(actor, fresh.id).catch(() => {});
      throw error;
    }
  }

  /** Deletes a memory permanently, also from the bin. */
  async erase(actor: Actor, id: string): Promise<void> {
    if (await this.#memories.remove(actor, id)) return;
    throw new RemanenceError('not_found', `Memory not found: ${id}`, { details: { resource: 'memory' } });
  }
}

/** A change whose former values the store can no longer read. */
const isUnknown = ({ before }: PastState): boolean => Object.keys(before).length === 0;

const isOneSpace = (a: Memory, b: Memory): boolean =>
  JSON.stringify(entitySpace(a.scope)) === JSON.stringify(entitySpace(b.scope));
