import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import type { Row } from '../../../rows/row.ts';
import type { Sql } from '../../server/sql.ts';

/** One kind of node. Rows are the store's own numbers. */
export interface NodeKind {
  readonly prefix: string;
  readonly labels: readonly string[];
  /** Ordered by row, after the given one. */
  find(match: NodeMatch, wanted: Wanted, after: number, limit: number): Promise<NetworkNode[]>;
  load(rows: readonly number[], wanted: Wanted): Promise<NetworkNode[]>;
  /** A query for the counts by label, and how to read its result. */
  readonly counting: Sql;
  counted(rows: readonly Row[]): Map<string, number>;
  readonly properties: readonly string[];
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Sums the counts of each label. */
export function summed(counts: readonly (readonly [label: string, n: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [label, n] of counts) sums.set(label, (sums.get(label) ?? 0) + n);
  return sums;
}
