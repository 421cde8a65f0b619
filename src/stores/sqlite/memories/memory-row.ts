// Memories as this store keeps them: with a digest that reveals damage.
import type { PageKey } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { DAMAGED, RemanenceError } from '../../../errors.ts';
import { reportDamage } from '../../rows/damage.ts';
import { MEMORY_COLUMNS as COLUMNS, readMemory as readRow } from '../../rows/memory.ts';
import type { Row } from '../../rows/row.ts';
import { isFalsified } from './digest.ts';
import type { Scopes } from './scopes.ts';

export const MEMORY_COLUMNS = [...COLUMNS, 'digest'].map((column) => `m.${column}`).join(', ');

/** Where a memory is in a list of the newest, also if it is damaged. */
export const placeOf = ({ ingestion_time: time, id }: Row): PageKey => ({ time: Number(time), id: String(id) });

/** Reads a row as a memory. Throws if it differs from what was stored. */
export function readMemory(row: Row, scopes: Scopes): Memory {
  const memory = intact(row, scopes);
  if (memory) return memory;
  throw new RemanenceError('storage', `The memory ${row.id} is damaged on disk and cannot be shown.`, {
    hint: 'Run `remanence doctor`: it names the newest backup. The memory can still be deleted permanently.',
    details: { reason: DAMAGED },
  });
}

/** Reads several memories, leaving out damaged ones. */
export const readMemories = (rows: readonly Row[], scopes: Scopes): Memory[] =>
  readMemoryRows(rows, scopes).map(({ memory }) => memory);

/** The same, each with its row, for other selected columns. */
export function readMemoryRows(rows: readonly Row[], scopes: Scopes): { readonly memory: Memory; readonly row: Row }[] {
  return rows.flatMap((row) => {
    const memory = intact(row, scopes);
    if (memory) return [{ memory, row }];
    reportDamage('a memory is damaged on disk and was left out', String(row.id));
    return [];
  });
}

/** Null if it differs from what was stored. */
const intact = (row: Row, scopes: Scopes): Memory | null =>
  isFalsified(row) ? null : readRow(row, (id) => scopes.scopeOf(id));
