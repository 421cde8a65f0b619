// A memory in the bin, as one JSON text: with what is needed to restore it, none of which is kept anywhere else.
import * as z from 'zod';
import { Memory, PastState } from '../../engine/model.ts';
import { readPast } from './memory.ts';
import type { Row } from './row.ts';

const Change = PastState.extend({ revision: z.number() });

const BinEntry = Memory.extend({
  history: z.array(Change).default([]),
  /** The ids of the memories that it superseded, which do not refer to it while it is in the bin. */
  superseded: z.array(z.string()).default([]),
});
export type BinEntry = z.infer<typeof BinEntry>;

/** From what is stored with a memory, before it is erased. */
export const toBinEntry = (memory: Memory, changes: readonly Row[], superseded: readonly Row[]): BinEntry => ({
  ...memory,
  history: changes.map((row) => ({ ...readPast(row), revision: Number(row.revision) })),
  superseded: superseded.map(({ id }) => String(id)),
});

export const readBinEntry = ({ memory }: Row): BinEntry => BinEntry.parse(JSON.parse(String(memory)));

/** What callers learn of it. */
export const readBinned = ({ memory, deleted_at }: Row): { memory: Memory; deletedAt: number } => ({
  memory: Memory.parse(JSON.parse(String(memory))),
  deletedAt: Number(deleted_at),
});

/** The entry of a memory that ended, as superseded by this one unless another one has superseded it. */
export const supersededBy = (entry: BinEntry, id: string): BinEntry =>
  entry.validUntil === null ? entry : { ...entry, supersededBy: entry.supersededBy ?? id };

export const superseding = (entry: BinEntry, id: string): BinEntry => ({
  ...entry,
  superseded: [...entry.superseded, id],
});

/** The entry without references to a memory. */
export const withoutReferences = (entry: BinEntry, id: string): BinEntry => ({
  ...entry,
  supersededBy: entry.supersededBy === id ? null : entry.supersededBy,
  superseded: entry.superseded.filter((each) => each !== id),
});
