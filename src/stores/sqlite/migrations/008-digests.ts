import type { Migration } from './migration.ts';

export const digests: Migration = {
  name: '008-digests',
  sql: `
-- Of all that is told of a memory; null was not written by Remanence, and is not checked.
ALTER TABLE memories ADD COLUMN digest INTEGER;
UPDATE memories SET digest = memory_digest(id, scope_id, content, kind, type, label, tags, summary, importance, metadata,
  event_time, ingestion_time, updated_at, valid_from, valid_until, invalid_reason);
`,
};
