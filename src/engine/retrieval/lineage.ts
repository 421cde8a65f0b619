// Memories that superseded each other are about the same thing, so a question that fits one of them fits the others.
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import type { Evidence } from './evidence.ts';
import type { Kin } from './ports.ts';

/** How near a memory is to a question at least, measured by the nearest of those it superseded or was superseded by. */
const INHERITED = 0.9;
const BOUNDS = { steps: 5, most: 3 };

/** Scores these memories, each no less than its relatives deserve, and returns the relatives. */
export async function learnWithKin(
  store: Store,
  evidence: Evidence,
  rows: readonly number[],
  filter: SearchFilter,
): Promise<Kin[]> {
  const [kin] = await Promise.all([store.search.lineage(rows, filter, BOUNDS), evidence.learn(rows)]);
  await evidence.learn([...new Set(kin.map(({ row }) => row))]);
  evidence.inherit(kin, INHERITED);
  return kin;
}
