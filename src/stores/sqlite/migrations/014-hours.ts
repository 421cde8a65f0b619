import type { Migration } from './migration.ts';

export const hours: Migration = {
  name: '014-hours',
  sql: `
-- How long things took, by the hour; \`slowest\` is of one of them.
CREATE TABLE hourly_timings (
  hour INTEGER NOT NULL,
  operation TEXT NOT NULL,
  count INTEGER NOT NULL,
  ms REAL NOT NULL,
  slowest REAL NOT NULL,
  PRIMARY KEY (hour, operation)
) STRICT, WITHOUT ROWID;

-- The first moment that anything was true, for whoever looks back.
CREATE INDEX memories_by_beginning ON memories (valid_from);

-- How large the store was.
CREATE TABLE hourly_sizes (
  hour INTEGER PRIMARY KEY,
  memories INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
`,
};
