import type { Migration } from './index.ts';

export const trace: Migration = {
  name: '003-trace',
  sql: `
-- What a project memory is: a requirement, a design, a component; null for a memory that is none of these.
ALTER TABLE memories ADD COLUMN type TEXT;
-- What its writer filed it under: any word, and any number of tags.
ALTER TABLE memories ADD COLUMN label TEXT;
ALTER TABLE memories ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE memories ADD COLUMN summary TEXT;
ALTER TABLE memories ADD COLUMN accesses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN accessed_at INTEGER;
CREATE INDEX memories_by_type ON memories (type, ingestion_time DESC, row DESC) WHERE type IS NOT NULL;

-- What a memory was before each change.
CREATE TABLE memory_changes (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  revision INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  before TEXT NOT NULL,
  PRIMARY KEY (memory_row, revision)
) STRICT, WITHOUT ROWID;

-- Deleted, but kept for a while; no search looks here.
CREATE TABLE deleted_memories (
  id TEXT PRIMARY KEY,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  deleted_at INTEGER NOT NULL,
  memory TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_memories_by_age ON deleted_memories (deleted_at);
CREATE INDEX deleted_memories_by_scope ON deleted_memories (scope_id);

-- The names that a memory answers to, such as REQ-12, among the memories of its user and project; and its id, everywhere.
CREATE TABLE trace_names (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  label TEXT NOT NULL,
  key TEXT NOT NULL,
  space TEXT NOT NULL,
  PRIMARY KEY (memory_row, label, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_names_by_key ON trace_names (key, label, space);

-- An edge that a memory tells of, between names that some memory may answer to, now or later.
CREATE TABLE trace_claims (
  id INTEGER PRIMARY KEY,
  owner_row INTEGER NOT NULL REFERENCES memories (row),
  type TEXT NOT NULL,
  -- Somebody made it by hand: it outlives a change of its owner's text.
  declared INTEGER NOT NULL,
  from_label TEXT NOT NULL,
  from_key TEXT NOT NULL,
  from_space TEXT NOT NULL,
  to_label TEXT NOT NULL,
  to_key TEXT NOT NULL,
  to_space TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX trace_claims_once ON trace_claims
  (owner_row, type, from_key, from_label, from_space, to_key, to_label, to_space);
CREATE INDEX trace_claims_from ON trace_claims (from_key, from_label, from_space);
CREATE INDEX trace_claims_to ON trace_claims (to_key, to_label, to_space);
CREATE INDEX trace_claims_by_type ON trace_claims (type);

-- The claims whose two ends are there.
CREATE VIEW trace_edges AS
SELECT c.id, c.type, c.created_at, f.memory_row AS from_row, t.memory_row AS to_row FROM trace_claims c
  JOIN trace_names f ON f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space
  JOIN trace_names t ON t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space
WHERE f.memory_row <> t.memory_row;

-- How long searches and writes took, over all processes.
CREATE TABLE timings (
  operation TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ms REAL NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
