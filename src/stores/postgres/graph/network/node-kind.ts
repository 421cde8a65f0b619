import type { NodeKind as PlainKind } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import type { Sql } from '../../server/sql.ts';

export interface NodeKind extends PlainKind {
  /** A query for the counts by label, and how to read its result. */
  readonly counting: Sql;
  counted(rows: readonly Row[]): Map<string, number>;
}
