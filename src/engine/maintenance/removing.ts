// Bulk removal. Removes only what the caller owns, previews what would go, and keeps a copy that can be imported again.
// Indexed code needs no copy: it can be indexed again from its folder.
import { messageOf, RemanenceError } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { type Actor, entityReach, inSession, seesAll, writeReach } from '../access/actor.ts';
import type { Chat } from '../chat/chat.ts';
import { DAY_MS } from '../clock.ts';
import type { Code } from '../code/code.ts';
import type { Counts } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import type { Recalls } from '../recalls/recalls.ts';
import type { SideFiles } from './side-files.ts';
import type { Exporting } from './transfer/export.ts';

/** What to remove: all memories, those of one session, or those older than a number of days. */
export interface Bulk {
  readonly session?: string | undefined;
  readonly olderThanDays?: number | undefined;
  /** Also removes indexed code and conversations. */
  readonly everything?: boolean | undefined;
}

export interface RemovalPreview extends Counts {
  readonly codeChunks: number;
  /** How many days the copy of the memories is kept; 0 when no copy is made. */
  readonly keptDays: number;
}

export interface Removed extends RemovalPreview {
  /** Path of the copy; null for callers who may not see the whole store. */
  readonly copy: string | null;
}

interface RemovingParts {
  readonly store: Store;
  readonly access: Access;
  readonly code: Code;
  readonly chat: Chat;
  readonly recalls: Recalls;
  readonly exporting: Exporting;
  readonly sideFiles: SideFiles;
  readonly clock: Clock;
  /** How many days copies are kept; 0 makes none. */
  readonly keptDays: number;
}

type CopiedMemory = Pick<Memory, 'row' | 'revision'>;

export class Removing {
  readonly #parts: RemovingParts;

  constructor(parts: RemovingParts) {
    this.#parts = parts;
  }

  /** What would be removed. */
  async preview(actor: Actor, bulk: Bulk): Promise<RemovalPreview> {
    const { access, code, keptDays } = this.#parts;
    const owner = inside(await access.owning(actor), bulk);
    const counts = await this.#counts(owner, this.#before(bulk));
    const { chunks: codeChunks } = bulk.everything ? await code.counts(forWriting(owner)) : { chunks: 0 };
    return { ...counts, codeChunks, keptDays: holdsAny(counts) ? keptDays : 0 };
  }

  async remove(actor: Actor, bulk: Bulk): Promise<Removed> {
    const { store, access, code, chat, recalls, sideFiles, keptDays } = this.#parts;
    const owner = inside(await access.owning(actor), bulk);
    const before = this.#before(bulk);
    const copied = new Map<string, CopiedMemory>();
    const copy = await this.#keep(owner, before, copied);
    const codeChunks = bulk.everything ? await code.reset(owner) : 0;
    const within = writeReach(owner);
    // What was added or changed since the copy stays.
    const { ids, ...counts } =
      before === undefined
        ? // Entities that a user made by hand outlive the user's sessions.
          await store.forgetting.reset(within, within.session === undefined ? entityReach(within) : null, copied)
        : { ...(await store.forgetting.removeBefore(before, within, copied)), entities: 0, relations: 0 };
    if (bulk.everything) await chat.forget(actor);
    await chat.forgetCitations(new Set(ids));
    // The log of recalls goes with the memories.
    if (bulk.session === undefined) await recalls.forget(actor, before);
    if (isWhole(actor, bulk)) await sideFiles.clear({ copies: keptDays > 0 });
    const days = copy === null ? 0 : keptDays;
    return { ...counts, codeChunks, keptDays: days, copy: seesAll(actor) ? copy : null };
  }

  /** Deletes copies that have expired. */
  sweep(): Promise<void> {
    return this.#parts.sideFiles.expire(this.#parts.clock.now() - this.#parts.keptDays * DAY_MS);
  }

  #before({ olderThanDays: days }: Bulk): number | undefined {
    return days === undefined ? undefined : this.#parts.clock.now() - days * DAY_MS;
  }

  async #counts(owner: Actor, before: number | undefined): Promise<Counts> {
    const { memories } = this.#parts.store;
    const within = writeReach(owner);
    if (before === undefined && owner.session === undefined) return memories.counts(within);
    return { memories: await memories.count(within, before), entities: 0, relations: 0 };
  }

  /** Null when no copy is kept. Collects all memories in `copied` either way. */
  async #keep(
    owner: Actor,
    learnedBefore: number | undefined,
    copied: Map<string, CopiedMemory>,
  ): Promise<string | null> {
    const { exporting, sideFiles, clock, keptDays } = this.#parts;
    if (!holdsAny(await this.#counts(owner, learnedBefore))) return null;
    const onMemory = ({ id, row, revision }: Memory) => copied.set(id, { row, revision });
    const lines = exporting.lines(forWriting(owner), { learnedBefore, storeOnly: true, onMemory });
    if (keptDays === 0) {
      for await (const _ of lines);
      return null;
    }
    const file = await sideFiles.keep(clock.now(), lines).catch((thrown: unknown) => {
      throw unkept(owner, thrown);
    });
    return file.path;
  }
}

const inside = (actor: Actor, { session }: Bulk): Actor => (session === undefined ? actor : inSession(actor, session));

/** A guest may not change even what it owns. */
const forWriting = (actor: Actor): Actor => (actor.role === 'guest' ? { ...actor, cubes: [] } : actor);

const holdsAny = ({ memories, entities }: Counts): boolean => memories > 0 || entities > 0;

/** Whether everything ever stored here is to be removed. */
const isWhole = (actor: Actor, { session, olderThanDays }: Bulk): boolean =>
  actor.role === undefined && seesAll(actor) && [actor.session, session, olderThanDays].every((x) => x === undefined);

/** A disk error may name paths, so only callers who may see the whole store get its text. */
const unkept = (actor: Actor, cause: unknown): RemanenceError => {
  const why = seesAll(actor) ? messageOf(cause) : 'it could not be written.';
  return new RemanenceError('storage', `No copy could be kept, so nothing was removed: ${why}`, {
    hint: 'Free some space and try again, or start the server with --keep-removed 0 to keep no copies.',
    cause,
  });
};
