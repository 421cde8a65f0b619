// Changes of what is stored: one at a time for each memory, and nobody overwrites anybody unseen.
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
import type { Lookup } from './lookup.ts';
import type { MemoryChange } from './ports.ts';
import { traceOf } from './trace.ts';
import { Turns } from './turns.ts';
import { readMetadata } from './types.ts';

export interface Changes {
  readonly content?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  readonly filing?: Filing | undefined;
  readonly metadata?: Metadata | undefined;
  /** Fields of the metadata to set, the others stay; one that is null is taken out. */
  readonly metadataFields?: Metadata | undefined;
  /** The change is refused when the memory is no longer at this one. */
  readonly revision?: number | undefined;
}

/** The fields that become others. */
export type Becoming = (memory: Memory) => Promise<Partial<Changeable>>;

type Work = (memory: Memory) => Promise<Omit<MemoryChange, 'updatedAt'>>;

const ATTEMPTS = 20;

export class Changing {
  readonly #store: Store;
  readonly #lookup: Lookup;
  readonly #drafting: Drafting;
  readonly #clock: Clock;
  readonly #turns = new Turns();

  constructor(store: Store, lookup: Lookup, drafting: Drafting, clock: Clock) {
    this.#store = store;
    this.#lookup = lookup;
    this.#drafting = drafting;
    this.#clock = clock;
  }

  /** Only what is given changes; the text is embedded again only when it became another. */
  update(actor: Actor, id: unknown, changes: Changes, signal?: AbortSignal): Promise<Memory> {
    return this.change(actor, id, async (memory) => {
      if (changes.revision !== undefined && changes.revision !== memory.revision) throw overtaken();
      const content = changes.content === undefined ? memory.content : redactText(checkContent(changes.content)).value;
      const given = metadataAfter(memory.metadata, changes);
      const metadata =
        given === memory.metadata ? given : readMetadata(memory.type, redactMetadata(checkMetadata(given)).value);
      const { label, tags, summary } = changes.filing === undefined ? memory : readFiling(changes.filing).value;
      const isIndexedAlike =
        content === memory.content &&
        (memory.type === null || metadata === memory.metadata) &&
        tags.join() === memory.tags.join();
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

  /** Becomes what `make` says, unless it was changed since that revision; what follows from its text is made again. */
  become(actor: Actor, id: unknown, revision: number, make: Becoming, signal?: AbortSignal): Promise<Memory> {
    return this.change(actor, id, async (memory) => {
      if (memory.revision !== revision) throw overtaken();
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

  /** One after another in this process; what another process changes meanwhile shows in the revision. */
  async change(actor: Actor, id: unknown, work: Work): Promise<Memory> {
    const key = (await this.#lookup.identify(actor, id)) ?? '';
    return this.#turns.take(key, () => this.#changeNow(actor, id, work));
  }

  /** Reads, computes and writes; when somebody else was faster, starts over from what they wrote. */
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
    throw new RemanenceError('conflict', 'The memory is being changed by others all the time.', { hint: 'Try again.' });
  }
}

const overtaken = (): RemanenceError =>
  new RemanenceError('conflict', 'The memory was changed by somebody else meanwhile.', {
    hint: 'Read it again, and change it from what it is now.',
  });

function metadataAfter(before: Metadata, { metadata, metadataFields }: Changes): Metadata {
  if (metadata !== undefined) return metadata;
  if (metadataFields === undefined) return before;
  return Object.fromEntries(Object.entries({ ...before, ...metadataFields }).filter(([, value]) => value !== null));
}
