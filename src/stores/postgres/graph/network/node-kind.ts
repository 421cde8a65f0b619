import type { NodeKind as PlainKind } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import type { Sql } from '../../server/sql.ts';

export interface NodeKind extends PlainKind {
  /** A question for how many there are of each sort, and how to read the answer. */
  readonly counting: Sql;
  counted(rows: readonly Row[]): Map<string, number>;
}
