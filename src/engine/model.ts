// The nouns of the engine. Times are epoch milliseconds; each profile prints them its own way.
import { z } from 'zod';

/** Where a memory lives. A null dimension means that the memory is not confined in it. */
export const Scope = z.object({
  cube: z.string().nullable(),
  user: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
});
export type Scope = z.infer<typeof Scope>;

export const MemoryKind = z.enum(['episodic', 'semantic', 'procedural']);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** What a project memory is, beside what every memory is. */
export const MemoryType = z.enum([
  'requirements',
  'design',
  'code_pattern',
  'component',
  'function',
  'test_history',
  'session',
  'user_preference',
]);
export type MemoryType = z.infer<typeof MemoryType>;

export const Metadata = z.record(z.string(), z.unknown());
export type Metadata = z.infer<typeof Metadata>;

export const Memory = z.object({
  /** 20 base-32 characters, time-ordered. */
  id: z.string(),
  /** The store's own number of this memory; never used twice. */
  row: z.number(),
  scope: Scope,
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  /** What its writer filed it under: any word, and any number of tags. */
  label: z.string().nullable(),
  tags: z.array(z.string()),
  summary: z.string().nullable(),
  importance: z.number(),
  metadata: Metadata,
  /** When it happened, when we learned it, when it was last changed. */
  eventTime: z.number(),
  ingestionTime: z.number(),
  updatedAt: z.number(),
  /** Half open: valid from `validFrom` up to, but not at, `validUntil`. */
  validFrom: z.number(),
  validUntil: z.number().nullable(),
  invalidReason: z.string().nullable(),
  supersededBy: z.string().nullable(),
  /** How often it was looked at by itself. */
  accesses: z.number(),
  accessedAt: z.number().nullable(),
  /** Grows with every change in the store; a writer that holds an older one has been overtaken. */
  revision: z.number(),
});
export type Memory = z.infer<typeof Memory>;

/** The fields of a memory that may become others; the log of changes keeps what they were. */
export const Changeable = Memory.pick({
  content: true,
  kind: true,
  type: true,
  label: true,
  tags: true,
  summary: true,
  importance: true,
  metadata: true,
  eventTime: true,
  validFrom: true,
  validUntil: true,
  invalidReason: true,
  supersededBy: true,
});
export type Changeable = z.infer<typeof Changeable>;

/** What some fields of a memory were until then. */
export const PastState = z.object({ changedAt: z.number(), before: Changeable.partial() });
export type PastState = z.infer<typeof PastState>;

export const Entity = z.object({
  id: z.string(),
  row: z.number(),
  scope: Scope,
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  createdAt: z.number(),
  /** How many memories mention it. */
  mentions: z.number(),
});
export type Entity = z.infer<typeof Entity>;

export const Relation = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  type: z.string(),
  weight: z.number(),
  createdAt: z.number(),
  validFrom: z.number(),
  validUntil: z.number().nullable(),
});
export type Relation = z.infer<typeof Relation>;

/** What the edges are called that the engine finds by itself; those that people make may be called anything. */
const EdgeType = z.enum([
  'IMPLEMENTS_REQ',
  'FOLLOWS_DESIGN',
  'USES_PATTERN',
  'TESTS',
  'DEPENDS_ON',
  'SUPERSEDES',
  'MENTIONS',
  'CONTAINS',
  'CALLS',
  'IMPORTS',
  'EXTENDS',
  'IMPLEMENTS',
]);
export type EdgeType = z.infer<typeof EdgeType>;
export const EDGE = EdgeType.enum;

export const Direction = z.enum(['outgoing', 'incoming', 'both']);
export type Direction = z.infer<typeof Direction>;
