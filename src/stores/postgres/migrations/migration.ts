import type { Row } from '../../rows/row.ts';
import type { Sql } from '../server/sql.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Changes rows by what only the program knows, after the statements and in the same transaction. */
  readonly data?: (query: (statement: Sql) => Promise<readonly Row[]>) => Promise<void>;
}
