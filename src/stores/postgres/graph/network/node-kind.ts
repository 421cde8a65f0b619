import type { NodeCount } from '../../../../engine/graph/network.ts';
import type { NodeKind as PlainKind } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import type { Sql } from '../../server/sql.ts';

export interface NodeKind extends PlainKind {
  /** A query for the counts by label, and how to read its result. */
  readonly counting: Sql;
  counted(rows: readonly Row[]): Map<string, number>;
  /** Counts by the values of these properties; null if that would read every node. */
  countBy?(labels: readonly string[], by: readonly string[]): Promise<NodeCount[] | null>;
}
