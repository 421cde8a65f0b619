// A memory in the bin, as one JSON text: with what is needed to restore it, none of which is kept anywhere else.
import * as z from 'zod';
import type { InBin, PageKey } from '../../engine/memories/ports.ts';
import { byId } from '../../engine/memories/trace.ts';
import { Memory, PastState } from '../../engine/model.ts';
import { damagedInBin, jsonOf, reportDamage } from './damage.ts';
import { isReadablePast, readPast } from './memory.ts';
import { fullPage } from './pages.ts';
import type { Row } from './row.ts';

const Change = PastState.extend({ revision: z.number() });

/** A pair of which somebody has decided that both stay, when the store was at that revision. */
const Settled = z.object({
  kind: z.enum(['duplicate', 'contradiction']),
  memory: z.string(),
  other: z.string(),
  similarity: z.number(),
  foundAt: z.number(),
  revision: z.number(),
});
export type Settled = z.infer<typeof Settled>;

/** An edge to or from another memory that was made by hand, between ids. */
const Declared = z.object({ owner: z.string(), type: z.string(), from: z.string(), to: z.string(), at: z.number() });
export type Declared = z.infer<typeof Declared>;

const BinEntry = Memory.extend({
  // A damaged list is left out, so that the memory itself can come back.
  history: z.array(Change).default([]).catch([]),
  /** The ids of the memories that it superseded, which do not refer to it while it is in the bin. */
  superseded: z.array(z.string()).default([]).catch([]),
  settled: z.array(Settled).default([]).catch([]),
  declared: z.array(Declared).default([]).catch([]),
  /** The ids of memories that were merged into it. */
  merged: z.array(z.string()).default([]).catch([]),
});
export type BinEntry = z.infer<typeof BinEntry>;

/** From what is stored with a memory, before it is erased. */
export const toBinEntry = (
  memory: Memory,
  changes: readonly Row[],
  superseded: readonly Row[],
  settled: readonly Row[],
  declared: readonly Row[],
  answersTo: readonly string[],
): BinEntry => ({
  ...memory,
  history: changes.map((row) => ({ ...readPast({ ...row, id: memory.id }), revision: Number(row.revision) })),
  superseded: superseded.map(({ id }) => String(id)),
  settled: settled.map((row) => Settled.parse(row)),
  declared: declared.map((row) => Declared.parse(row)),
  merged: answersTo.filter((id) => id !== memory.id),
});

/** Throws for a damaged entry. */
export function readBinEntry(row: Row): BinEntry {
  const entry = entryIfReadable(row);
  if (entry === null) throw damagedInBin(String(row.id));
  return entry;
}

/** Null for a damaged entry. */
export const entryIfReadable = ({ memory }: Row): BinEntry | null =>
  BinEntry.safeParse(jsonOf(String(memory))).data ?? null;

/** The ids of the memories that had been merged into the one of an entry; none if it is damaged. */
export const mergedInto = (entry: Row): readonly string[] => entryIfReadable(entry)?.merged ?? [];

/** Describes a damaged entry, and how to be rid of it. */
export const problemOfBin = (id: string): string =>
  `the memory ${id} in the bin is damaged: delete it with remanence forget ${id} --for-good`;

const Learned = BinEntry.pick({ ingestionTime: true });

/** False for an entry that is too damaged to tell. */
export const isLearnedBefore = ({ memory }: Row, moment: number): boolean =>
  (Learned.safeParse(jsonOf(String(memory))).data?.ingestionTime ?? moment) < moment;

/** Throws for a damaged entry. */
export function readBinned(row: Row): InBin {
  const binned = binnedIfReadable(row);
  if (binned === null) throw damagedInBin(String(row.id));
  return binned;
}

/** A full page of what is not damaged. */
export const readPage = (
  rowsAfter: (after: PageKey | null) => readonly Row[] | Promise<readonly Row[]>,
  after: PageKey | null,
  limit: number,
): Promise<InBin[]> => fullPage({ after, limit }, rowsAfter, pageKeyOf, readAllBinned);

/** Those of several that are not damaged. */
const readAllBinned = (rows: readonly Row[]): InBin[] =>
  rows.flatMap((row) => {
    const binned = binnedIfReadable(row);
    if (binned === null) reportDamage('a memory in the bin is damaged and was left out', String(row.id));
    return binned ?? [];
  });

function binnedIfReadable({ memory, deleted_at }: Row): InBin | null {
  const { data } = Memory.safeParse(jsonOf(String(memory)));
  return data ? { memory: data, deletedAt: Number(deleted_at) } : null;
}

const pageKeyOf = ({ deleted_at, id }: Row): PageKey => ({ time: Number(deleted_at), id: String(id) });

/** The entry of a memory that ended, as superseded by this one unless another one has superseded it. */
export const supersededBy = (entry: BinEntry, id: string): BinEntry =>
  entry.validUntil === null ? entry : { ...entry, supersededBy: entry.supersededBy ?? id };

export const superseding = (entry: BinEntry, id: string): BinEntry => ({
  ...entry,
  superseded: [...entry.superseded, id],
});

export const settling = (entry: BinEntry, pair: Settled): BinEntry => ({
  ...entry,
  settled: [...entry.settled, pair],
});

export const declaring = (entry: BinEntry, edge: Declared): BinEntry => ({
  ...entry,
  declared: [...entry.declared, edge],
});

/** The id at the other end of an edge. */
export const otherEnd = ({ from, to }: Declared, id: string): string => (from === id ? to : from);

/** A hand-made edge of a restored memory; its other end may by now be the memory into which that one was merged. */
export function declaredAgain({ owner, type, from }: Declared, id: string, other: string) {
  const ends = from === id ? { from: byId(id), to: byId(other) } : { from: byId(other), to: byId(id) };
  return { owner: owner === id ? id : other, claim: { type, ...ends } };
}

/** Whether one of these changes gave a memory another text, which undoes what was decided about it. */
export const isReworded = (changes: readonly Row[]): boolean =>
  changes.some((row) => !isReadablePast(row) || readPast(row).before.content !== undefined);

export const refersTo = (entry: BinEntry | null, ids: ReadonlySet<string>): boolean =>
  entry !== null &&
  [
    entry.supersededBy ?? '',
    ...entry.superseded,
    ...entry.settled.flatMap(({ memory, other }) => [memory, other]),
    ...entry.declared.flatMap(({ from, to }) => [from, to]),
  ].some((id) => ids.has(id));

/** The entry without references to these memories. */
export const withoutReferences = (entry: BinEntry, ids: ReadonlySet<string>): BinEntry => ({
  ...entry,
  supersededBy: ids.has(entry.supersededBy ?? '') ? null : entry.supersededBy,
  superseded: entry.superseded.filter((id) => !ids.has(id)),
  settled: entry.settled.filter(({ memory, other }) => !ids.has(memory) && !ids.has(other)),
  declared: entry.declared.filter(({ from, to }) => !ids.has(from) && !ids.has(to)),
});
