import type { NetworkNode, NodeCount, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import type { Row } from '../../../rows/row.ts';

/** One kind of node. Rows are the store's own numbers. */
export interface NodeKind {
  readonly prefix: string;
  readonly labels: readonly string[];
  /** Ordered by row, after the given one. */
  find(match: NodeMatch, wanted: Wanted, after: number, limit: number): Promise<NetworkNode[]>;
  load(rows: readonly number[], wanted: Wanted): Promise<NetworkNode[]>;
  counts(): Map<string, number>;
  /** Null if these properties would require reading every node. */
  countBy?(labels: readonly string[], by: readonly string[]): NodeCount[] | null;
  readonly properties: readonly string[];
}

export const inOrder = (rows: readonly Row[]): number[] => rows.map(({ row }) => Number(row));
export const isText = (value: unknown): value is string => typeof value === 'string';
