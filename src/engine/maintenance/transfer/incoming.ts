// Prepares an exported memory for the store: checked and free of secrets, like every memory that is written.
import { invalid } from '../../../errors.ts';
import { type Actor, checkScope, checkWrite, DIMENSIONS, forbidden } from '../../access/actor.ts';
import { isAdmin } from '../../access/permission.ts';
import { readId } from '../../ids.ts';
import { checkContent, checkMetadata } from '../../memories/content.ts';
import { conversationKey, conversationOf, mentionsOf } from '../../memories/derived.ts';
import type { Embedding } from '../../memories/embedding.ts';
import { readFiling } from '../../memories/filing.ts';
import { holdWordsOf } from '../../memories/passage-words.ts';
import type { Embedded, NewMemory, VectorModel } from '../../memories/ports.ts';
import { traceOf } from '../../memories/trace.ts';
import { readMetadata } from '../../memories/types.ts';
import type { Scope } from '../../model.ts';
import { redactMetadata } from '../../secrets/metadata.ts';
import { redactText } from '../../secrets/redact.ts';
import { mergeMetadata } from '../normalise/merge.ts';
import type { StoredPassage } from '../ports.ts';
import { type BareMemory, memoryOf, type RecordOf } from './records.ts';

/** A record's scope in this store: its former one, completed by the actor's; refused when the actor cannot reach it. */
export function scopeFor(scope: Scope, actor: Actor): Scope {
  const place = { ...scope };
  for (const dimension of DIMENSIONS) {
    const confined = actor[dimension];
    if (confined === undefined) continue;
    if (place[dimension] !== null && place[dimension] !== confined) {
      throw invalid(`It belongs to ${dimension} ${place[dimension]}, but this import is confined to ${confined}.`);
    }
    place[dimension] = confined;
  }
  checkWrite(actor, place);
  checkScope(place);
  checkOwnName(actor, place);
  return place;
}

/** With a token, a user imports only in its own name, as through the tools, and only into projects it may write to. */
function checkOwnName(actor: Actor, { user, project }: Scope): void {
  const { who, role } = actor;
  if (role === undefined || isAdmin(role)) return;
  if (user !== null && user !== (actor.user ?? who))
    throw forbidden(`It belongs to user ${user}: ${who} imports only its own.`);
  if (project !== null && project !== actor.project) {
    throw forbidden(`It belongs to project ${project}, which ${who} may write to only on a server confined to it.`);
  }
}

/** The id in its canonical spelling. */
export function checkId(spelling: string): string {
  const id = readId(spelling);
  if (id === null) throw invalid(`${redactText(spelling).value.slice(0, 60)} is not an id.`);
  return id;
}

export function cleanMemory(record: RecordOf<'memory'>, actor: Actor): BareMemory {
  const memory = memoryOf(record);
  const id = checkId(memory.id);
  const { label, tags, summary } = memory;
  const metadata = readMetadata(memory.type, redactMetadata(checkMetadata(memory.metadata)).value);
  return {
    ...memory,
    id,
    scope: scopeFor(memory.scope, actor),
    content: redactText(checkContent(memory.content)).value,
    ...readFiling({ label, tags, summary }).value,
    invalidReason: memory.invalidReason === null ? null : redactText(memory.invalidReason.toWellFormed()).value,
    supersededBy: memory.supersededBy === null ? null : checkId(memory.supersededBy),
    metadata,
  };
}

/**
 * Merges both: the newer one's fields win, lists are joined, missing fields filled in. At equal times the longer text
 * stays.
 */
export function mergeIncoming(known: BareMemory, incoming: BareMemory): BareMemory {
  const isNewer = incoming.updatedAt > known.updatedAt;
  const [newer, older] = isNewer ? [incoming, known] : [known, incoming];
  const { validFrom, validUntil, invalidReason, supersededBy } = newer;
  const isLonger = incoming.updatedAt === known.updatedAt && incoming.content.length > known.content.length;
  return {
    ...known,
    content: isLonger ? incoming.content : newer.content,
    label: newer.label ?? older.label,
    tags: [...new Set([...known.tags, ...incoming.tags])],
    summary: newer.summary ?? older.summary,
    importance: newer.importance,
    metadata: mergeMetadata(newer.metadata, older.metadata),
    eventTime: Math.min(known.eventTime, incoming.eventTime),
    ingestionTime: Math.min(known.ingestionTime, incoming.ingestionTime),
    updatedAt: Math.max(known.updatedAt, incoming.updatedAt),
    validFrom,
    validUntil,
    invalidReason,
    supersededBy,
    accesses: Math.max(known.accesses, incoming.accesses),
    accessedAt: latest(known.accessedAt, incoming.accessedAt),
  };
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** The memory with everything derived from it; `embedded` is used where given. */
export async function completeMemory(
  memory: BareMemory,
  { embedding, embedded, conversation, signal }: Completing,
): Promise<NewMemory> {
  return {
    ...memory,
    ...(embedded ?? (await embedding.passages(memory, signal))),
    ...mentionsOf(memory),
    conversation:
      conversation === null
        ? conversationOf(memory.metadata, memory.scope)
        : conversationKey(redactText(conversation).value),
    trace: traceOf(memory),
    relations: [],
  };
}

interface Completing {
  readonly embedding: Embedding;
  readonly embedded: Embedded | null;
  readonly conversation: string | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The passages of a record; null when they cannot be used and must be made again. A file may hold anything: words that
 * are not the memory's would be found elsewhere, and a vector longer than others would come before all of them.
 */
export function usablePassages(
  passages: readonly StoredPassage[] | undefined,
  memory: BareMemory,
  model: VectorModel,
): Embedded | null {
  if (!passages || passages.length === 0) return null;
  const fits = ({ vector }: StoredPassage) => vector?.length === model.dimensions && isUnit(vector);
  if (!passages.every(fits)) return null;
  const words = passages.map(({ terms }) => terms);
  return holdWordsOf(memory, words) ? { passages, model } : null;
}

/** Rounding makes a length differ by less. */
const LENGTH_TOLERANCE = 0.01;

/** Every model's vectors have length one, or are zero where it could read nothing. */
function isUnit(vector: Float32Array): boolean {
  const length = Math.hypot(...vector);
  return length === 0 || Math.abs(length - 1) <= LENGTH_TOLERANCE;
}
