// Changes memories, each one at a time, so that no change overwrites another unseen.
import { RemanenceError } from '../../errors.ts';
import { type Actor, checkWrite } from '../access/actor.ts';
import type { Changeable, Memory, MemoryKind, Metadata } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { redactMetadata } from '../secrets/metadata.ts';
import { redactText } from '../secrets/redact.ts';
import { checkContent, checkMetadata } from './content.ts';
import { conversationOf } from './derived.ts';
import type { Drafting } from './draft.ts';
import { type Filing, readFiling } from './filing.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { Lookup } from './lookup.ts';
import type { MemoryChange } from './ports.ts';
import { traceOf } from './trace.ts';
import { readMetadata } from './types.ts';

export interface Changes {
  readonly content?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  readonly filing?: Filing | undefined;
  readonly metadata?: Metadata | undefined;
  /** Metadata fields to set; null removes a field, the others stay. */
  readonly metadataFields?: Metadata | undefined;
  /** Refuses the change when the memory has another revision. */
  readonly revision?: number | undefined;
}

/** Computes the fields to change. */
export type ComputeChange = (memory: Memory) => Promise<Partial<Changeable>>;

type Work = (memory: Memory) => Promise<Omit<MemoryChange, 'updatedAt'>>;

const ATTEMPTS = 20;

export class Changing {
  readonly #store: Store;
  readonly #lookup: Lookup;
  readonly #drafting: Drafting;
  readonly #clock: Clock;
  readonly #turns = new KeyedQueue();

  constructor(store: Store, lookup: Lookup, drafting: Drafting, clock: Clock) {
    this.#store = store;
    this.#lookup = lookup;
    this.#drafting = drafting;
    this.#clock = clock;
  }

  /** Changes only the given fields; embeds the text again only when it differs. */
  update(actor: Actor, id: unknown, changes: Changes, signal?: AbortSignal): Promise<Memory> {
    return this.change(actor, id, async (memory) => {
      checkRevision(memory, changes.revision);
      const content = changes.content === undefined ? memory.content : redactText(checkContent(changes.content)).value;
      const given = metadataAfter(memory.metadata, changes);
      const metadata =
        given === memory.metadata ? given : readMetadata(memory.type, redactMetadata(checkMetadata(given)).value);
      const { label, tags, summary } = changes.filing === undefined ? memory : readFiling(changes.filing).value;
      const isIndexedAlike =
        content === memory.content &&
        (memory.type === null || metadata === memory.metadata) &&
        JSON.stringify(tags) === JSON.stringify(memory.tags);
      const { type } = memory;
      return {
        content,
        metadata,
        kind: changes.kind ?? memory.kind,
        label,
        tags,
        summary,
        conversation: conversationOf(metadata, memory.scope),
        trace: traceOf({ ...memory, content, metadata }),
        ...(isIndexedAlike ? {} : { derived: await this.#drafting.derive({ type, content, metadata, tags }, signal) }),
      };
    });
  }

  /** Applies what `make` returns unless the memory has changed since that revision; rebuilds its derived data. */
  changeFrom(actor: Actor, id: unknown, revision: number, make: ComputeChange, signal?: AbortSignal): Promise<Memory> {
    return this.change(actor, id, async (memory) => {
      checkRevision(memory, revision);
      const given = await make(memory);
      const after = { ...memory, ...given };
      const metadata = readMetadata(memory.type, redactMetadata(checkMetadata(after.metadata)).value);
      const content = redactText(checkContent(after.content)).value;
      const { type, tags } = after;
      return {
        ...given,
        content,
        metadata,
        conversation: conversationOf(metadata, memory.scope),
        trace: traceOf({ ...after, content, metadata }),
        derived: await this.#drafting.derive({ type, content, metadata, tags }, signal),
      };
    });
  }

  /** Changes run one after another in this process; changes by other processes show in the revision. */
  async change(actor: Actor, id: unknown, work: Work): Promise<Memory> {
    const key = (await this.#lookup.identify(actor, id)) ?? '';
    return this.#turns.take(key, () => this.#changeNow(actor, id, work));
  }

  /** Reads, computes and writes; starts over when another change came first. */
  async #changeNow(actor: Actor, id: unknown, work: Work): Promise<Memory> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const memory = await this.#lookup.get(actor, id);
      checkWrite(actor, memory.scope);
      const change = await work(memory);
      const changed = await this.#store.memories.change(memory.id, memory.revision, {
        ...change,
        updatedAt: this.#clock.now(),
      });
      if (changed) return changed;
    }
    throw new RemanenceError('conflict', 'Others keep changing this memory.', { hint: 'Try again.' });
  }
}

/** Refuses a change that is based on another revision of the memory. */
export function checkRevision(memory: Memory, basedOn: number | undefined): void {
  if (basedOn === undefined || basedOn === memory.revision) return;
  throw new RemanenceError('conflict', 'This is not the current version of the memory.', {
    hint: 'Read it again, and base the change on its current state.',
    details: { revision: memory.revision },
  });
}

function metadataAfter(before: Metadata, { metadata, metadataFields }: Changes): Metadata {
  if (metadata !== undefined) return metadata;
  if (metadataFields === undefined) return before;
  return Object.fromEntries(Object.entries({ ...before, ...metadataFields }).filter(([, value]) => value !== null));
}
