import { z } from 'zod';
import { invalid, notFound, RemanenceError } from '../../errors.ts';
import { type Actor, home, reach } from '../access/actor.ts';
import { newId, readId } from '../ids.ts';
import { type Memory, MemoryKind, MemoryType, Metadata, type PastState } from '../model.ts';
import type { Clock, Counts, Derived, MemoryChange, NewMemory, Store } from '../ports.ts';
import { readPastTime } from '../temporal/validity.ts';
import { Alike } from './alike.ts';
import { checkContent, checkMetadata } from './content.ts';
import { conversationOf, namesOf } from './derived.ts';
import type { Embedding } from './embedding.ts';
import { redactMetadata, redactText } from './redact.ts';
import { type Likeness, likeness } from './similar.ts';
import { byId, type Claim, traceOf } from './trace.ts';
import { Turns } from './turns.ts';
import { initialImportance, kindOfType, readMetadata, readType } from './types.ts';

export const MemoryInput = z.object({
  content: z.string(),
  /** Follows from the type where that is given. */
  kind: MemoryKind.optional(),
  type: MemoryType.nullable().default(null),
  /** What it is filed under: any word, and any number of tags. */
  label: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  summary: z.string().nullable().default(null),
  metadata: Metadata.default({}),
  importance: z.number().min(0).max(10).optional(),
  eventTime: z.number().optional(),
  /** Edges to other memories, which must be there. */
  relations: z.array(z.object({ type: z.string(), target: z.unknown() })).default([]),
});
export type MemoryInput = z.input<typeof MemoryInput>;

export interface Similar {
  readonly memory: Memory;
  readonly similarity: number;
  readonly likeness: Likeness;
}

export interface Stored {
  readonly memory: Memory;
  /** Of the same type, and nearly the same text. */
  readonly conflicts: readonly { readonly memory: Memory; readonly similarity: number }[];
  /** Known memories that say the same, or that this one may replace. */
  readonly similar: readonly Similar[];
  /** The kinds of secret that were cut out. */
  readonly redacted: readonly string[];
}

export interface Changes {
  readonly content?: string | undefined;
  readonly kind?: MemoryKind | undefined;
  readonly metadata?: Metadata | undefined;
  /** Fields of the metadata to set, the others stay; one that is null is taken out. */
  readonly metadataFields?: Metadata | undefined;
  /** The change is refused when the memory is no longer at this one. */
  readonly revision?: number | undefined;
}

/** What became of one of many: a memory, or why it was not stored. */
export type Outcome = { readonly memory: Memory } | { readonly error: RemanenceError };

const ATTEMPTS = 20;
const SIMILAR_SHOWN = 3;
const SIMILAR_LOOKED_AT = 10;
const BULK = 100;
/** Of ten, for what nobody has said anything about. */
const PLAIN_IMPORTANCE = 1;
const LONGEST_RELATION = 100;

export class Memories {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;
  readonly #alike: Alike;
  readonly #onWritten: (memory: Memory) => Promise<void>;
  readonly #turns = new Turns();

  /** `onWritten` hears of every memory that is new or was written anew. */
  constructor(store: Store, embedding: Embedding, clock: Clock, onWritten: (memory: Memory) => Promise<void>) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
    this.#alike = new Alike(store, clock);
    this.#onWritten = onWritten;
  }

  async store(actor: Actor, input: MemoryInput, signal?: AbortSignal): Promise<Stored> {
    const { memory: fresh, redacted } = await this.#prepare(actor, input, signal);
    signal?.throwIfAborted();
    // A memory of a type is held against others of that type, any other against all.
    const similar = fresh.type === null ? await this.#similar(actor, fresh) : [];
    const conflicts = fresh.type === null ? [] : await this.#alike.ofType(reach(actor), fresh.type, fresh);
    const [memory] = await this.#store.memories.add([fresh]);
    if (!memory) throw new RemanenceError('internal', 'The store kept nothing.');
    await this.#onWritten(memory);
    return { memory, similar, conflicts, redacted };
  }

  /** Many at once, in one transaction; what cannot be stored says why and holds up none of the others. */
  async storeEach(
    actor: Actor,
    inputs: readonly (Omit<MemoryInput, 'type'> & { readonly type: string })[],
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
  ): Promise<Outcome[]> {
    const fresh: NewMemory[] = [];
    const errors = new Map<number, RemanenceError>();
    for (const [index, input] of inputs.entries()) {
      signal?.throwIfAborted();
      const made = await this.#prepareTyped(actor, input, signal).catch(refused);
      if (made instanceof RemanenceError) errors.set(index, made);
      else fresh.push(made.memory);
      onProgress?.(index + 1);
    }
    const stored = await this.#store.memories.add(fresh);
    for (const memory of stored) await this.#onWritten(memory);
    const next = stored.values();
    return inputs.flatMap((_, index): Outcome[] => {
      const error = errors.get(index);
      if (error) return [{ error }];
      const memory = next.next().value;
      return memory ? [{ memory }] : [];
    });
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

  /** The same, and counts that somebody has looked. */
  async look(actor: Actor, id: unknown): Promise<Memory> {
    const memory = await this.get(actor, id);
    const accessedAt = this.#clock.now();
    // Whoever reads shall not fail because nobody could count it.
    await this.#store.memories.touch(memory.id, accessedAt).catch(() => {});
    return { ...memory, accesses: memory.accesses + 1, accessedAt };
  }

  /** What it was before each change, the latest first. */
  async history(actor: Actor, id: unknown): Promise<PastState[]> {
    return this.#store.memories.history((await this.get(actor, id)).id);
  }

  /** Only what is given changes; the text is embedded again only when it became another. */
  async update(actor: Actor, id: unknown, changes: Changes, signal?: AbortSignal): Promise<Memory> {
    const updated = await this.#change(actor, id, async (memory) => {
      if (changes.revision !== undefined && changes.revision !== memory.revision) throw overtaken(memory);
      const content = changes.content === undefined ? memory.content : redactText(checkContent(changes.content)).value;
      const given = metadataAfter(memory.metadata, changes);
      const metadata = given === memory.metadata ? given : redactMetadata(checkMetadata(given)).value;
      if (memory.type !== null) readMetadata(memory.type, metadata);
      return {
        content,
        metadata,
        kind: changes.kind ?? memory.kind,
        conversation: conversationOf(metadata, memory.scope),
        trace: traceOf({ ...memory, content, metadata }),
        ...(content === memory.content && (memory.type === null || metadata === memory.metadata)
          ? {}
          : { derived: await this.#derive({ type: memory.type, content, metadata }, signal) }),
      };
    });
    // Who writes the same text again says that it still holds.
    const named = changes.content !== undefined || (updated.type !== null && changes.metadataFields !== undefined);
    if (named) await this.#onWritten(updated);
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

  /** Into the bin, where it is kept for a while; the number of edges that went with it. */
  async discard(actor: Actor, id: unknown): Promise<number> {
    const known = readId(id);
    const edges = known === null ? null : await this.#store.memories.discard(known, reach(actor), this.#clock.now());
    if (edges === null) throw missing(id);
    return edges;
  }

  /** For good, everywhere. */
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

  async #prepareTyped(
    actor: Actor,
    input: Omit<MemoryInput, 'type'> & { readonly type: string },
    signal?: AbortSignal,
  ) {
    return this.#prepare(actor, { ...input, type: readType(input.type) }, signal);
  }

  async #prepare(
    actor: Actor,
    input: MemoryInput,
    signal?: AbortSignal,
  ): Promise<{ memory: NewMemory; redacted: string[] }> {
    const { content, type, label, tags, metadata, eventTime, relations, ...given } = MemoryInput.parse(input);
    const text = redactText(checkContent(content));
    const data = redactMetadata(checkMetadata(metadata));
    const summary = given.summary === null ? null : redactText(checkContent(given.summary));
    if (type !== null) readMetadata(type, data.value);
    const now = this.#clock.now();
    const scope = home(actor);
    const id = newId(now);
    const memory: NewMemory = {
      id,
      scope,
      content: text.value,
      kind: given.kind ?? (type === null ? 'semantic' : kindOfType(type)),
      type,
      label,
      tags,
      summary: summary?.value ?? null,
      importance: given.importance ?? (type === null ? PLAIN_IMPORTANCE : initialImportance(type, data.value)),
      metadata: data.value,
      trace: traceOf({ id, type, content: text.value, metadata: data.value, scope }),
      relations: await this.#relations(actor, id, relations),
      conversation: conversationOf(data.value, scope),
      eventTime: eventTime ?? now,
      ingestionTime: now,
      updatedAt: now,
      validFrom: eventTime === undefined ? now : Math.min(eventTime, now),
      validUntil: null,
      invalidReason: null,
      supersededBy: null,
      accesses: 0,
      accessedAt: null,
      ...(await this.#derive({ type, content: text.value, metadata: data.value }, signal)),
    };
    return { memory, redacted: [...new Set([...text.kinds, ...data.kinds, ...(summary?.kinds ?? [])])] };
  }

  async #relations(
    actor: Actor,
    id: string,
    relations: readonly { readonly type: string; readonly target: unknown }[],
  ): Promise<Claim[]> {
    const claims: Claim[] = [];
    for (const { type, target } of relations) {
      const name = type.trim();
      if (name === '' || name.length > LONGEST_RELATION) {
        throw invalid(
          'A relationship needs a type of 1 to 100 characters.',
          'Name it like DEPENDS_ON or IMPLEMENTS_REQ.',
        );
      }
      claims.push({ type: name, from: byId(id), to: byId((await this.get(actor, target)).id) });
    }
    return claims;
  }

  async #derive(
    { type, content, metadata }: Pick<Memory, 'type' | 'content' | 'metadata'>,
    signal?: AbortSignal,
  ): Promise<Derived> {
    return { ...(await this.#embedding.passages(content, signal)), ...namesOf({ type, content, metadata }) };
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

  /** One after another in this process; what another process changes meanwhile shows in the revision. */
  #change(
    actor: Actor,
    id: unknown,
    work: (memory: Memory) => Promise<Omit<MemoryChange, 'updatedAt'>>,
  ): Promise<Memory> {
    return this.#turns.take(readId(id) ?? '', () => this.#changeNow(actor, id, work));
  }

  /** Reads, computes and writes; when somebody else was faster, starts over from what they wrote. */
  async #changeNow(
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

const overtaken = ({ revision }: Memory): RemanenceError =>
  new RemanenceError('conflict', 'The memory was changed by somebody else meanwhile.', {
    hint: 'Read it again, and change it from what it is now.',
    details: { revision },
  });

/** What one bad memory of many is refused for; anything else is no fault of that memory. */
function refused(thrown: unknown): RemanenceError {
  if (thrown instanceof RemanenceError && (thrown.code === 'invalid' || thrown.code === 'not_found')) return thrown;
  throw thrown;
}

function metadataAfter(before: Metadata, { metadata, metadataFields }: Changes): Metadata {
  if (metadata !== undefined) return metadata;
  if (metadataFields === undefined) return before;
  return Object.fromEntries(Object.entries({ ...before, ...metadataFields }).filter(([, value]) => value !== null));
}
