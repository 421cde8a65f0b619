import { indexFor, indexName, keyOf, VECTOR_TABLES } from '../retrieval/vector-index.ts';
import { raw, sql } from '../server/sql.ts';
import type { Migration } from './migration.ts';

export const waiting: Migration = {
  name: '011-waiting',
  // What is stored is in the index; new vectors wait until somebody needs them there.
  sql: VECTOR_TABLES.map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN indexed boolean NOT NULL DEFAULT true;
ALTER TABLE ${table} ALTER COLUMN indexed SET DEFAULT false;
CREATE INDEX ${table}_waiting ON ${table} (tenant_id, ${keyOf(table)}) WHERE NOT indexed;`,
  ).join('\n'),
  data: async (query) => {
    for (const table of VECTOR_TABLES) {
      const made = await query(sql`SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = ${table}::regclass`);
      for (const { name } of made) {
        const dimensions = /_near_(\d+)$/.exec(String(name))?.[1];
        const make = dimensions === undefined ? null : indexFor(table, Number(dimensions));
        if (make === null) continue;
        await query(raw(`DROP INDEX ${indexName(table, Number(dimensions))}`));
        await query(raw(make));
      }
    }
  },
};
