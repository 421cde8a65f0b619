// Rows, which flow through a query in batches.
import type { CypherValue } from '../values/value.ts';

export type Row = CypherValue[];
export type Batches = AsyncIterable<Row[]>;

/** Approximate number of rows in a batch. */
export const BATCH = 1000;
