// What flows through a query: rows, by batches.
import type { CypherValue } from '../values/value.ts';

export type Row = CypherValue[];
export type Batches = AsyncIterable<Row[]>;

/** Rows in one batch, about. */
export const BATCH = 1000;
