// Prepares a given memory for the store: checks it, removes secrets, adds everything derived from it.
import * as z from 'zod';
import { invalid } from '../../errors.ts';
import { type Actor, home } from '../access/actor.ts';
import { newId } from '../ids.ts';
import { EDGE, type Memory, MemoryKind, MemoryType, Metadata } from '../model.ts';
import type { Clock } from '../ports.ts';
import { redactMetadata } from '../secrets/metadata.ts';
import { redactText } from '../secrets/redact.ts';
import { checkContent, checkMetadata } from './content.ts';
import { conversationOf, mentionsOf } from './derived.ts';
import { type Embedding, isLong } from './embedding.ts';
import { readFiling } from './filing.ts';
import type { Lookup } from './lookup.ts';
import type { Derived, NewMemory } from './ports.ts';
import { PROJECT_TYPES } from './project-types.ts';
import { byId, type Claim, traceOf } from './trace.ts';
import { initialImportance, readMetadata } from './types.ts';

export const MemoryInput = z.object({
  /** An existing id to keep; otherwise a new one is made. */
  id: z.string().optional(),
  content: z.string(),
  /** Derived from the type when one is given. */
  kind: MemoryKind.optional(),
  type: MemoryType.nullable().default(null),
  /** Filing: any word as label, and any number of tags. */
  label: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  summary: z.string().nullable().default(null),
  metadata: Metadata.default({}),
  importance: z.number().min(0).max(10).optional(),
  eventTime: z.number().optional(),
  /** Edges to other memories, which must exist. */
  relations: z.array(z.object({ type: z.string(), target: z.unknown() })).default([]),
});
export type MemoryInput = z.input<typeof MemoryInput>;

/** Default importance, from 0 to 10. */
export const PLAIN_IMPORTANCE = 1;
const MAX_RELATION_LENGTH = 100;

export class Drafting {
  readonly #lookup: Lookup;
  readonly #embedding: Embedding;
  readonly #clock: Clock;

  constructor(lookup: Lookup, embedding: Embedding, clock: Clock) {
    this.#lookup = lookup;
    this.#embedding = embedding;
    this.#clock = clock;
  }

  async draft(
    actor: Actor,
    input: MemoryInput,
    signal?: AbortSignal,
  ): Promise<{ memory: NewMemory; redacted: string[] }> {
    const { content, type, label, tags, summary, metadata, eventTime, relations, ...given } = MemoryInput.parse(input);
    // First, so that a caller who may not write is refused before any work is done.
    const scope = home(actor);
    const text = redactText(checkContent(content));
    const data = redactMetadata(checkMetadata(metadata));
    const filing = readFiling({ label, tags, summary });
    const fields = readMetadata(type, data.value);
    const now = this.#clock.now();
    const id = given.id ?? newId(now);
    const memory: NewMemory = {
      id,
      scope,
      content: text.value,
      kind: given.kind ?? (type === null ? 'semantic' : PROJECT_TYPES[type].kind),
      type,
      ...filing.value,
      importance: given.importance ?? (type === null ? PLAIN_IMPORTANCE : initialImportance(type, fields)),
      metadata: fields,
      trace: traceOf({ id, type, content: text.value, metadata: fields, scope }),
      relations: await this.#relations(actor, id, relations),
      conversation: conversationOf(fields, scope),
      eventTime: eventTime ?? now,
      ingestionTime: now,
      updatedAt: now,
      validFrom: eventTime === undefined ? now : Math.min(eventTime, now),
      validUntil: null,
      invalidReason: null,
      supersededBy: null,
      accesses: 0,
      accessedAt: null,
      ...(await this.derive({ type, content: text.value, metadata: fields, tags: filing.value.tags }, signal)),
    };
    return { memory, redacted: [...new Set([...text.kinds, ...data.kinds, ...filing.kinds])] };
  }

  /** A memory that was stored before, with its derived data rebuilt. */
  async again(memory: Omit<Memory, 'row' | 'revision'>, signal?: AbortSignal): Promise<NewMemory> {
    return {
      ...memory,
      trace: traceOf(memory),
      relations: [],
      conversation: conversationOf(memory.metadata, memory.scope),
      ...(await this.derive(memory, signal)),
    };
  }

  async #relations(
    actor: Actor,
    id: string,
    relations: readonly { readonly type: string; readonly target: unknown }[],
  ): Promise<Claim[]> {
    const claims: Claim[] = [];
    for (const { type, target } of relations) {
      const name = type.trim();
      if (name === '' || name.length > MAX_RELATION_LENGTH) {
        throw invalid(
          'A relationship needs a type of 1 to 100 characters.',
          `Name it like ${EDGE.DEPENDS_ON} or ${EDGE.IMPLEMENTS_REQ}.`,
        );
      }
      claims.push({
        type: redactText(name).value,
        from: byId(id),
        to: byId((await this.#lookup.get(actor, target)).id),
      });
    }
    return claims;
  }

  async derive(memory: Pick<Memory, 'type' | 'content' | 'metadata' | 'tags'>, signal?: AbortSignal): Promise<Derived> {
    return { ...(await this.#embedding.passagesAtOnce(memory, signal)), ...mentionsOf(memory) };
  }

  /** Adds the vectors that were left for later. */
  async complete(memory: NewMemory, signal?: AbortSignal): Promise<NewMemory> {
    return isLong(memory) ? { ...memory, ...(await this.#embedding.passages(memory, signal)) } : memory;
  }
}

/** Reads a kind from free text; the error names the allowed values. */
export function readKind(text: string): MemoryKind {
  const kind = MemoryKind.safeParse(text.trim().toLowerCase());
  if (!kind.success)
    throw invalid(`Unknown memory type: ${text.slice(0, 60)}.`, `Use one of ${MemoryKind.options.join(', ')}.`);
  return kind.data;
}
