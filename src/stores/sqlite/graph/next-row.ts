import * as z from 'zod';
import type { Database } from '../file/database.ts';

const Given = z.object({ value: z.coerce.number() });

/**
 * The number of a new entity or relation. Clients are shown it and may pass it back, so it is never given again, even
 * when its row is gone. Call it inside a change.
 */
export function nextRow(database: Database, table: 'entities' | 'relations'): number {
  const given = database.get(
    `INSERT INTO settings (key, value) SELECT ?, CAST(ifnull(max(row), 0) + 1 AS TEXT) FROM ${table} WHERE true
     ON CONFLICT (key) DO UPDATE
       SET value = CAST(max(CAST(value AS INTEGER) + 1, CAST(excluded.value AS INTEGER)) AS TEXT) RETURNING value`,
    `last_row_of_${table}`,
  );
  return Given.parse(given).value;
}
