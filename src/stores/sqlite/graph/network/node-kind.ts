import type { NodeCount } from '../../../../engine/graph/network.ts';
import type { NodeKind as PlainKind } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';

export interface NodeKind extends PlainKind {
  counts(): Map<string, number>;
  /** Null if these properties would require reading every node. */
  countBy?(labels: readonly string[], by: readonly string[]): NodeCount[] | null;
}

export const inOrder = (rows: readonly Row[]): number[] => rows.map(({ row }) => Number(row));
