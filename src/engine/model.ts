// The engine's data types. Times are epoch milliseconds; each profile formats them in its own way.
import * as z from 'zod';

/** Where a memory lives. A null dimension does not confine the memory. */
export const Scope = z.object({
  cube: z.string().nullable(),
  user: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
});
export type Scope = z.infer<typeof Scope>;

export const MemoryKind = z.enum(['episodic', 'semantic', 'procedural']);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** The type of a project memory, in addition to its kind. */
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
  /** The store's row number of this memory; never reused. */
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
  /** How often it was opened on its own. */
  accesses: z.number(),
  accessedAt: z.number().nullable(),
  /** Grows with every change in the store; a writer that holds an older revision is out of date. */
  revision: z.number(),
});
export type Memory = z.infer<typeof Memory>;

/** The fields of a memory that may change; the change log keeps their earlier values. */
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

/** The values that some fields of a memory had until `changedAt`. */
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
