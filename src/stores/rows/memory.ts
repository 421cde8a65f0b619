// A memory as a row of its table.
import * as z from 'zod';
import { fromStoredFields, toStoredFields } from '../../engine/memories/fields.ts';
import type { CopiedMemories, Derived, Embedded, NewMemory, Predecessor } from '../../engine/memories/ports.ts';
import type { Trace } from '../../engine/memories/trace.ts';
import { Changeable, type Memory, MemoryKind, MemoryType, Metadata, PastState } from '../../engine/model.ts';
import { jsonOf, reportDamage } from './damage.ts';
import { type Row, type ScopeOf, Texts } from './row.ts';

const MemoryRow = z.object({
  row: z.number(),
  id: z.string(),
  scope_id: z.number(),
  content: z.string(),
  kind: MemoryKind,
  type: MemoryType.nullable(),
  label: z.string().nullable(),
  tags: Texts,
  summary: z.string().nullable(),
  importance: z.number(),
  metadata: z.string().transform((text) => Metadata.parse(JSON.parse(text))),
  event_time: z.number(),
  ingestion_time: z.number(),
  updated_at: z.number(),
  valid_from: z.number(),
  valid_until: z.number().nullable(),
  invalid_reason: z.string().nullable(),
  superseded_by: z.string().nullable(),
  accesses: z.number(),
  accessed_at: z.number().nullable(),
  revision: z.number(),
});

/** A new memory without what is derived from its text, which has tables of its own. */
export function withoutDerived(memory: NewMemory): Omit<Memory, 'row' | 'revision'> {
  const { passages, model, mentions, phrases, conversation, trace, relations, ...own } = memory;
  return own;
}

export const MEMORY_COLUMNS = Object.keys(MemoryRow.shape);

export function readMemory(row: Row, scopeOf: ScopeOf): Memory {
  const found = MemoryRow.parse(row);
  const { id, row: number, scope_id: scope, revision } = found;
  return { id, row: number, scope: scopeOf(scope), ...fromStoredFields(found), revision };
}

/** All columns that can change, as stored. */
export const columnsOf = (memory: Omit<Memory, 'row' | 'id' | 'scope'>, conversation: string | null) => ({
  ...toStoredFields(memory),
  tags: JSON.stringify(memory.tags),
  metadata: JSON.stringify(memory.metadata),
  conversation,
  revision: memory.revision,
});

/** What is written again with a memory; what is not given stays. */
export interface Rewritten {
  readonly conversation: string | null;
  readonly embedded?: Embedded | undefined;
  readonly names?: Pick<Derived, 'mentions' | 'phrases'> | undefined;
  readonly trace?: Trace | undefined;
  /** The history does not tell what it was. */
  readonly isUnlogged?: true | undefined;
  /** When that was; by default when the memory says that it was changed. */
  readonly at?: number | undefined;
}

const CHANGEABLE = Changeable.keyof().options;

/** The fields that become others, as they were, in JSON; null where none does. */
export function valuesBefore(before: Memory, after: Memory): string | null {
  const changed = CHANGEABLE.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return null;
  return JSON.stringify(Object.fromEntries(changed.map((field) => [field, before[field]])));
}

/**
 * Whether the copy of a memory still shows all that its writers made of it; `changed` is the revision of its last logged
 * change. Its own revision also grows when it gets its vectors.
 */
export function isAsCopied({ id, row, changed }: Row, copied: CopiedMemories): boolean {
  const copy = copied.get(String(id));
  return copy !== undefined && Number(row) === copy.row && Number(changed ?? 0) <= copy.revision;
}

/** A superseded memory, by the row of what superseded it. */
export const readPredecessor = (row: Row): [number, Predecessor] => [
  Number(row.successor),
  { id: String(row.id), until: Number(row.until), content: String(row.content) },
];

export const isReadablePast = ({ changed_at: changedAt, before }: Row): boolean =>
  PastState.safeParse({ changedAt, before: jsonOf(String(before)) }).success;

/** The state of a memory, whose id is in the row too, before a change; of a damaged one only when that was. */
export function readPast({ id, changed_at: changedAt, before }: Row): PastState {
  const { data } = PastState.safeParse({ changedAt, before: jsonOf(String(before)) });
  if (data) return data;
  reportDamage('what a memory was before a change is damaged and was left out', String(id));
  return PastState.parse({ changedAt, before: {} });
}
