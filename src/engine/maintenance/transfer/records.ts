// The line formats of an export. One schema both reads and writes each.
import * as z from 'zod';
import { invalid } from '../../../errors.ts';
import type { Cube } from '../../access/ports.ts';
import { derivedId } from '../../ids.ts';
import { PLAIN_IMPORTANCE } from '../../memories/draft.ts';
import { fromStoredFields, toStoredFields } from '../../memories/fields.ts';
import type { VectorModel } from '../../memories/ports.ts';
import { PROJECT_TYPES } from '../../memories/project-types.ts';
import { initialImportance } from '../../memories/types.ts';
import { type Entity, type Memory, MemoryKind, MemoryType, Metadata, type Relation, Scope } from '../../model.ts';
import { readPastTime } from '../../temporal/validity.ts';
import { MAX_LINE_BYTES } from '../../text/lines.ts';
import { problemOfInput } from '../../text/problem.ts';
import type {
  Relationship,
  Sourced,
  SourcedObservation,
  StoredMemory,
  StoredPassage,
  TransferredPair,
} from '../ports.ts';

const FORMAT = 'remanence';
const VERSION = 1;
/** The first characters of every export. */
export const OPENING = `{"format":"${FORMAT}"`;

const Time = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exported_at: Time,
  /** The model of the vectors; null when there are none. */
  model: z.object({ name: z.string(), dimensions: z.number() }).nullable(),
});
export type Header = z.output<typeof Header>;

/** 32-bit floats, the lowest byte first. */
const Vector = z.codec(z.base64(), z.instanceof(Float32Array), {
  decode: (text) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
    return new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT));
  },
  encode: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
});

/** Leaves out the cube's path, which is valid only on one machine. */
const CubeRecord = z.object({
  record: z.literal('cube'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Missing in older exports. */
  owner: z.string().optional(),
  shared_with: z.array(z.string()).optional(),
});

const MemoryRecord = z.object({
  record: z.literal('memory'),
  id: z.string(),
  scope: Scope,
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: z.array(z.string()),
  summary: z.string().nullable(),
  importance: z.number().min(0).max(10),
  metadata: Metadata,
  event_time: Time,
  ingestion_time: Time,
  updated_at: Time,
  valid_from: Time,
  valid_until: Time.nullable(),
  invalid_reason: z.string().nullable(),
  superseded_by: z.string().nullable(),
  accesses: z.number().int().min(0),
  accessed_at: Time.nullable(),
  conversation: z.string().nullable(),
  passages: z.array(z.object({ terms: z.string(), vector: Vector.nullable() })).optional(),
});

const EntityRecord = z.object({
  record: z.literal('entity'),
  id: z.string(),
  scope: Scope,
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  created_at: Time,
});

/** A manual edge between two memories. */
const RelationshipRecord = z.object({
  record: z.literal('relationship'),
  type: z.string(),
  from: z.string(),
  to: z.string(),
  created_at: Time,
});

/** An edge between two entities. */
const RelationRecord = z.object({
  record: z.literal('relation'),
  id: z.string(),
  from: z.string(),
  to: z.string(),
  type: z.string(),
  weight: z.number().min(0).max(1),
  created_at: Time,
  valid_from: Time,
  valid_until: Time.nullable(),
  /** The memory it comes from; null when made by hand. */
  memory: z.string().nullable(),
});

/** A sentence about an entity. */
const ObservationRecord = z.object({
  record: z.literal('observation'),
  entity: z.string(),
  text: z.string(),
  memory: z.string().nullable(),
  created_at: Time,
});

/** Two memories of which the newer repeats or contradicts the other. */
const PairRecord = z.object({
  record: z.literal('pair'),
  kind: z.enum(['duplicate', 'contradiction']),
  memory: z.string(),
  other: z.string(),
  similarity: z.number().min(0).max(1),
  found_at: Time,
  /** Somebody has decided that both stay. */
  kept: z.boolean(),
});

/** A memory as written by hand: type and content; the rest is filled in. */
const PlainMemory = z.object({
  type: z.enum([...MemoryType.options, ...MemoryKind.options]),
  content: z.string(),
  metadata: Metadata.default({}),
  tags: z.array(z.string()).default([]),
  created_at: z.string().nullish(),
});

/** Tells such a memory from any other line, even if its other fields are wrong. */
export const PlainStart = PlainMemory.pick({ type: true, content: true });

/** Completes a hand-written line to a record; other lines stay unchanged. The same line always gives the same id. */
export function completeRecord(value: unknown, home: () => Scope, now: number): unknown {
  if (typeof value !== 'object' || value === null || 'record' in value) return value;
  const plain = PlainMemory.safeParse(value);
  if (!plain.success) {
    const [issue] = plain.error.issues;
    const wrong = issue ? wrongIn(issue, value) : 'it is invalid';
    throw invalid(`A memory needs a type and a content; ${wrong}.`);
  }
  const { type, content, metadata, tags, created_at } = plain.data;
  const scope = home();
  const typed = MemoryType.safeParse(type).data ?? null;
  const created = typeof created_at === 'string' ? readPastTime(created_at, now) : now;
  const [at, changed] = [created, now].map((time) => new Date(time).toISOString());
  return {
    record: 'memory',
    id: derivedId(JSON.stringify([type, content, scope])),
    scope,
    content,
    kind: typed === null ? type : PROJECT_TYPES[typed].kind,
    type: typed,
    label: null,
    tags,
    summary: null,
    importance: typed === null ? PLAIN_IMPORTANCE : initialImportance(typed, metadata),
    metadata,
    event_time: at,
    ingestion_time: at,
    updated_at: changed,
    valid_from: at,
    valid_until: null,
    invalid_reason: null,
    superseded_by: null,
    accesses: 0,
    accessed_at: null,
    conversation: null,
  };
}

/** `type: it is required`, `content: it must be text`, or what the line is instead of a memory. */
const wrongIn = (issue: z.core.$ZodIssue, line: object): string =>
  `${issue.path.join('.') || 'this line'}: ${problemOfInput(issue, line)}`;

export const ExportRecord = z.discriminatedUnion('record', [
  CubeRecord,
  MemoryRecord,
  EntityRecord,
  RelationshipRecord,
  RelationRecord,
  ObservationRecord,
  PairRecord,
]);
export type ExportRecord = z.output<typeof ExportRecord>;
export type RecordOf<K extends ExportRecord['record']> = Extract<ExportRecord, { record: K }>;

export const headerLine = (at: number, model: VectorModel | null): string =>
  JSON.stringify(z.encode(Header, { format: FORMAT, version: VERSION, exported_at: at, model }));

export const lineOf = (record: ExportRecord): string => JSON.stringify(z.encode(ExportRecord, record));

export const cubeRecord = ({ id, name, description, owner }: Cube, sharers: readonly string[]): RecordOf<'cube'> => ({
  record: 'cube',
  id,
  name,
  description,
  owner,
  shared_with: [...sharers],
});

/** Leaves out words and vectors, which an import can make again, from a line that would be too long to be read. */
export function memoryLine(stored: StoredMemory): string {
  const line = lineOf(memoryRecord(stored));
  return Buffer.byteLength(line) <= MAX_LINE_BYTES ? line : lineOf(memoryRecord({ ...stored, passages: null }));
}

function memoryRecord({ memory, conversation, passages }: StoredMemory): RecordOf<'memory'> {
  return {
    record: 'memory',
    id: memory.id,
    scope: memory.scope,
    ...toStoredFields(memory),
    conversation,
    ...(passages ? { passages: passages.map((passage) => copyOf(passage)) } : {}),
  };
}

const copyOf = ({ terms, vector }: StoredPassage) => ({ terms, vector: vector && new Float32Array(vector) });

/** Without the numbers that the store assigns. */
export type BareMemory = Omit<Memory, 'row' | 'revision'>;

export const memoryOf = (record: RecordOf<'memory'>): BareMemory => ({
  id: record.id,
  scope: record.scope,
  ...fromStoredFields(record),
});

export const entityRecord = ({ id, scope, name, type, description, createdAt }: Entity): RecordOf<'entity'> => ({
  record: 'entity',
  id,
  scope,
  name,
  type,
  description,
  created_at: createdAt,
});

export const relationshipRecord = ({ type, from, to, createdAt }: Relationship): RecordOf<'relationship'> => ({
  record: 'relationship',
  type,
  from,
  to,
  created_at: createdAt,
});

export const relationRecord = (relation: Sourced<Relation>): RecordOf<'relation'> => ({
  record: 'relation',
  id: relation.id,
  from: relation.from,
  to: relation.to,
  type: relation.type,
  weight: relation.weight,
  created_at: relation.createdAt,
  valid_from: relation.validFrom,
  valid_until: relation.validUntil,
  memory: relation.memory,
});

export const observationRecord = ({
  entity,
  text,
  memory,
  createdAt,
}: SourcedObservation): RecordOf<'observation'> => ({
  record: 'observation',
  entity,
  text,
  memory,
  created_at: createdAt,
});

export const pairRecord = ({ foundAt, ...pair }: TransferredPair): RecordOf<'pair'> => ({
  record: 'pair',
  ...pair,
  found_at: foundAt,
});
