import type { Migration } from './migration.ts';

export const inbox: Migration = {
  name: '013-inbox',
  sql: `
-- Two memories that say the same, or contradict each other, as it was found when the newer was stored.
CREATE TABLE memory_pairs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  other_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  similarity REAL NOT NULL,
  found_at INTEGER NOT NULL,
  -- Somebody has decided that both stay.
  settled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX memory_pairs_once ON memory_pairs (memory_row, other_row);
CREATE INDEX memory_pairs_by_other ON memory_pairs (other_row);
CREATE INDEX memory_pairs_open ON memory_pairs (kind, seq) WHERE settled = 0;

-- Memories that somebody proposes; no search looks here.
CREATE TABLE proposals (
  id TEXT PRIMARY KEY,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  content TEXT NOT NULL,
  kind TEXT NOT NULL,
  type TEXT,
  tags TEXT NOT NULL,
  metadata TEXT NOT NULL,
  proposed_by TEXT NOT NULL,
  source TEXT,
  proposed_at INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX proposals_once ON proposals (scope_id, digest);
-- What was rejected, known by its digest alone.
CREATE TABLE rejected_proposals (
  scope_id INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  PRIMARY KEY (scope_id, digest)
) STRICT, WITHOUT ROWID;
`,
};
