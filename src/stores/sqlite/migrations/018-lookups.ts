import type { Migration } from './migration.ts';

export const lookups: Migration = {
  name: '018-lookups',
  sql: `
-- Searches check thousands of memories against a filter. Their rows hold texts, those of passages vectors: reading a
-- page for each takes several times as long as these indexes, which stay in the cache.
CREATE INDEX memories_filter ON memories (row, scope_id, valid_from, valid_until, type, kind, ingestion_time);
CREATE INDEX passages_places ON passages (id, memory_row, position);
`,
};
