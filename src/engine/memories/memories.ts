import { z } from 'zod';
import { invalid, notFound, RemanenceError } from '../../errors.ts';
import { type Actor, home, reach } from '../access/actor.ts';
import { newId, readId } from '../ids.ts';
import { type Memory, MemoryKind, Metadata, type Scope } from '../model.ts';
import type { Clock, Counts, Derived, MemoryChange, NewMemory, Store } from '../ports.ts';
import { readPastTime } from '../temporal/validity.ts';
import { mentions, phrases } from '../text/names.ts';
import { checkContent, checkMetadata } from './content.ts';
import type { Embedding } from './embedding.ts';
import { redactMetadata, redactText } from './redact.ts';
import { type Likeness, likeness } from './similar.ts';

export const MemoryInput = z.object({
  content: z.string(),
  kind: MemoryKind.default('semantic'),
  metadata: Metadata.default({}),
  importance: z.number().min(0).max(10).default(1),
  eventTime: z.number().optional(),
});
export type MemoryInput = z.input<typeof MemoryInput>;

export interface Similar {
  readonly memory: Memory;
  readonly similarity: number;
  readonly likeness: Likeness;
}

export interface Stored {
  readonly memory: Memory;
  /** Known memories that say the same, or that this one may replace. */
  readonly similar: readonly Similar[];
  /** The kinds of secret that were cut out. */
  readonly redacted: readonly string[];
}

export interface Changes {
  readonly content?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  readonly metadata?: Metadata | undefined;
}

const ATTEMPTS = 5;
const SIMILAR_SHOWN = 3;
const SIMILAR_LOOKED_AT = 10;
const BULK = 100;

export class Memories {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;
  readonly #onWritten: (memory: Memory) => Promise<void>;

  /** `onWritten` hears of every memory that is new or was written anew. */
  constructor(store: Store, embedding: Embedding, clock: Clock, onWritten: (memory: Memory) => Promise<void>) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
    this.#onWritten = onWritten;
  }

  async store(actor: Actor, input: MemoryInput, signal?: AbortSignal): Promise<Stored> {
    const { memory: fresh, redacted } = await this.#prepare(actor, input, signal);
    signal?.throwIfAborted();
    const similar = await this.#similar(actor, fresh);
    const [memory] = await this.#store.memories.add([fresh]);
    if (!memory) throw new RemanenceError('internal', 'The store kept nothing.');
    await this.#onWritten(memory);
    return { memory, similar, redacted };
  }

  /** Many at once, in transactions of a hundred; no look for similar ones. */
  async storeMany(
    actor: Actor,
    inputs: readonly MemoryInput[],
    options: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
  ): Promise<Memory[]> {
    const stored: Memory[] = [];
    for (let start = 0; start < inputs.length; start += BULK) {
      const batch: NewMemory[] = [];
      for (const input of inputs.slice(start, start + BULK)) {
        options.signal?.throwIfAborted();
        batch.push((await this.#prepare(actor, input, options.signal)).memory);
        options.onProgress?.(stored.length + batch.length);
      }
      const added = await this.#store.memories.add(batch);
      for (const memory of added) await this.#onWritten(memory);
      stored.push(...added);
    }
    return stored;
  }

  async get(actor: Actor, id: unknown): Promise<Memory> {
    const known = readId(id);
    const memory = known && (await this.#store.memories.get(known, reach(actor)));
    if (!memory) throw missing(id);
    return memory;
  }

  /** Only what is given changes; the text is embedded again only when it became another. */
  async update(actor: Actor, id: unknown, changes: Changes, signal?: AbortSignal): Promise<Memory> {
    const updated = await this.#change(actor, id, async (memory) => {
      const content = changes.content === undefined ? memory.content : redactText(checkContent(changes.content)).value;
      const metadata =
        changes.metadata === undefined ? memory.metadata : redactMetadata(checkMetadata(changes.metadata)).value;
      return {
        content,
        metadata,
        kind: changes.kind ?? memory.kind,
        conversation: conversationOf(metadata, memory.scope),
        ...(content === memory.content ? {} : { derived: await this.#derive(content, signal) }),
      };
    });
    // Who writes the same text again says that it still holds.
    if (changes.content !== undefined) await this.#onWritten(updated);
    return updated;
  }

  /** Ends the memory's validity now; one that has ended already keeps its end. */
  async invalidate(
    actor: Actor,
    id: unknown,
    because: { reason?: string | undefined; supersededBy?: unknown } = {},
  ): Promise<Memory> {
    const successor = because.supersededBy === undefined ? null : await this.get(actor, because.supersededBy);
    if (successor && successor.id === readId(id)) throw invalid('A memory cannot be superseded by itself.');
    return this.#change(actor, id, async (memory) => ({
      validUntil: memory.validUntil === null ? this.#clock.now() : Math.min(memory.validUntil, this.#clock.now()),
      invalidReason:
        because.reason === undefined ? memory.invalidReason : redactText(because.reason.toWellFormed()).value,
      supersededBy: successor?.id ?? memory.supersededBy,
    }));
  }

  async remove(actor: Actor, id: unknown): Promise<boolean> {
    const known = readId(id);
    return known !== null && this.#store.memories.remove(known, reach(actor));
  }

  /** Newest first, what is no longer valid included. */
  async list(actor: Actor, page: { limit: number; offset: number }): Promise<{ memories: Memory[]; total: number }> {
    const within = reach(actor);
    return {
      memories: await this.#store.memories.list({ within, ...page }),
      total: await this.#store.memories.count(within),
    };
  }

  /** What was valid at a moment, by default now. */
  validAt(actor: Actor, limit: number, at = this.#clock.now()): Promise<Memory[]> {
    return this.#store.memories.list({ within: reach(actor), validAt: at, limit, offset: 0 });
  }

  /** The same for a moment that a caller wrote down. */
  async validAtTime(actor: Actor, limit: number, timestamp: string): Promise<{ memories: Memory[]; at: number }> {
    const at = readPastTime(timestamp, this.#clock.now());
    return { memories: await this.validAt(actor, limit, at), at };
  }

  counts(actor: Actor): Promise<Counts> {
    return this.#store.memories.counts(reach(actor));
  }

  reset(actor: Actor): Promise<Counts> {
    return this.#store.memories.reset(reach(actor));
  }

  async #prepare(
    actor: Actor,
    input: MemoryInput,
    signal?: AbortSignal,
  ): Promise<{ memory: NewMemory; redacted: string[] }> {
    const { content, kind, metadata, importance, eventTime } = MemoryInput.parse(input);
    const text = redactText(checkContent(content));
    const data = redactMetadata(checkMetadata(metadata));
    const now = this.#clock.now();
    const scope = home(actor);
    const memory: NewMemory = {
      id: newId(now),
      scope,
      content: text.value,
      kind,
      importance,
      metadata: data.value,
      conversation: conversationOf(data.value, scope),
      eventTime: eventTime ?? now,
      ingestionTime: now,
      updatedAt: now,
      validFrom: eventTime === undefined ? now : Math.min(eventTime, now),
      validUntil: null,
      invalidReason: null,
      supersededBy: null,
      ...(await this.#derive(text.value, signal)),
    };
    return { memory, redacted: [...new Set([...text.kinds, ...data.kinds])] };
  }

  async #derive(content: string, signal?: AbortSignal): Promise<Derived> {
    return {
      ...(await this.#embedding.passages(content, signal)),
      mentions: mentions(content),
      phrases: phrases(content),
    };
  }

  async #similar(actor: Actor, fresh: NewMemory): Promise<Similar[]> {
    const vector = fresh.passages[0]?.vector;
    if (!vector || fresh.passages.length > 1) return [];
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const hits = (await this.#store.search.nearest(vector, filter, SIMILAR_LOOKED_AT)).filter(
      (hit) => hit.passages === 1,
    );
    const scores = new Map(hits.map((hit) => [hit.row, hit.score]));
    const memories = await this.#store.memories.byRows([...scores.keys()]);
    const similar = memories.flatMap((memory) => {
      const similarity = scores.get(memory.row) ?? 0;
      const found = likeness(fresh.content, memory.content, similarity);
      return found ? [{ memory, similarity, likeness: found }] : [];
    });
    return similar.slice(0, SIMILAR_SHOWN);
  }

  /** Reads, computes and writes; when somebody else was faster, starts over from what they wrote. */
  async #change(
    actor: Actor,
    id: unknown,
    work: (memory: Memory) => Promise<Omit<MemoryChange, 'updatedAt'>>,
  ): Promise<Memory> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const memory = await this.get(actor, id);
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

/** A kind from free text; the error names what is allowed. */
export function readKind(text: string): MemoryKind {
  const kind = MemoryKind.safeParse(text.trim().toLowerCase());
  if (!kind.success)
    throw invalid(`Unknown memory type: ${text.slice(0, 60)}.`, `Use one of ${MemoryKind.options.join(', ')}.`);
  return kind.data;
}

const missing = (id: unknown): RemanenceError =>
  notFound(`Memory not found: ${typeof id === 'string' ? id : JSON.stringify(id)}`);

/** Memories of one conversation stand beside each other in the graph. Clients name it in the metadata, or the actor does. */
function conversationOf(metadata: Metadata, scope: Scope): string | null {
  for (const key of ['conversation_id', 'session_id', 'thread_id']) {
    const value = metadata[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return scope.session;
}
