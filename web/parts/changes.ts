// Shared by all changes to memories: the reference, the permission and the undo.
import type { Routes } from '../../src/transports/api/routes.ts';
import { write } from '../api.ts';
import { session } from '../session.ts';
import type { MemoryView } from './memory-row.tsx';

type Undo = Routes['memory.edit']['output']['undo'];

export const undoing = (undo: Undo) => (undo === null ? null : () => write('memory.undo', undo));

export const refOf = ({ id, cube }: MemoryView) => ({ id, cube: cube === 'default' ? undefined : cube });

export const mayWrite = (): boolean => {
  const now = session.value;
  return now !== null && !now.readOnly && now.role !== 'guest';
};
